/** Small changes to command lines, and which of them are run. */
import type { Dice } from '../judge/dice.ts';

const PIECES = [
  ...'\'"\\$`(){}[];&|<>#!*?~=-+:,.@%^ \t\n',
  '$(',
  '))',
  '((',
  '&&',
  '||',
  ';;',
  '<<',
  '>>',
  '<(',
  '${',
  '}',
  "$'",
  '\\\n',
  'aa',
  ' aa ',
  '; bb',
  '|cc',
  '$x',
  '""',
  "''",
  ' -c ',
  '\ndd\n',
  'in',
  ' do ',
  ' fi',
  'esac',
  '<<<',
  '&>',
  '|&',
  '2>',
  'E\n',
  '[[ ',
  ' ]]',
  '=',
  '#',
];

/** Changes one to three places. */
export function mutate(dice: Dice, line: string): string {
  let text = line;
  for (let i = dice.int(1, 3); i > 0; i--) {
    const at = dice.int(0, text.length);
    const to = Math.min(text.length, at + dice.int(1, 3));
    const kind = dice.int(1, 10);
    if (kind <= 5) text = text.slice(0, at) + dice.pick(PIECES) + text.slice(at);
    else if (kind <= 8) text = text.slice(0, at) + text.slice(to);
    else text = text.slice(0, to) + text.slice(at, to) + text.slice(to);
  }
  return text;
}

/** What could leave the folder: other paths and users, signals, and searches for programs elsewhere. */
const LEAVES =
  /\/(?!tool)|~|\.\.|kill|path|reboot|shutdown|halt|poweroff|ulimit|env[^;]*\s-[^u]|command[^;]*-[a-z]*p|exec[^;]*-[a-z]*c|suspend|trap[^;]*(?:int|term|hup|err|debug|return)/i;

/** True if the line cannot reach beyond the folder. */
export const staysInside = (line: string): boolean => !LEAVES.test(line.replace(/['"\\\n]/g, ''));

/** The line without folders. */
export const withoutFolders = (line: string): string =>
  line.replaceAll('/', '_').replaceAll('~', '_').replaceAll('..', '_');
