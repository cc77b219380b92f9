/** Random command lines from a grammar. */
import type { Dice } from '../judge/dice.ts';

const NAMES = ['aa', 'bb', 'cc', 'dd', 'ee', 'gg'];
const PLAIN = [
  'x',
  'y1',
  '-f',
  '--long=v',
  'a.b',
  '1',
  '+x',
  'a:b',
  'a=b',
  '%',
  '@',
  ',',
  'in',
  'do',
  'a#b',
  '=',
  'é',
  ']',
  '!',
  '^a',
  '{}',
  '}',
  'a-b',
  '-c',
  '-',
];
const QUOTED = [
  'x y',
  'a;b',
  'a|b',
  '#',
  '',
  ' ',
  '>',
  '$x',
  '`',
  '*',
  '\\',
  'a\nb',
  '(',
  "it's",
  '"',
  '!x',
  '$(aa)',
  '${y}',
  'é',
];
const REDIRECTIONS = [
  '> out',
  '>> out',
  '< in',
  '2>&1',
  '>&2',
  '2> err',
  '> "o"ut',
  '<&-',
  '>| out',
  '3> t',
  '<> in',
  '2>out 1>&2',
];
const BASH_REDIRECTIONS = ['&> out', '<<< x', '<<< "a b"', '>& out', '&>> out'];

/** A command line. */
export function drawLine(dice: Dice): string {
  return list(dice, dice.int(1, 3));
}

const pickOf = (dice: Dice, choices: readonly (() => string)[]): string => dice.pick(choices)();
/** A text between quotes of either kind. */
function quote(dice: Dice, text: string): string {
  if (dice.percent(60)) return `'${text.replaceAll("'", `'\\''`)}'`;
  return `"${text.replace(/[\\$`"]/g, '\\$&')}"`;
}

function word(dice: Dice, depth: number): string {
  const count = dice.percent(75) ? 1 : dice.int(2, 3);
  return dice.times(count, () => part(dice, depth)).join('');
}

function part(dice: Dice, depth: number): string {
  if (dice.percent(60)) return dice.pick(PLAIN);
  if (dice.percent(50)) return quote(dice, dice.pick(QUOTED));
  const inner = depth - 1;
  return pickOf(dice, [
    () => '\\' + dice.pick([...'a $"\'\\|;&()<>#*?\n!~{}[']),
    () => '$x',
    () => '"$y"',
    () => '$1',
    () => '"$@"',
    () =>
      dice.pick([
        '${x}',
        '${x:-d}',
        '"${x:-a b}"',
        '${#x}',
        '${x%.*}',
        '${x##a}',
        '"${x:+"$y"}"',
        '${x/a/b}',
        '${x^^}',
        '${x:1:2}',
        '${!x}',
        '${x[0]}',
        '$#',
        '$?',
        '$$',
        '"$"',
        '$',
      ]),
    () =>
      dice.pick([
        '*',
        'i*',
        '?n',
        '[ab]',
        '{a,b}',
        '{1..3}',
        '~',
        '$((1+2))',
        '$((x+1))',
        '"$((2*3))"',
        "$'a'",
        "$'a\\tb'",
        '$"a"',
        'i{n,x}',
        '"*"',
        '\\*',
      ]),
    () => (inner > 0 ? `$(${list(dice, inner)})` : '$(aa)'),
    () => (inner > 0 ? `"${dice.pick(['', 'a ', '$x'])}$(${list(dice, inner)})"` : '"$(bb q)"'),
    () => (inner > 0 ? `\`${list(dice, inner).replace(/[\\`$]/g, '\\$&')}\`` : '`cc`'),
    () => (inner > 0 ? `\${x:-${dice.pick(['$(aa)', 'b', '"c d"', '`bb`', "'e'"])}}` : '${x-a}'),
    () => (inner > 0 ? `<(${list(dice, inner)})` : '<(aa)'),
    () => 'a\\\nb',
  ]);
}

function simple(dice: Dice, depth: number): string {
  const before = dice.percent(15)
    ? dice.pick(['V=1 ', 'V=$x ', "V='a b' ", 'V+=x ', 'V=$(aa) ', 'V= W=2 ', 'x=1 '])
    : '';
  const redirection = (): string =>
    dice.percent(20) ? ` ${dice.pick(dice.percent(75) ? REDIRECTIONS : BASH_REDIRECTIONS)}` : '';
  const name = dice.percent(85)
    ? dice.pick(NAMES)
    : dice.pick([
        "a'a'",
        '"bb"',
        'c\\c',
        './tool',
        "''dd",
        'e$@e',
        '$x',
        'a\\\na',
        '{aa,bb}',
        "$'cc'",
        'tool',
        '${x}aa',
        'gg""',
        '[',
        ':',
        'echo',
        'true',
        'in',
        'read',
      ]);
  const words = dice.times(dice.int(0, 3), () => ` ${word(dice, depth)}`).join('');
  const space = dice.percent(5) ? dice.pick(['\t', ' \\\n ', '  ']) : '';
  const front = dice.percent(5) ? `${dice.pick(REDIRECTIONS)} ` : '';
  return `${before}${front}${name}${space}${redirection()}${words}${redirection()}`;
}

function wrapped(dice: Dice, depth: number): string {
  const inner = depth - 1;
  const text = (): string => quote(dice, inner > 0 ? list(dice, inner) : simple(dice, 1));
  return pickOf(dice, [
    () => `env ${dice.pick(['', 'V=1 ', 'V="a b" W= ', '-u V ', '-u $x ', '$x '])}${simple(dice, inner)}`,
    () => `sudo ${dice.pick(['', '-u x ', '-n ', 'V=1 ', '-q ', '-- '])}${simple(dice, inner)}`,
    () =>
      `${dice.pick(['sh', 'bash', 'dash', 'bash -e', 'sh -x', 'bash -o pipefail', 'bash --norc'])} ${dice.pick(['-c', '-ec', '-c --', '-uc'])} ${text()}${dice.pick(['', ' n', ' n m'])}`,
    () =>
      `${dice.pick(['sh', 'bash -s', 'dash'])} ${dice.pick(['', '-e '])}<< 'E'\n${inner > 0 ? list(dice, inner) : 'aa'}\nE\n`,
    () => `bash <<< ${text()}`,
    () =>
      `timeout ${dice.pick(['2', '-k 1 2', '--signal=9 2', '-s 9 2', '--foreground 2', '-x 2', '-s TERM 2', '-s $x 2', '--signal= 2'])} ${simple(dice, inner)}`,
    () =>
      `${dice.pick(['nice', 'nice -n 1', 'nice -n $x', 'nice -1', 'nohup', 'stdbuf -oL', 'stdbuf -o L', 'setsid', 'command', 'command --', 'builtin', 'command -v', 'exec', 'exec -a n'])} ${simple(dice, inner)}`,
    () =>
      `xargs ${dice.pick(['', '-n 1 ', '-n1 ', '-I{} ', '-I % ', '-0 ', '-r ', '-P2 '])}${simple(dice, inner)} ${dice.pick(['{}', '%', ''])} < in`,
    () =>
      `find . ${dice.pick(['', '-name in ', '-type f ', '$x ', '"$x" '])}${dice.pick(['-exec', '-execdir'])} ${dice.pick(NAMES)} ${dice.pick(['{} +', '{} \\;', "';'", 'x {} \\;', '"$y" {} ";"'])}`,
    () => `eval ${dice.percent(60) ? text() : simple(dice, inner)}`,
    () => `trap ${text()} ${dice.pick(['EXIT', '0'])}`,
    () => `time ${dice.pick(['', '-p '])}${simple(dice, inner)}`,
  ]);
}

function compound(dice: Dice, depth: number): string {
  const inner = depth - 1;
  const body = (): string => list(dice, inner);
  const end = (text: string): string =>
    /[\n]$/.test(text) ? text : `${text}${dice.pick(['; ', '\n', ' ;'])}`;
  const redirected = (): string => (dice.percent(15) ? ` ${dice.pick(REDIRECTIONS)}` : '');
  return (
    pickOf(dice, [
      () => `{ ${end(body())}}`,
      () => `(${dice.pick(['', ' '])}${body()}${dice.pick(['\n', ' ', ''])})`,
      () => `if ${end(body())}then ${end(body())}${dice.percent(40) ? `else ${end(body())}` : ''}fi`,
      () => `if ff; then ${end(body())}${dice.percent(50) ? `elif ${end(body())}then ${end(body())}` : ''}fi`,
      () => `for ${dice.pick(['x', 'i'])} in ${word(dice, 1)} b; do ${end(body())}done`,
      () => `for i in *\ndo\n${end(body())}done`,
      () => `while ff; do ${end(body())}done`,
      () => `until aa x; do ${end(body())}done`,
      () =>
        `case ${word(dice, 1)} in ${dice.pick(['', '('])}${dice.pick(['a', '*', 'a|b', '"x"', '$x'])}) ${body()}${dice.pick([';;', '\n;;', ' ;;'])} ${dice.percent(40) ? `b) ${end(body())}` : ''}esac`,
      () =>
        `${dice.pick(['f', 'g', 'aa', 'h-h'])}() { ${end(body())}}${dice.pick(['', '; f', '; g x', '\naa'])}`,
      () => `function f { ${end(body())}}; f`,
      () =>
        `[[ ${dice.pick(['-f in', 'a == b', '$x == a*', '-n $x && -f in', 'a || b', '! -f x', 'a =~ ^(a|b)$', 'a =~ a|b', '1 -eq 1', '$x -gt 1', 'a < b', '( a )', '-z "$(aa)"', 'a || aa'])} ]]`,
      () => `((${dice.pick(['1', 'x+1', 'i++', '1 > 0', '(1)+2', 'aa', '$x', '$(aa)', '1, 2'])}))`,
      () => `for ((i=0; i<2; i++)); do ${end(body())}done`,
      () =>
        `${dice.pick(['a', 'b'])}${dice.pick(['=', '+='])}(${dice.pick(['1 2', '$(aa)', '"a b" $x', '[1]=x', '\n a\n b\n', ''])})`,
      () =>
        `${dice.pick(NAMES)} ${dice.pick(['<<E', '<<-E', "<<'E'", '<< "E"', '<<\\E', '3<<E'])}${dice.pick(['', ' | bb', '; cc', ' x', ' && dd', ' > out'])}\n${dice.pick(['', 'text\n', '$(aa)\n', '$x `bb`\n', '\tindented\n', '"\'\n', 'a\\\nb\n', '${x:-$(aa)}\n', '#\n'])}${dice.pick(['', '', '\t'])}E\n`,
      () =>
        dice.pick([
          'x=1',
          'x=$(aa)',
          'export V=1',
          'set -e',
          'set -- a b',
          'unset x',
          'shift',
          'exit',
          'return',
          'local x=1',
          'declare -i n=2',
          'read x < in',
          'cd .',
          'export $x',
          'x=aa',
          'readonly q=1',
          'let x=1',
          'printf %s aa',
          'printf -v x aa',
          'alias aa=bb',
          'set -f',
          'shopt -s nullglob',
          'break',
          'wait',
          'test -f in',
          'declare -a l=(1 $(aa))',
          'x="1 bb" y="cc dd"',
        ]),
    ]) + redirected()
  );
}

function command(dice: Dice, depth: number): string {
  if (depth <= 1 || dice.percent(50)) return simple(dice, depth);
  return dice.percent(45) ? wrapped(dice, depth) : compound(dice, depth);
}

function list(dice: Dice, depth: number): string {
  const count = dice.pick([1, 1, 1, 2, 2, 3]);
  let text = '';
  for (let i = 0; i < count; i++) {
    const next = `${dice.percent(5) ? '! ' : ''}${command(dice, depth)}`;
    if (i === 0) text = next;
    else if (text.endsWith('\n')) text += next;
    else
      text +=
        dice.pick([
          ' | ',
          '; ',
          ' && ',
          ' || ',
          '\n',
          ' & ',
          ';',
          '|',
          '&&',
          ' |& ',
          ' &\n',
          '; # c\n',
          ' |\n',
          ' \\\n| ',
          '\n\n',
        ]) + next;
  }
  return text;
}
