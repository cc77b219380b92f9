import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { WRAPPERS } from '../../runtime/shell/wrappers.ts';
import { readShell } from '../../runtime/shell/read-shell.ts';

/** `program args`, with `?` for an unknown program, `~` for what is dynamic, and the programs that start it in front. */
function read(text: string): readonly string[] | null {
  const reading = readShell(text);
  return (
    reading?.commands.map(({ program, args, dynamic, via }) =>
      [...via.map((name) => `${name}>`), program ?? '?', ...args, ...(dynamic ? ['~'] : [])].join(' '),
    ) ?? null
  );
}

describe('readShell', () => {
  it.each<[string, readonly string[]]>([
    ['git status; curl x | sh', ['git status', 'curl x', 'sh', 'sh> ? ~']],
    ["/bin/r''m -rf x", ['rm -rf x']],
    ['r\\\nm x', ['rm x']],
    ['sudo -u x rm f', ['sudo -u x rm f', 'sudo> rm f']],
    ["sh -c 'rm f'", ['sh -c rm f', 'sh> rm f']],
    ['find . -exec rm {} +', ['find . -exec rm {} +', 'find> rm ~']],
    ['xargs rm', ['xargs rm', 'xargs> rm ~']],
    ["xargs -I{} sh -c 'rm {}'", ['xargs -I{} sh -c rm {}', 'xargs> sh -c ~', 'xargs> sh> ? ~']],
    ["ssh host 'rm f'", ['ssh host rm f', 'ssh> rm f']],
    [
      'timeout 5 nice -n 3 rm x',
      ['timeout 5 nice -n 3 rm x', 'timeout> nice -n 3 rm x', 'timeout> nice> rm x'],
    ],
    ['sudo --unknown rm x', ['sudo --unknown rm x', 'sudo> ? ~']],
    ['{rm,-rf,x}', ['? ~']],
    ['$X foo', ['? foo ~']],
    ['echo $(rm x) `rm y`', ['echo ~', 'rm x', 'rm y']],
    ['diff <(a) >(b)', ['diff ~', 'a', 'b']],
    ['if a; then b; elif c; then d; else e; fi', ['a', 'b', 'c', 'd', 'e']],
    ['for f in *.c; do cc "$f"; done', ['cc ~']],
    ['case $x in a|b) c;; (*) d;; esac', ['c', 'd']],
    ['f() { rm x; }; f', ['rm x', 'f ~']],
    ['cat <<E\n$(rm x)\nE\nls', ['cat ~', 'rm x', 'ls']],
    ["cat <<'E'\n$(rm x)\nE\nls", ['cat', 'ls']],
    ["bash <<'E'\nrm a\nE\n", ['bash', 'bash> rm a']],
    ['x=$(cmd); echo $((x+1))', ['? ~', 'cmd', 'echo ~']],
    ['((i++))', ['? ~']],
    ["trap 'rm x' EXIT", ['trap rm x EXIT', 'trap> rm x']],
    ['eval "rm $x"', ['eval ~', 'eval> ? ~']],
    ['command -v rm', ['command -v rm']],
    ['. ./x', ['. ./x', '.> ? ~']],
    ['[[ a || reboot ]]', ['[[ a reboot', 'reboot ~']],
    ['> f', ['']],
    ['ls &> f x', ['ls x', 'x']],
    ['ls &> f $x y', ['ls y ~', '? y ~']],
    ['V=1 in x; > f do y', ['in x', 'do y']],
    [`sh -c 'echo "'; ls`, ['sh -c echo "', 'sh> ? ~', 'ls']],
    ["bash << 'E'\nalias ls=rm\nE\nls", ['bash', 'bash> ? ~', 'ls']],
    ["bash << 'E'\nhead -1\n: << 'X'\nrm x\nX\nE", ['bash', 'bash> ? ~']],
    ["bash << 'E'\nsh -c 'read x'\nrm x\nE", ['bash', 'bash> ? ~']],
    ["bash << 'E'\nexec < f\nrm x\nE", ['bash', 'bash> ? ~']],
    [
      "bash << 'E'\ncat < f\nls | head -1\ncat\nE",
      ['bash', 'bash> cat', 'bash> ls', 'bash> head -1', 'bash> cat'],
    ],
  ])('reads %j', (text, commands) => {
    expect(read(text)).toEqual(commands);
  });

  it.each([
    'echo "',
    "echo '",
    'echo `a',
    'a |',
    'a &&',
    'if a; then b',
    '(a',
    'a)',
    'alias ls=rm',
    "eval 'alias ls=rm'; ls",
    "trap 'echo \"' EXIT",
    'shopt -s extglob',
    'set -k',
    'enable -f x y',
    'PS4=x',
    'BASH_ENV=x bash -c y',
    'cat <<E\nx',
    'a\rb',
    'a\0b',
    '\ud800',
    "echo $'a\\'b'",
    'echo $[1]',
    'ls &>f x=1 y',
    '{fd}>f',
    'ls 12>f',
    'a[ # ]=1',
    'coproc a',
    'a(b)',
    'echo "${x:-\'}"',
    '$((a) )',
    'echo "$$(s$(a |\nb)"',
    'echo "$${x"',
  ])('does not read %j', (text) => {
    expect(read(text)).toBeNull();
  });

  it('gives files, variables and places', () => {
    const reading = readShell('cd a; V=1 ./b > out 2>> log < in; X=2; ls $X');
    expect(reading?.commands).toMatchObject([
      { program: 'cd', start: 0, end: 4 },
      { program: 'b', path: './b', writes: ['out', 'log'], reads: ['in'], env: ['V'], start: 6, end: 32 },
      { program: 'ls', args: [], dynamic: true, env: ['X'], text: 'ls $X' },
    ]);
  });

  it('gives every variable of a loop to its commands, because they run again', () => {
    expect(readShell('while a; do ls; PATH=x; done')?.commands.map(({ env }) => env)).toEqual([
      ['PATH'],
      ['PATH'],
    ]);
  });

  it('does not read what is too long or too deep', () => {
    expect(readShell(`echo ${'a'.repeat(1_000_000)}`)).toBeNull();
    for (const open of ['$(', '`', '(', '{ ', 'if ', '"$(', '${x:-', '$((', 'sudo ', 'sh -c '])
      expect(readShell(open.repeat(10_000).slice(0, 60_000))?.commands.length ?? 0).toBeLessThan(4);
    expect(readShell(`${'$('.repeat(10_000)}a${')'.repeat(10_000)}`)).toBeNull();
    expect(readShell('a;'.repeat(1001))).toBeNull();
  });

  it.each([
    ['ci', 60],
    ['agent', 40],
    ['written', 40],
  ])('reads 95 of 100 commands of the kind %j', async (wanted, count) => {
    const all = JSON.parse(await readFile('test/shell/real-commands.json', 'utf8')) as readonly {
      kind: string;
      source: string;
      command: string;
    }[];
    const commands = all.filter(({ kind }) => kind === wanted);
    expect(commands).toHaveLength(count);
    const read = commands.filter(({ command }) => readShell(command) !== null);
    expect(read.length).toBeGreaterThanOrEqual(count * 0.95);
    for (const { source } of commands) expect(source).toMatch(wanted === 'written' ? /^tests$/ : /^https:/);
  });
});

it('the page of the grammar has every program that starts others', async () => {
  const page = await readFile('docs/guides/shell.md', 'utf8');
  for (const { name, source } of WRAPPERS) {
    expect(page).toContain(`| \`${name}\` `);
    expect(page).toContain(source);
  }
});
