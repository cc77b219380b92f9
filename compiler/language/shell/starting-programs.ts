/** Programs that can start others, by which of their options or files, with the page that says so. */
interface StartingProgram {
  readonly name: string;
  /** What it starts, or how. */
  readonly by: string;
  readonly source: string;
}

export const STARTING_PROGRAMS: readonly StartingProgram[] = [
  {
    name: 'env',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/env-invocation.html',
  },
  {
    name: 'xargs',
    by: 'its words',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/xargs-options.html',
  },
  {
    name: 'sh',
    by: 'a text or a file',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/sh.html',
  },
  { name: 'bash', by: 'a text or a file', source: 'https://man7.org/linux/man-pages/man1/bash.1.html' },
  { name: 'dash', by: 'a text or a file', source: 'https://man7.org/linux/man-pages/man1/dash.1.html' },
  { name: 'zsh', by: 'a text or a file', source: 'https://zsh.sourceforge.io/Doc/Release/Invocation.html' },
  { name: 'fish', by: 'a text or a file', source: 'https://fishshell.com/docs/current/cmds/fish.html' },
  { name: 'sudo', by: 'the words behind its options', source: 'https://www.sudo.ws/docs/man/sudo.man/' },
  {
    name: 'ssh',
    by: 'a text on another machine, `-o ProxyCommand`',
    source: 'https://man.openbsd.org/ssh_config#ProxyCommand',
  },
  { name: 'watch', by: 'its words', source: 'https://man7.org/linux/man-pages/man1/watch.1.html' },
  {
    name: 'timeout',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/timeout-invocation.html',
  },
  {
    name: 'nohup',
    by: 'its words',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/nohup-invocation.html',
  },
  {
    name: 'nice',
    by: 'the words behind its options',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/nice-invocation.html',
  },
  { name: 'parallel', by: 'its words', source: 'https://www.gnu.org/software/parallel/man.html' },
  {
    name: 'busybox',
    by: 'the applet that it is given',
    source: 'https://busybox.net/downloads/BusyBox.html',
  },
  { name: 'tmux', by: '`new-session` and others', source: 'https://man.openbsd.org/tmux' },
  {
    name: 'screen',
    by: 'its words',
    source: 'https://www.gnu.org/software/screen/manual/screen.html#Invoking-Screen',
  },
  {
    name: 'find',
    by: '`-exec` and its like',
    source: 'https://www.gnu.org/software/findutils/manual/html_node/find_html/Single-File.html',
  },
  { name: 'fd', by: '`-x` and `-X`', source: 'https://github.com/sharkdp/fd#command-execution' },
  {
    name: 'rg',
    by: '`--pre`',
    source: 'https://github.com/BurntSushi/ripgrep/blob/master/GUIDE.md#preprocessor',
  },
  {
    name: 'sort',
    by: '`--compress-program`',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/sort-invocation.html',
  },
  {
    name: 'split',
    by: '`--filter`',
    source: 'https://www.gnu.org/software/coreutils/manual/html_node/split-invocation.html',
  },
  {
    name: 'sed',
    by: 'the command `e`',
    source: 'https://www.gnu.org/software/sed/manual/html_node/Other-Commands.html',
  },
  {
    name: 'awk',
    by: '`system` and pipes',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/awk.html',
  },
  {
    name: 'gawk',
    by: '`system` and pipes',
    source: 'https://www.gnu.org/software/gawk/manual/html_node/I_002fO-Functions.html',
  },
  { name: 'mawk', by: '`system` and pipes', source: 'https://man7.org/linux/man-pages/man1/awk.1p.html' },
  {
    name: 'tar',
    by: '`--to-command`, `--checkpoint-action`, `-I`',
    source: 'https://www.gnu.org/software/tar/manual/html_node/Writing-to-an-External-Program.html',
  },
  { name: 'zip', by: '`-TT`', source: 'https://gtfobins.github.io/gtfobins/zip/' },
  { name: 'rsync', by: '`-e`', source: 'https://man7.org/linux/man-pages/man1/rsync.1.html' },
  { name: 'scp', by: '`-S` and `-o ProxyCommand`', source: 'https://man.openbsd.org/scp' },
  { name: 'man', by: 'a pager, `-P`', source: 'https://man7.org/linux/man-pages/man1/man.1.html' },
  { name: 'less', by: '`!`, and `LESSOPEN`', source: 'https://man7.org/linux/man-pages/man1/less.1.html' },
  { name: 'more', by: '`!`', source: 'https://man7.org/linux/man-pages/man1/more.1.html' },
  { name: 'vi', by: '`:!`', source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/vi.html' },
  { name: 'vim', by: '`:!`, `-c`', source: 'https://vimhelp.org/various.txt.html#%3A%21' },
  { name: 'ed', by: '`!`', source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ed.html' },
  { name: 'ex', by: '`!`', source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/ex.html' },
  {
    name: 'emacs',
    by: '`--eval`',
    source: 'https://www.gnu.org/software/emacs/manual/html_node/emacs/Initial-Options.html',
  },
  { name: 'git', by: '`-c`, aliases, hooks, pagers', source: 'https://git-scm.com/docs/git-config' },
  { name: 'gh', by: 'aliases and extensions', source: 'https://cli.github.com/manual/gh_alias_set' },
  {
    name: 'hg',
    by: 'aliases and hooks, `--config`',
    source: 'https://www.mercurial-scm.org/help/topics/config',
  },
  {
    name: 'make',
    by: 'recipes and `$(shell …)`',
    source: 'https://www.gnu.org/software/make/manual/html_node/Recipes.html',
  },
  { name: 'cmake', by: '`-E` and `-P`', source: 'https://cmake.org/cmake/help/latest/manual/cmake.1.html' },
  { name: 'ninja', by: 'rules of its file', source: 'https://ninja-build.org/manual.html' },
  { name: 'npm', by: 'scripts of packages', source: 'https://docs.npmjs.com/cli/using-npm/scripts' },
  { name: 'npx', by: 'programs of packages', source: 'https://docs.npmjs.com/cli/commands/npx' },
  { name: 'yarn', by: 'scripts of packages', source: 'https://classic.yarnpkg.com/lang/en/docs/cli/run/' },
  { name: 'pnpm', by: 'scripts of packages', source: 'https://pnpm.io/cli/run' },
  { name: 'pip', by: 'builds of packages', source: 'https://pip.pypa.io/en/stable/reference/build-system/' },
  {
    name: 'cargo',
    by: 'build scripts',
    source: 'https://doc.rust-lang.org/cargo/reference/build-scripts.html',
  },
  { name: 'go', by: '`generate`, `run`, `-exec`', source: 'https://pkg.go.dev/cmd/go' },
  {
    name: 'mvn',
    by: 'plug-ins',
    source: 'https://maven.apache.org/guides/introduction/introduction-to-plugins.html',
  },
  {
    name: 'gradle',
    by: 'tasks',
    source: 'https://docs.gradle.org/current/userguide/command_line_interface.html',
  },
  { name: 'docker', by: '`run` and `exec`', source: 'https://docs.docker.com/reference/cli/docker/' },
  { name: 'kubectl', by: '`exec`, and plug-ins', source: 'https://kubernetes.io/docs/reference/kubectl/' },
  { name: 'python', by: 'a text or a file', source: 'https://docs.python.org/3/using/cmdline.html' },
  { name: 'python3', by: 'a text or a file', source: 'https://docs.python.org/3/using/cmdline.html' },
  { name: 'perl', by: 'a text or a file', source: 'https://perldoc.perl.org/perlrun' },
  {
    name: 'ruby',
    by: 'a text or a file',
    source: 'https://docs.ruby-lang.org/en/master/ruby/options_md.html',
  },
  { name: 'node', by: 'a text or a file', source: 'https://nodejs.org/api/cli.html' },
  { name: 'deno', by: 'a file', source: 'https://docs.deno.com/runtime/reference/cli/run/' },
  { name: 'bun', by: 'a file or a script', source: 'https://bun.sh/docs/cli/run' },
  { name: 'php', by: 'a text or a file', source: 'https://www.php.net/manual/en/features.commandline.php' },
  { name: 'lua', by: 'a text or a file', source: 'https://www.lua.org/manual/5.4/lua.html' },
  {
    name: 'gdb',
    by: '`shell`, `-ex`',
    source: 'https://sourceware.org/gdb/current/onlinedocs/gdb.html/Shell-Commands.html',
  },
  { name: 'sqlite3', by: '`.shell`', source: 'https://sqlite.org/cli.html' },
  { name: 'psql', by: '`\\!`', source: 'https://www.postgresql.org/docs/current/app-psql.html' },
  {
    name: 'wget',
    by: '`--use-askpass`',
    source: 'https://www.gnu.org/software/wget/manual/html_node/HTTP-Options.html',
  },
  {
    name: 'crontab',
    by: 'entries that run later',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/crontab.html',
  },
  {
    name: 'at',
    by: 'a text that runs later',
    source: 'https://pubs.opengroup.org/onlinepubs/9799919799/utilities/at.html',
  },
  { name: 'systemctl', by: 'units', source: 'https://man7.org/linux/man-pages/man1/systemctl.1.html' },
];
