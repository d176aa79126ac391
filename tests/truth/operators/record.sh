#!/usr/bin/env bash
# Record everything on a GPU's machine: tests/truth/operators/record.sh OUT. It takes at most 540 s.
# Each part has a limit of its own and leaves what it has; the log says how each ended.
set -u
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:?usage: record.sh OUT}"
out=$(cd "$1" && pwd)
cd "$here/../.." || exit 1
export PYTHONPATH="$PWD${PYTHONPATH:+:$PYTHONPATH}" PYTHONUNBUFFERED=1
for python in ${PYTHON:-} python3 python; do
    "$python" -c "import torch" 2>/dev/null && break
done
log=$out/record.log

part() { # NAME SECONDS COMMAND...
    local name=$1 limit=$2 begin=$SECONDS
    shift 2
    timeout -k 5 "$limit" "$@" >>"$out/$name.out" 2>>"$out/$name.err"
    local code=$?
    echo "$name: exit $code after $((SECONDS - begin)) s" | tee -a "$log"
    return $code
}

# Record calls until SECOND; one that ends the process (or the GPU's context) is passed over by the next start.
calls() { # SECOND
    local left
    for _ in 1 2 3 4; do
        left=$(($1 - SECONDS))
        [ "$left" -gt 25 ] || return
        part calls "$left" "$python" -m truth.operators.record_h200 "$out/operators_h200.jsonl" "$((left - 15))"
        case $? in 0 | 4) return ;; esac
    done
}

calls 285
part host_costs 110 "$python" -m truth.operators.host_costs "$out/host_costs_h200.json"
part figures 125 "$python" truth/operators/figures.py "$out/figures_h200.jsonl"
calls 530
rm -f "$out/operators_h200.current"
[ -f "$out/operators_h200.jsonl" ] && gzip -9 -n -c "$out/operators_h200.jsonl" >"$out/operators_h200.jsonl.gz"
ls -l "$out"
