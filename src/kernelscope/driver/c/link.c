#define _GNU_SOURCE
#include "link.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

#define INVALID_VALUE 1
#define OUT_OF_MEMORY 2
#define NOT_INITIALIZED 3
#define DEINITIALIZED 4
#define NO_DEVICE 100
#define NOT_SUPPORTED 801
#define UNKNOWN 999
#define UNANSWERED -1
#define LONGEST_NAME 48

static ks_responder respond;
static pthread_mutex_t once = PTHREAD_MUTEX_INITIALIZER;
static int is_open, is_forked;
static const char *path;
static char *device_arena;
static int host_file = -1;
static uint64_t device_bytes;

/* The program's own time since the last answer is what its threads have executed, and not more than
 * what has passed, if several did. Waiting for a processor is not in it, as this machine's other
 * programs are no part of the one that is imagined. Nanoseconds at the last answer: */
static uint64_t executed_then, passed_then, virtual_then;
static int64_t wall_begin, monotonic_begin; /* of the two clocks, where the virtual one is 0 */

static uint64_t nanoseconds(clockid_t clock) {
    struct timespec t;
    syscall(SYS_clock_gettime, clock, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

#define LOAD(x) __atomic_load_n(&(x), __ATOMIC_RELAXED)
#define STORE(x, value) __atomic_store_n(&(x), value, __ATOMIC_RELAXED)

uint64_t ks_own_time(void) {
    if (!LOAD(passed_then))
        return 0;
    int64_t executed = nanoseconds(CLOCK_PROCESS_CPUTIME_ID) - LOAD(executed_then);
    int64_t passed = nanoseconds(CLOCK_MONOTONIC) - LOAD(passed_then);
    int64_t least = executed < passed ? executed : passed;
    return least > 0 ? least : 0;
}

/* One connection for each thread; it is closed when the thread ends. */
static pthread_key_t of_thread;

struct head {
    char name[LONGEST_NAME];
    uint32_t count, pad;
    uint64_t size, room, spent;
    uint64_t words[KS_WORDS];
};

struct reply {
    int32_t status, pad;
    uint64_t size, now;
    uint64_t words[KS_WORDS];
};

/* Answers once Python ends: its functions go before the objects of its libraries do, which are still
 * freed. */
static void answer_at_end(const ks_question *question, ks_answer *answer) {
    int frees = strstr(question->name, "free") || strstr(question->name, "_unload") || strstr(question->name, "_destroy");
    answer->status = frees ? 0 : DEINITIALIZED;
}

void ks_answer_by(ks_responder responder) { respond = responder ? responder : answer_at_end; }

int ks_is_local(void) { return respond != NULL; }

static void lost(const char *what) {
    fprintf(stderr, "kernelscope: the virtual GPU is gone (%s); run the program under `kernelscope run`\n", what);
    _exit(99);
}

static void close_it(void *fd) { close((int)(intptr_t)fd - 1); }

static void after_fork(void) {
    if (!is_open)
        return;
    is_forked = 1;
    pthread_setspecific(of_thread, NULL);
}

static int send_all(int fd, struct iovec *parts, int count) {
    while (count) {
        struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};
        ssize_t sent = sendmsg(fd, &message, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0)
            return -1;
        while (count && (size_t)sent >= parts->iov_len) {
            sent -= parts->iov_len;
            parts++, count--;
        }
        if (count)
            parts->iov_base = (char *)parts->iov_base + sent, parts->iov_len -= sent;
    }
    return 0;
}

static int read_all(int fd, void *to, uint64_t size) {
    while (size) {
        ssize_t got = recv(fd, to, size, 0);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return -1;
        to = (char *)to + got, size -= got;
    }
    return 0;
}

static int connected(void) {
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (fd < 0 || strlen(path) >= sizeof address.sun_path)
        return -1;
    strcpy(address.sun_path, path);
    if (connect(fd, (struct sockaddr *)&address, sizeof address)) {
        close(fd);
        return -1;
    }
    return fd;
}

static void ask_over(int fd, const ks_question *question, ks_answer *answer, int *files) {
    struct head head = {.count = question->count, .size = question->size, .room = answer->room};
    head.spent = question->spent ? question->spent : ks_own_time();
    strncpy(head.name, question->name, LONGEST_NAME - 1);
    memcpy(head.words, question->words, sizeof head.words);
    struct iovec parts[] = {{&head, sizeof head}, {(void *)question->data, question->size}};
    if (send_all(fd, parts, question->size ? 2 : 1))
        lost(strerror(errno));
    struct reply reply;
    if (files) { /* the first answer brings the files of the memory that is shared */
        char room[CMSG_SPACE(2 * sizeof(int))];
        struct iovec part = {&reply, sizeof reply};
        struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
        if (recvmsg(fd, &message, MSG_WAITALL | MSG_CMSG_CLOEXEC) != sizeof reply)
            lost("it does not answer");
        struct cmsghdr *control = CMSG_FIRSTHDR(&message);
        if (control)
            memcpy(files, CMSG_DATA(control), 2 * sizeof(int));
    } else if (read_all(fd, &reply, sizeof reply))
        lost("it does not answer");
    STORE(virtual_then, reply.now);
    answer->status = reply.status;
    answer->size = reply.size;
    memcpy(answer->words, reply.words, sizeof reply.words);
    uint64_t kept = reply.size < answer->room ? reply.size : answer->room;
    if (kept && read_all(fd, answer->data, kept))
        lost("its answer is not whole");
    ks_leave_out_time();
}

/* Memory of the GPU begins where no program's does, so that a host that reads it by mistake ends. The
 * processor does not say which address it was: it is in a register. */
static void explain_fault(int number, siginfo_t *info, void *context) {
    const greg_t *registers = ((ucontext_t *)context)->uc_mcontext.gregs;
    uint64_t address = 0;
    for (int i = 0; i < REG_RIP && !address; i++)
        if ((uint64_t)registers[i] >> 47 && (uint64_t)registers[i] >> 47 < 1u << 10)
            address = registers[i];
    if (address) {
        char text[] = "kernelscope: the host reads or writes memory of the GPU, at 0x................: copy it with cudaMemcpy\n";
        char *digit = strchr(text, '.');
        for (int shift = 60; shift >= 0; shift -= 4)
            *digit++ = "0123456789abcdef"[address >> shift & 15];
        (void)!write(2, text, sizeof text - 1);
    }
    signal(number, SIG_DFL); /* the access is tried again, and ends the program as it always did */
}

static void explain_faults(void) {
    struct sigaction before, action = {.sa_sigaction = explain_fault, .sa_flags = SA_SIGINFO};
    if (!sigaction(SIGSEGV, NULL, &before) && before.sa_handler == SIG_DFL)
        sigaction(SIGSEGV, &action, NULL);
}

/* Connect the process: map the GPU's memory, and the host's that the GPU can reach, where it is
 * mapped there, too. */
static int open_process(void) {
    path = getenv("KERNELSCOPE_DRIVER");
    if (!path)
        return NO_DEVICE;
    int fd = connected();
    if (fd < 0)
        return NO_DEVICE;
    int files[2] = {-1, -1};
    ks_question hello = {.name = "hello", .words = {getpid()}, .count = 1};
    ks_answer answer = {0};
    ask_over(fd, &hello, &answer, files);
    if (answer.status || files[0] < 0)
        return NO_DEVICE;
    device_bytes = answer.words[0];
    uint64_t host_bytes = answer.words[1];
    int flags = MAP_SHARED | MAP_NORESERVE;
    device_arena = mmap(NULL, device_bytes, PROT_READ | PROT_WRITE, flags, files[0], 0);
    void *wanted = (void *)(uintptr_t)answer.words[2];
    void *host = mmap(wanted, host_bytes, PROT_READ | PROT_WRITE, flags | MAP_FIXED_NOREPLACE, files[1], 0);
    close(files[0]);
    host_file = files[1];
    if (device_arena == MAP_FAILED || host == MAP_FAILED || host != wanted)
        lost("its memory cannot be mapped");
    ks_question mapped = {.name = "mapped", .words = {getpid(), (uintptr_t)device_arena}, .count = 2};
    ask_over(fd, &mapped, &answer, NULL);
    pthread_key_create(&of_thread, close_it);
    pthread_setspecific(of_thread, (void *)(intptr_t)(fd + 1));
    pthread_atfork(NULL, NULL, after_fork);
    wall_begin = nanoseconds(CLOCK_REALTIME) - virtual_then;
    monotonic_begin = nanoseconds(CLOCK_MONOTONIC) - virtual_then;
    explain_faults();
    is_open = 1;
    return 0;
}

/* ---- the program's clocks --------------------------------------------------------------------- */

/* The library is preloaded, so that a program's clocks are these. From its first call of CUDA on they
 * show what they would show next to the GPU: its own time, and what it waits for. */

static int64_t shown(int64_t begin) { return begin + (int64_t)(LOAD(virtual_then) + ks_own_time()); }

KS_PUBLIC int clock_gettime(clockid_t clock, struct timespec *t) {
    int is_wall = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
    int is_monotonic = clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE || clock == CLOCK_MONOTONIC_RAW ||
                       clock == CLOCK_BOOTTIME;
    if (!is_open || !(is_wall || is_monotonic))
        return syscall(SYS_clock_gettime, clock, t);
    int64_t now = shown(is_wall ? wall_begin : monotonic_begin);
    t->tv_sec = now / 1000000000, t->tv_nsec = now % 1000000000;
    return 0;
}

KS_PUBLIC int gettimeofday(struct timeval *restrict t, void *restrict zone) {
    struct timespec now;
    int failed = clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        t->tv_sec = now.tv_sec, t->tv_usec = now.tv_nsec / 1000;
    return failed;
}

KS_PUBLIC time_t time(time_t *t) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (t)
        *t = now.tv_sec;
    return now.tv_sec;
}

/* A host that waits for the GPU spins, so that what it waits for is in its own time, too. */
KS_PUBLIC clock_t clock(void) {
    return is_open ? (clock_t)(shown(0) / 1000) : (clock_t)(nanoseconds(CLOCK_PROCESS_CPUTIME_ID) / 1000);
}

int ks_ask(const ks_question *question, ks_answer *answer) {
    answer->status = 0, answer->size = 0;
    if (respond) {
        answer->status = UNANSWERED;
        respond(question, answer);
        if (answer->status != UNANSWERED)
            return answer->status;
        /* Python was interrupted; it goes on with that once it has left the libraries. */
        raise(SIGINT);
        return UNKNOWN;
    }
    if (is_forked)
        return NOT_INITIALIZED;
    pthread_mutex_lock(&once);
    int failed = is_open ? 0 : open_process();
    pthread_mutex_unlock(&once);
    if (failed)
        return failed;
    int fd = (int)(intptr_t)pthread_getspecific(of_thread) - 1;
    if (fd < 0) {
        fd = connected();
        if (fd < 0)
            lost(strerror(errno));
        ks_question hello = {.name = "thread", .words = {getpid()}, .count = 1};
        ks_answer ignored = {0};
        ask_over(fd, &hello, &ignored, NULL);
        pthread_setspecific(of_thread, (void *)(intptr_t)(fd + 1));
    }
    ask_over(fd, question, answer, NULL);
    return answer->status;
}

/* What else is in the first and in the last page goes with them; other threads may use it, so that
 * these two are moved on their own, in microseconds. */
int ks_share_pages(void *pages, uint64_t size, uint64_t offset, int back) {
    char *begin = pages, here, *page = (char *)((uintptr_t)&here & ~4095ul);
    unsigned char *present = malloc(size / 4096);
    int lacks = !present || mincore(begin, size, present);
    free(present);
    if (lacks)
        return INVALID_VALUE;
    if (page + 4096 > begin && page - 4096 < begin + size)
        return ks_missing("cudaHostRegister of the stack's end");
    uint64_t steps[] = {0, 4096, size > 4096 ? size - 4096 : 4096, size > 4096 ? size : 4096};
    for (int i = 0; i < 3; i++) {
        uint64_t at = steps[i], bytes = steps[i + 1] - at;
        if (!bytes || at >= size)
            continue;
        void *moved;
        if (back) {
            moved = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (moved == MAP_FAILED)
                return OUT_OF_MEMORY;
            memcpy(moved, begin + at, bytes);
            moved = mremap(moved, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, begin + at);
        } else {
            for (uint64_t done = 0; done < bytes;) {
                ssize_t more = pwrite(host_file, begin + at + done, bytes - done, offset + at + done);
                if (more <= 0)
                    return OUT_OF_MEMORY;
                done += more;
            }
            moved = mmap(begin + at, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, host_file, offset + at);
        }
        if (moved == MAP_FAILED)
            return OUT_OF_MEMORY;
    }
    return 0;
}

int ks_keeps_ptx(void) {
    ks_question question = {.name = "keeps_ptx"};
    ks_answer answer = {0};
    return !ks_ask(&question, &answer) && answer.words[0];
}

void ks_tell(const char *name, const void *program, const void *data, uint64_t size) {
    ks_question question = {.name = name, .words = {(uintptr_t)program}, .count = 1, .data = data, .size = size};
    ks_answer answer = {0};
    ks_ask(&question, &answer);
}

int ks_is_first(const char *text) {
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static const char *said[512];
    static int count;
    pthread_mutex_lock(&lock);
    int known = count == 512;
    for (int i = 0; i < count; i++)
        known |= !strcmp(said[i], text);
    if (!known)
        said[count++] = text;
    pthread_mutex_unlock(&lock);
    return !known;
}

int ks_missing(const char *name) {
    char text[200];
    int size = snprintf(text, sizeof text, "%s is not there on the virtual GPU: it returns \"not supported\"", name);
    ks_question question = {.name = "note", .data = text, .size = (uint64_t)size};
    ks_answer answer = {0};
    if (ks_is_first(name) && ks_ask(&question, &answer)) /* it says it, and keeps it in the record */
        fprintf(stderr, "kernelscope: %s\n", text);
    return NOT_SUPPORTED;
}

void ks_leave_out_time(void) {
    STORE(executed_then, nanoseconds(CLOCK_PROCESS_CPUTIME_ID));
    STORE(passed_then, nanoseconds(CLOCK_MONOTONIC));
}
