/** The programs and built-ins that start other programs, one row each. A new one is a row here and in docs/guides/shell.md. */
import type { Wrapper } from './wrapper.ts';

const COREUTILS = 'https://www.gnu.org/software/coreutils/manual/';
const MAN = 'https://man7.org/linux/man-pages/man1/';
const MAN8 = 'https://man7.org/linux/man-pages/man8/';
const POSIX = 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/';
const BASH = 'https://www.gnu.org/software/bash/manual/bash.html#Bourne-Shell-Builtins';

const DURATION = /^\s*\+?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[smhd]?$/;
const SIGNAL =
  /^(?:[1-9]|[12][0-9]|3[01]|(?:SIG)?(?:HUP|INT|QUIT|ILL|TRAP|ABRT|BUS|FPE|KILL|USR1|SEGV|USR2|PIPE|ALRM|TERM|CHLD|CONT|STOP|TSTP|TTIN|TTOU|URG|XCPU|XFSZ|VTALRM|PROF|WINCH|IO|PWR|SYS))$/i;
const BUFFER = /^[0-9]{1,6}[KM]?$/;
const OUTPUT_BUFFER = /^(?:L|[0-9]{1,6}[KM]?)$/;
const ADJUSTMENT = /^\s*[-+]?[0-9]{1,4}$/;
const VARIABLE = /^[^=]+$/;

export const WRAPPERS: readonly Wrapper[] = [
  // Built-ins of shells.
  { name: 'command', kind: 'lookup', flags: 'p', source: `${POSIX}command.html` },
  { name: 'builtin', kind: 'words', source: BASH },
  { name: 'exec', kind: 'words', flags: 'cl', values: 'a', source: BASH },
  { name: 'eval', kind: 'eval', source: `${POSIX}V3_chap02.html#eval` },
  { name: 'trap', kind: 'trap', source: `${POSIX}V3_chap02.html#trap` },
  { name: '.', kind: 'unknown', source: `${POSIX}V3_chap02.html#dot` },
  { name: 'source', kind: 'unknown', source: BASH },
  // Shells.
  { name: 'sh', kind: 'shell', source: `${POSIX}sh.html` },
  { name: 'bash', kind: 'shell', source: `${MAN}bash.1.html` },
  { name: 'dash', kind: 'shell', source: `${MAN}dash.1.html` },
  { name: 'ash', kind: 'shell', source: 'https://busybox.net/downloads/BusyBox.html' },
  { name: 'rbash', kind: 'shell', source: `${MAN}bash.1.html` },
  {
    name: 'zsh',
    kind: 'unknown',
    opensShell: true,
    source: 'https://zsh.sourceforge.io/Doc/Release/Invocation.html',
  },
  { name: 'ksh', kind: 'unknown', opensShell: true, source: `${MAN}ksh.1.html` },
  { name: 'ksh93', kind: 'unknown', opensShell: true, source: `${MAN}ksh.1.html` },
  {
    name: 'mksh',
    kind: 'unknown',
    opensShell: true,
    source: 'https://www.mirbsd.org/htman/i386/man1/mksh.htm',
  },
  { name: 'yash', kind: 'unknown', opensShell: true, source: 'https://magicant.github.io/yash/doc/' },
  {
    name: 'fish',
    kind: 'unknown',
    opensShell: true,
    source: 'https://fishshell.com/docs/current/cmds/fish.html',
  },
  { name: 'csh', kind: 'unknown', opensShell: true, source: 'https://man.freebsd.org/csh' },
  { name: 'tcsh', kind: 'unknown', opensShell: true, source: 'https://man.freebsd.org/csh' },
  { name: 'pwsh', kind: 'unknown', opensShell: true, source: 'https://learn.microsoft.com/powershell/' },
  { name: 'busybox', kind: 'words', source: 'https://busybox.net/downloads/BusyBox.html' },
  { name: 'toybox', kind: 'words', source: 'https://landley.net/toybox/help.html' },
  // Other users.
  {
    name: 'sudo',
    kind: 'words',
    flags: 'ABbEHKknNPSisv',
    values: 'CDgpRrTtUu',
    longFlags:
      'askpass background bell preserve-env set-home remove-timestamp reset-timestamp no-update non-interactive preserve-groups stdin login shell',
    longValues: 'close-from chdir group host prompt chroot role command-timeout type other-user user',
    assigns: true,
    source: 'https://www.sudo.ws/docs/man/sudo.man/',
  },
  { name: 'doas', kind: 'words', flags: 'Lns', values: 'Cu', source: 'https://man.openbsd.org/doas' },
  {
    name: 'pkexec',
    kind: 'words',
    longFlags: 'keep-cwd disable-internal-agent',
    longValues: 'user',
    source: `${MAN}pkexec.1.html`,
  },
  { name: 'su', kind: 'unknown', opensShell: true, source: `${MAN}su.1.html` },
  { name: 'runuser', kind: 'unknown', opensShell: true, source: `${MAN}runuser.1.html` },
  { name: 'setpriv', kind: 'unknown', source: `${MAN}setpriv.1.html` },
  {
    name: 'chroot',
    kind: 'words',
    longFlags: 'skip-chdir',
    longValues: 'groups userspec',
    skipped: 1,
    opensShell: true,
    source: `${COREUTILS}html_node/chroot-invocation.html`,
  },
  { name: 'unshare', kind: 'unknown', opensShell: true, source: `${MAN}unshare.1.html` },
  { name: 'nsenter', kind: 'unknown', opensShell: true, source: `${MAN}nsenter.1.html` },
  { name: 'systemd-run', kind: 'unknown', source: `${MAN}systemd-run.1.html` },
  {
    name: 'fakeroot',
    kind: 'words',
    flags: 'hvu',
    values: 'lsibe',
    opensShell: true,
    source: 'https://manpages.debian.org/fakeroot.1',
  },
  // The environment and resources of a process.
  {
    name: 'env',
    kind: 'words',
    flags: 'i0v',
    values: 'uC',
    longFlags: 'ignore-environment null debug',
    longValues: 'unset chdir',
    accepts: { u: VARIABLE, unset: VARIABLE },
    assigns: true,
    source: `${COREUTILS}html_node/env-invocation.html`,
  },
  { name: 'nohup', kind: 'words', source: `${COREUTILS}html_node/nohup-invocation.html` },
  {
    name: 'nice',
    kind: 'words',
    values: 'n',
    longValues: 'adjustment',
    accepts: { n: ADJUSTMENT, adjustment: ADJUSTMENT },
    source: `${COREUTILS}html_node/nice-invocation.html`,
  },
  {
    name: 'ionice',
    kind: 'words',
    flags: 't',
    values: 'cn',
    longFlags: 'ignore',
    longValues: 'class classdata',
    source: `${MAN}ionice.1.html`,
  },
  { name: 'chrt', kind: 'words', flags: 'abfiorv', skipped: 1, source: `${MAN}chrt.1.html` },
  {
    name: 'taskset',
    kind: 'words',
    flags: 'ac',
    longFlags: 'all-tasks cpu-list',
    skipped: 1,
    source: `${MAN}taskset.1.html`,
  },
  { name: 'numactl', kind: 'words', values: 'CNmiphH', source: `${MAN8}numactl.8.html` },
  { name: 'prlimit', kind: 'unknown', source: `${MAN}prlimit.1.html` },
  { name: 'setarch', kind: 'unknown', source: `${MAN8}setarch.8.html` },
  { name: 'setsid', kind: 'words', flags: 'cfw', longFlags: 'ctty fork wait', source: `${MAN}setsid.1.html` },
  {
    name: 'stdbuf',
    kind: 'words',
    values: 'ioe',
    longValues: 'input output error',
    accepts: {
      i: BUFFER,
      o: OUTPUT_BUFFER,
      e: OUTPUT_BUFFER,
      input: BUFFER,
      output: OUTPUT_BUFFER,
      error: OUTPUT_BUFFER,
    },
    needsOption: true,
    source: `${COREUTILS}html_node/stdbuf-invocation.html`,
  },
  {
    name: 'timeout',
    kind: 'words',
    flags: 'fpv',
    values: 'ks',
    longFlags: 'foreground preserve-status verbose',
    longValues: 'kill-after signal',
    skipped: 1,
    operand: DURATION,
    accepts: { k: DURATION, 'kill-after': DURATION, s: SIGNAL, signal: SIGNAL },
    source: `${COREUTILS}html_node/timeout-invocation.html`,
  },
  { name: 'time', kind: 'words', flags: 'apvq', values: 'fo', source: `${MAN}time.1.html` },
  {
    name: 'flock',
    kind: 'text',
    flags: 'senxuoF',
    values: 'cwE',
    longFlags: 'shared exclusive nonblock unlock close no-fork verbose',
    longValues: 'command wait timeout conflict-exit-code',
    skipped: 1,
    source: `${MAN}flock.1.html`,
  },
  {
    name: 'caffeinate',
    kind: 'words',
    flags: 'dimsu',
    values: 'tw',
    source: 'https://ss64.com/mac/caffeinate.html',
  },
  { name: 'unbuffer', kind: 'words', flags: 'p', source: 'https://manpages.debian.org/unbuffer.1' },
  {
    name: 'torsocks',
    kind: 'words',
    flags: 'iq',
    values: 'upaP',
    source: 'https://manpages.debian.org/torsocks.1',
  },
  {
    name: 'proxychains',
    kind: 'words',
    flags: 'q',
    values: 'f',
    source: 'https://manpages.debian.org/proxychains4.1',
  },
  {
    name: 'xvfb-run',
    kind: 'words',
    flags: 'al',
    values: 'efnpsw',
    longFlags: 'auto-servernum',
    longValues: 'server-args server-num error-file',
    source: 'https://manpages.debian.org/xvfb-run.1',
  },
  { name: 'dbus-run-session', kind: 'words', source: `${MAN}dbus-run-session.1.html` },
  // Programs that repeat or observe a command.
  {
    name: 'watch',
    kind: 'line',
    flags: 'bcCdegptwrx',
    values: 'n',
    longFlags: 'beep color no-color errexit chgexit precise no-title no-wrap no-rerun exec differences',
    longValues: 'interval',
    source: `${MAN}watch.1.html`,
  },
  {
    name: 'strace',
    kind: 'words',
    flags: 'cCdDfFhiknqrtTvVwxyYzZ',
    values: 'abeEIoOpPsSuUX',
    source: `${MAN}strace.1.html`,
  },
  {
    name: 'ltrace',
    kind: 'words',
    flags: 'CcfhiLrSTtVxb',
    values: 'aAeDFlnoprsuwX',
    source: `${MAN}ltrace.1.html`,
  },
  { name: 'valgrind', kind: 'unknown', source: 'https://valgrind.org/docs/manual/manual-core.html' },
  { name: 'hyperfine', kind: 'unknown', source: 'https://github.com/sharkdp/hyperfine' },
  { name: 'entr', kind: 'words', flags: 'acdnprsxz', source: 'https://manpages.debian.org/entr.1' },
  { name: 'script', kind: 'unknown', opensShell: true, source: `${MAN}script.1.html` },
  { name: 'expect', kind: 'unknown', source: 'https://manpages.debian.org/expect.1' },
  // Programs that start a command for each of many arguments.
  {
    name: 'xargs',
    kind: 'xargs',
    flags: '0oprtx',
    values: 'adEILnPs',
    attached: 'eil',
    longFlags: 'null open-tty interactive no-run-if-empty verbose exit show-limits',
    longValues: 'arg-file delimiter max-args max-procs max-chars process-slot-var',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/xargs-options.html',
  },
  {
    name: 'find',
    kind: 'find',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/Single-File.html',
  },
  {
    name: 'parallel',
    kind: 'unknown',
    opensShell: true,
    source: 'https://www.gnu.org/software/parallel/man.html',
  },
  // Other machines and containers.
  {
    name: 'ssh',
    kind: 'line',
    flags: '46AaCfGgKkMNnqsTtVvXxYy',
    values: 'BbcDEeFIiJLlmOoPpQRSWw',
    skipped: 1,
    opensShell: true,
    source: 'https://man.openbsd.org/ssh',
  },
  { name: 'at', kind: 'unknown', opensShell: true, source: `${MAN}at.1p.html` },
  { name: 'batch', kind: 'unknown', opensShell: true, source: `${MAN}batch.1p.html` },
];

const BY_NAME: ReadonlyMap<string, Wrapper> = new Map(WRAPPERS.map((wrapper) => [wrapper.name, wrapper]));

/** The row of a program, or null if it is not known to start others. */
export const wrapperOf = (program: string): Wrapper | null => BY_NAME.get(program) ?? null;
