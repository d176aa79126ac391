// A browser starts no worker from a file. The search's worker runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super()
      this.ready = new Promise((resolve) => {
        const frame = document.createElement("iframe")
        frame.hidden = true
        frame.title = "Search"
        document.body.append(frame)
        const inside = frame.contentWindow
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
        const script = frame.contentDocument.createElement("script")
        script.src = url
        script.onload = () => resolve(inside)
        frame.contentDocument.body.append(script)
      })
    }

    postMessage(data) {
      this.ready.then((inside) => inside.dispatchEvent(new MessageEvent("message", { data })))
    }
  }
}
