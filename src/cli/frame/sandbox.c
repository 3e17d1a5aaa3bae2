// SPDX-License-Identifier: MIT
// Giving up what a command does not need, before it reads what somebody else wrote.
//
// Landlock says which files, seccomp which system calls. Source: Documentation/userspace-api of
// Linux, landlock.rst and seccomp_filter.rst.

#if defined(__linux__)
#define _GNU_SOURCE // for O_PATH and syscall, which POSIX does not know
#endif

#include "cli/frame/cli.h"

// The sanitizers look at the process at its end, with calls that would be refused.
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#endif

#if defined(__linux__) && !defined(IS_SANITIZED)

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

// ---- Files and connections ----

// What Landlock can forbid, newest last; a header may be older than the kernel. FILES are all
// rights on files of its first version.
enum {
    READ = 1 << 2,
    LIST = 1 << 3,
    REMOVE = 1 << 5,
    MAKE = 1 << 8,
    FILES = (1 << 13) - 1,
    REFER = 1 << 13,
    TRUNCATE = 1 << 14,
    DEVICES = 1 << 15,
    CONNECTIONS = 3,
    OTHERS = 3
};

// What is ruled over: rights on files, on connections, and on other processes.
typedef struct ruleset {
    uint64_t files, connections, others;
} ruleset;

// Since which version each is known.
static size_t known(long version, ruleset *rules) {
    *rules = (ruleset){.files = FILES};
    if (version >= 2)
        rules->files |= REFER;
    if (version >= 3)
        rules->files |= TRUNCATE;
    if (version >= 5)
        rules->files |= DEVICES;
    rules->connections = version >= 4 ? CONNECTIONS : 0;
    rules->others = version >= 6 ? OTHERS : 0;
    return version >= 6   ? sizeof *rules
           : version >= 4 ? offsetof(ruleset, others)
                          : offsetof(ruleset, connections);
}

static void allow(long rules, int file, uint64_t rights) {
    struct landlock_path_beneath_attr rule = {.allowed_access = rights, .parent_fd = file};
    syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
}

// A right on folders may not be asked for a file.
static void allow_name(long rules, const char *name, uint64_t rights) {
    int file = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) {
        rights &= READ;
        file = open(name, O_PATH | O_CLOEXEC);
    }
    if (file < 0)
        return;
    allow(rules, file, rights);
    close(file);
}

static void allow_names(long rules, const char *const *names) {
    for (size_t i = 0; names != NULL && names[i] != NULL; i++)
        allow_name(rules, names[i], READ | LIST);
}

// What fontconfig looks at, the user's own folders too: it says so when it cannot.
static void allow_fonts(long rules) {
    static const char *const system[] = {"/etc/fonts",
                                         "/usr/share/fonts",
                                         "/usr/share/fontconfig",
                                         "/usr/local/share/fonts",
                                         "/var/cache/fontconfig",
                                         NULL};
    static const char *const own[] = {".fonts", ".fonts.conf", ".local/share/fonts",
                                      ".config/fontconfig", ".cache/fontconfig"};
    const char *home = getenv("HOME");
    char path[PATH_MAX];
    allow_names(rules, system);
    for (size_t i = 0; home != NULL && i < sizeof own / sizeof *own; i++) {
        int length = snprintf(path, sizeof path, "%s/%s", home, own[i]);
        if (length > 0 && (size_t)length < sizeof path)
            allow_name(rules, path, READ | LIST);
    }
}

static void rule_files(const kf_sandbox *box) {
    // The C library reads its tables and modules of character sets when one is first met.
    static const char *const libraries[] = {"/usr/lib", "/usr/lib64", "/lib", "/lib64", NULL};
    ruleset rules;
    long version = syscall(SYS_landlock_create_ruleset, NULL, 0, LANDLOCK_CREATE_RULESET_VERSION);
    if (version < 1)
        return;
    size_t size = known(version, &rules);
    if (box->connects)
        rules.connections = 0;
    long made = syscall(SYS_landlock_create_ruleset, &rules, size, 0);
    if (made < 0)
        return;
    if (box->folder >= 0)
        allow(made, box->folder, READ | LIST);
    allow_names(made, libraries);
    // Names of servers, certificates and passwords stand in many places.
    if (box->connects)
        allow_name(made, "/", READ | LIST);
    allow_names(made, box->names);
    if (box->draws)
        allow_fonts(made);
    if (box->target != NULL)
        allow_name(made, box->target, LIST | MAKE | REMOVE);
    syscall(SYS_landlock_restrict_self, made, 0);
    close((int)made);
}

// ---- System calls ----

#if defined(__x86_64__)
#define MACHINE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define MACHINE AUDIT_ARCH_AARCH64
#endif

#if defined(MACHINE)

// Memory, files that are read, time, and the end; what is asked for most stands first. Some
// machines lack the older forms.
static const int common[] = {
    SYS_read,
    SYS_write,
    SYS_close,
    SYS_fstat,
    SYS_newfstatat,
    SYS_pread64,
    SYS_mmap,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_mprotect,
    SYS_brk,
    SYS_lseek,
    SYS_fcntl,
    SYS_getdents64,
    SYS_dup,
    SYS_statx,
    SYS_readv,
    SYS_writev,
    SYS_futex,
    SYS_clock_gettime,
    SYS_clock_nanosleep,
    SYS_getrandom,
    SYS_rt_sigprocmask,
    SYS_rt_sigaction,
    SYS_rt_sigreturn,
    SYS_restart_syscall,
    SYS_ppoll,
    SYS_readlinkat,
    SYS_faccessat,
    SYS_getpid,
    SYS_gettid,
    SYS_getuid,
    SYS_geteuid,
    SYS_getcwd,
    SYS_uname,
    SYS_sysinfo,
    SYS_sched_yield,
    SYS_exit,
    SYS_exit_group,
#ifdef SYS_poll
    SYS_poll,
    SYS_stat,
    SYS_lstat,
    SYS_access,
    SYS_readlink,
#endif
};

// Connections that others begin.
static const int accepting[] = {
    SYS_recvfrom,   SYS_sendto,      SYS_sendmsg,  SYS_recvmsg,     SYS_epoll_pwait,
    SYS_epoll_ctl,  SYS_accept4,     SYS_accept,   SYS_shutdown,    SYS_setsockopt,
    SYS_getsockopt, SYS_getsockname, SYS_sendfile, SYS_getpeername,
#ifdef SYS_epoll_wait
    SYS_epoll_wait,
#endif
};

// Connections that are begun here, and what finds the names of servers.
static const int connecting[] = {
    SYS_socket,   SYS_connect, SYS_bind,    SYS_sendmmsg,   SYS_ioctl,
    SYS_pselect6, SYS_getgid,  SYS_getegid, SYS_socketpair, SYS_pipe2,
};

// A file that takes the place of another.
static const int writing[] = {
    SYS_fsync,    SYS_fdatasync, SYS_fchmod, SYS_fchown,    SYS_ftruncate, SYS_renameat2,
    SYS_unlinkat, SYS_linkat,    SYS_flock,  SYS_fallocate, SYS_umask,
#ifdef SYS_rename
    SYS_rename,   SYS_unlink,    SYS_link,
#endif
#ifdef SYS_renameat
    SYS_renameat,
#endif
};

// Threads, which are told from processes by a flag.
static const int threading[] = {
    SYS_set_robust_list, SYS_rseq,   SYS_fadvise64, SYS_sched_getaffinity,
    SYS_prctl,           SYS_statfs, SYS_fstatfs,
};

enum { LONGEST = 256, X32 = 0x40000000 };

static const uint32_t REFUSED = SECCOMP_RET_ERRNO | ENOSYS;

// A program of the kernel's packet filter under construction.
typedef struct program {
    struct sock_filter steps[LONGEST];
    unsigned short count;
} program;

static void step(program *p, uint16_t code, uint32_t value, uint8_t yes, uint8_t no) {
    p->steps[p->count++] = (struct sock_filter){code, yes, no, value};
}

static void give(program *p, uint32_t answer) {
    step(p, BPF_RET | BPF_K, answer, 0, 0);
}

static void load(program *p, size_t offset) {
    step(p, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void allow_calls(program *p, const int *calls, size_t count) {
    for (size_t i = 0; i < count; i++) {
        step(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)calls[i], 0, 1);
        give(p, SECCOMP_RET_ALLOW);
    }
}

// Lets a call pass when the argument has one of the bits, or when it has none of them.
static void allow_by_bits(program *p, int call, int argument, uint32_t bits, bool is_wanted) {
    step(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(p, offsetof(struct seccomp_data, args) + sizeof(uint64_t) * (size_t)argument);
    step(p, BPF_JMP | BPF_JSET | BPF_K, bits, !is_wanted, is_wanted);
    give(p, SECCOMP_RET_ALLOW);
    give(p, REFUSED);
}

// Lets a call pass when its first argument is that value.
static void allow_for(program *p, int call, uint32_t value) {
    step(p, BPF_JMP | BPF_JEQ | BPF_K, (uint32_t)call, 0, 4);
    load(p, offsetof(struct seccomp_data, args));
    step(p, BPF_JMP | BPF_JEQ | BPF_K, value, 0, 1);
    give(p, SECCOMP_RET_ALLOW);
    give(p, REFUSED);
}

// What is refused answers as a kernel that does not know it, which every program is prepared for.
static void write_program(program *p, const kf_sandbox *box) {
    load(p, offsetof(struct seccomp_data, arch));
    step(p, BPF_JMP | BPF_JEQ | BPF_K, MACHINE, 1, 0);
    give(p, REFUSED);
    load(p, offsetof(struct seccomp_data, nr));
    step(p, BPF_JMP | BPF_JGE | BPF_K, X32, 0, 1);
    give(p, REFUSED);
    allow_calls(p, common, sizeof common / sizeof *common);
    if (box->accepts)
        allow_calls(p, accepting, sizeof accepting / sizeof *accepting);
    if (box->connects)
        allow_calls(p, connecting, sizeof connecting / sizeof *connecting);
    if (box->target != NULL)
        allow_calls(p, writing, sizeof writing / sizeof *writing);
    if (box->draws || box->searches)
        allow_calls(p, threading, sizeof threading / sizeof *threading);
    // The C library asks for clone3 first, whose flags nobody can look at, and then for this.
    if (box->draws || box->searches)
        allow_by_bits(p, SYS_clone, 0, CLONE_THREAD, true);
    // A thread without memory asks the main one to end, and nobody else.
    if (box->draws || box->searches)
        allow_for(p, SYS_tgkill, (uint32_t)getpid());
    allow_by_bits(p, SYS_openat, 2, box->target != NULL ? 0 : O_ACCMODE | O_CREAT | O_TRUNC, false);
    give(p, REFUSED);
}

static void rule_calls(const kf_sandbox *box) {
    program p;
    p.count = 0;
    write_program(&p, box);
    struct sock_fprog filter = {p.count, p.steps};
    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

#else

static void rule_calls(const kf_sandbox *box) {
    (void)box;
}

#endif

void kf_sandbox_enter(const kf_cli *cli, const kf_sandbox *box) {
    // Without this step only the administrator may take the others.
    if (cli->err != stderr || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return;
    rule_files(box);
    rule_calls(box);
}

#else

void kf_sandbox_enter(const kf_cli *cli, const kf_sandbox *box) {
    (void)cli, (void)box;
}

#endif
