/** Programs that can start others, by which of their options or files, with the page that says so. */
interface StartingProgram {
  readonly name: string;
  /** What it starts, or how. */
  readonly by: string;
  readonly source: string;
  readonly checked: Checked;
}

/**
 * How the row was checked: the program was made to start another one in this way, its manual says so, or neither was done.
 * Where `by` names several ways, at least one of them started a program, and the manual has the others.
 */
type Checked = 'started' | 'read' | 'unread';

export const STARTING_PROGRAMS: readonly StartingProgram[] = [
  {
    name: 'env',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/env-invocation.html',
    checked: 'started',
  },
  {
    name: 'xargs',
    by: 'its words',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/xargs-options.html',
    checked: 'started',
  },
  {
    name: 'sh',
    by: 'a text or a file',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html',
    checked: 'started',
  },
  {
    name: 'bash',
    by: 'a text or a file',
    source: 'https://man7.org/linux/man-pages/man1/bash.1.html',
    checked: 'started',
  },
  {
    name: 'dash',
    by: 'a text or a file',
    source: 'https://man7.org/linux/man-pages/man1/dash.1.html',
    checked: 'started',
  },
  {
    name: 'zsh',
    by: 'a text or a file',
    source: 'https://zsh.sourceforge.io/Doc/Release/Invocation.html',
    checked: 'started',
  },
  {
    name: 'fish',
    by: 'a text or a file',
    source: 'https://fishshell.com/docs/current/cmds/fish.html',
    checked: 'started',
  },
  {
    name: 'sudo',
    by: 'the words behind its options',
    source: 'https://www.sudo.ws/docs/man/sudo.man/',
    checked: 'read',
  },
  {
    name: 'ssh',
    by: 'a text on another machine, `-o ProxyCommand`, `-o LocalCommand`',
    source: 'https://man.openbsd.org/ssh_config#ProxyCommand',
    checked: 'started',
  },
  {
    name: 'watch',
    by: 'its words',
    source: 'https://man7.org/linux/man-pages/man1/watch.1.html',
    checked: 'started',
  },
  {
    name: 'timeout',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/timeout-invocation.html',
    checked: 'started',
  },
  {
    name: 'nohup',
    by: 'its words',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/nohup-invocation.html',
    checked: 'started',
  },
  {
    name: 'nice',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/nice-invocation.html',
    checked: 'started',
  },
  {
    name: 'parallel',
    by: 'its words',
    source: 'https://www.gnu.org/software/parallel/man.html',
    checked: 'read',
  },
  {
    name: 'busybox',
    by: 'the applet that it is given',
    source: 'https://busybox.net/downloads/BusyBox.html',
    checked: 'read',
  },
  {
    name: 'tmux',
    by: '`new-session` and others',
    source: 'https://man.openbsd.org/tmux',
    checked: 'started',
  },
  {
    name: 'screen',
    by: 'its words',
    source: 'https://www.gnu.org/software/screen/manual/screen.html#Invoking-Screen',
    checked: 'read',
  },
  {
    name: 'find',
    by: '`-exec` and its like',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/Single-File.html',
    checked: 'started',
  },
  {
    name: 'fd',
    by: '`-x` and `-X`',
    source: 'https://github.com/sharkdp/fd#command-execution',
    checked: 'read',
  },
  {
    name: 'rg',
    by: '`--pre`, `--hostname-bin`, `-z`',
    source: 'https://github.com/BurntSushi/ripgrep/blob/master/GUIDE.md#preprocessor',
    checked: 'read',
  },
  {
    name: 'sort',
    by: '`--compress-program`',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/sort-invocation.html',
    checked: 'started',
  },
  {
    name: 'split',
    by: '`--filter`',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/split-invocation.html',
    checked: 'started',
  },
  {
    name: 'sed',
    by: 'the command `e`, and `e` behind `s`',
    source: 'https://www.gnu.org/software/sed/manual/html_node/Other-Commands.html',
    checked: 'started',
  },
  {
    name: 'awk',
    by: '`system` and pipes',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/awk.html',
    checked: 'started',
  },
  {
    name: 'gawk',
    by: '`system` and pipes',
    source: 'https://www.gnu.org/software/gawk/manual/html_node/I_002fO-Functions.html',
    checked: 'started',
  },
  {
    name: 'mawk',
    by: '`system` and pipes',
    source: 'https://manpages.debian.org/mawk.1',
    checked: 'started',
  },
  {
    name: 'tar',
    by: '`--to-command`, `--checkpoint-action`, `-I`, `-F`',
    source: 'https://www.gnu.org/software/tar/manual/html_node/Writing-to-an-External-Program.html',
    checked: 'started',
  },
  { name: 'zip', by: '`-TT`', source: 'https://manpages.debian.org/zip.1', checked: 'started' },
  {
    name: 'rsync',
    by: '`-e`',
    source: 'https://man7.org/linux/man-pages/man1/rsync.1.html',
    checked: 'started',
  },
  {
    name: 'scp',
    by: '`-S` and `-o ProxyCommand`',
    source: 'https://man.openbsd.org/scp',
    checked: 'started',
  },
  {
    name: 'man',
    by: 'a pager, `-P`, and a browser, `-H`',
    source: 'https://man7.org/linux/man-pages/man1/man.1.html',
    checked: 'started',
  },
  {
    name: 'less',
    by: '`!`, `|`, and `LESSOPEN`',
    source: 'https://man7.org/linux/man-pages/man1/less.1.html',
    checked: 'started',
  },
  {
    name: 'more',
    by: '`!`, and an editor',
    source: 'https://man7.org/linux/man-pages/man1/more.1.html',
    checked: 'read',
  },
  {
    name: 'vi',
    by: '`:!`',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/vi.html',
    checked: 'started',
  },
  {
    name: 'vim',
    by: '`:!`, `-c`',
    source: 'https://vimhelp.org/various.txt.html#%3A%21',
    checked: 'started',
  },
  {
    name: 'ed',
    by: '`!`',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ed.html',
    checked: 'started',
  },
  {
    name: 'ex',
    by: '`!`',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ex.html',
    checked: 'started',
  },
  {
    name: 'emacs',
    by: '`--eval`',
    source: 'https://www.gnu.org/software/emacs/manual/html_node/emacs/Initial-Options.html',
    checked: 'started',
  },
  {
    name: 'git',
    by: '`-c`, aliases, hooks, pagers, `rebase --exec`, `bisect run`, `--upload-pack`',
    source: 'https://git-scm.com/docs/git-config',
    checked: 'started',
  },
  {
    name: 'gh',
    by: 'aliases and extensions',
    source: 'https://cli.github.com/manual/gh_alias_set',
    checked: 'read',
  },
  {
    name: 'hg',
    by: 'aliases and hooks, `--config`',
    source: 'https://www.mercurial-scm.org/help/topics/config',
    checked: 'read',
  },
  {
    name: 'make',
    by: 'recipes and `$(shell …)`',
    source: 'https://www.gnu.org/software/make/manual/html_node/Recipes.html',
    checked: 'started',
  },
  {
    name: 'cmake',
    by: '`-E`, `-P` and `--build`',
    source: 'https://cmake.org/cmake/help/latest/manual/cmake.1.html',
    checked: 'started',
  },
  {
    name: 'ninja',
    by: 'rules of its file',
    source: 'https://ninja-build.org/manual.html',
    checked: 'started',
  },
  {
    name: 'npm',
    by: 'scripts of packages, `exec`',
    source: 'https://docs.npmjs.com/cli/using-npm/scripts',
    checked: 'started',
  },
  {
    name: 'npx',
    by: 'programs of packages',
    source: 'https://docs.npmjs.com/cli/commands/npx',
    checked: 'started',
  },
  {
    name: 'yarn',
    by: 'scripts of packages',
    source: 'https://classic.yarnpkg.com/lang/en/docs/cli/run/',
    checked: 'read',
  },
  {
    name: 'pnpm',
    by: 'scripts of packages, `exec`, `dlx`',
    source: 'https://pnpm.io/cli/run',
    checked: 'read',
  },
  {
    name: 'pip',
    by: 'builds of packages',
    source: 'https://pip.pypa.io/en/stable/reference/build-system/',
    checked: 'started',
  },
  {
    name: 'cargo',
    by: 'build scripts',
    source: 'https://doc.rust-lang.org/cargo/reference/build-scripts.html',
    checked: 'started',
  },
  { name: 'go', by: '`generate`, `run`, `-exec`', source: 'https://pkg.go.dev/cmd/go', checked: 'read' },
  {
    name: 'mvn',
    by: 'plug-ins',
    source: 'https://maven.apache.org/guides/introduction/introduction-to-plugins.html',
    checked: 'unread',
  },
  {
    name: 'gradle',
    by: 'tasks',
    source: 'https://docs.gradle.org/current/userguide/command_line_interface.html',
    checked: 'unread',
  },
  {
    name: 'docker',
    by: '`run` and `exec`, and plug-ins',
    source: 'https://docs.docker.com/reference/cli/docker/',
    checked: 'started',
  },
  {
    name: 'kubectl',
    by: '`exec`, and plug-ins',
    source: 'https://kubernetes.io/docs/reference/kubectl/',
    checked: 'started',
  },
  {
    name: 'python',
    by: 'a text or a file',
    source: 'https://docs.python.org/3/using/cmdline.html',
    checked: 'started',
  },
  {
    name: 'python3',
    by: 'a text or a file',
    source: 'https://docs.python.org/3/using/cmdline.html',
    checked: 'started',
  },
  { name: 'perl', by: 'a text or a file', source: 'https://perldoc.perl.org/perlrun', checked: 'started' },
  {
    name: 'ruby',
    by: 'a text or a file',
    source: 'https://docs.ruby-lang.org/en/master/ruby/options_md.html',
    checked: 'unread',
  },
  { name: 'node', by: 'a text or a file', source: 'https://nodejs.org/api/cli.html', checked: 'started' },
  {
    name: 'deno',
    by: 'a file, `eval`, tasks',
    source: 'https://docs.deno.com/runtime/reference/cli/run/',
    checked: 'read',
  },
  {
    name: 'bun',
    by: 'a file, a script of a package, a program of one',
    source: 'https://bun.sh/docs/cli/run',
    checked: 'read',
  },
  {
    name: 'php',
    by: 'a text or a file',
    source: 'https://www.php.net/manual/en/features.commandline.php',
    checked: 'read',
  },
  { name: 'lua', by: 'a text or a file', source: 'https://www.lua.org/manual/5.4/lua.html', checked: 'read' },
  {
    name: 'gdb',
    by: '`shell` and `!`, `-ex`',
    source: 'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Shell-Commands.html',
    checked: 'started',
  },
  {
    name: 'sqlite3',
    by: '`.shell` and `.system`',
    source: 'https://sqlite.org/cli.html',
    checked: 'started',
  },
  {
    name: 'psql',
    by: '`\\!`, and `-o` with a pipe',
    source: 'https://www.postgresql.org/docs/current/app-psql.html',
    checked: 'started',
  },
  {
    name: 'wget',
    by: '`--use-askpass`',
    source: 'https://www.gnu.org/software/wget/manual/html_node/HTTP-Options.html',
    checked: 'started',
  },
  {
    name: 'crontab',
    by: 'entries that run later',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/crontab.html',
    checked: 'unread',
  },
  {
    name: 'at',
    by: 'a text that runs later',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/at.html',
    checked: 'read',
  },
  {
    name: 'systemctl',
    by: 'units, and an editor and pager',
    source: 'https://man7.org/linux/man-pages/man1/systemctl.1.html',
    checked: 'read',
  },
];
