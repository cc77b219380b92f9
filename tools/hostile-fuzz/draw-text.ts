import type { Dice } from '../judge/dice.ts';

/** Pieces that have broken parsers before: brackets of every kind, references, numbers at bounds, odd characters. */
const PIECES: readonly string[] = [
  ...'{}[]()<>:,-?!&*|>\'"%@`#$\\\t\r\n\0'.split(''),
  ...[
    '\u2028',
    '\ufeff',
    '\ud800',
    'é',
    '𝒳',
    '\x85',
    '<<: *a',
    '&a',
    '*a',
    '!!binary',
    '---',
    '...',
    '%YAML 1.1',
  ],
  ...[
    '__proto__',
    'constructor',
    'toString',
    '$p.s',
    '?x',
    '{x}',
    '$?x',
    'equals(',
    'matches((?i)\\p{L}+',
    'literal(',
  ],
  ...[
    '9223372036854775807',
    '-9223372036854775808',
    '1e999',
    '-0',
    '.nan',
    '0x1F',
    '1_000',
    'null',
    '~',
    'true',
    'nil',
  ],
  ...['(test (progn$', '(deffunction f (?x)', '*/', '`${x}`', "'); process.exit(1); ('", 'crlf', '(halt)'],
];

/** The text with a few wounds: pieces put in, taken out, doubled, moved, or characters changed. */
export function woundText(dice: Dice, text: string): string {
  let wounded = text;
  for (let i = dice.int(1, dice.percent(50) ? 1 : 4); i > 0; i--) wounded = woundOnce(dice, wounded);
  return wounded;
}

function woundOnce(dice: Dice, text: string): string {
  const at = dice.int(0, text.length);
  const length = dice.percent(70) ? dice.int(1, 12) : dice.int(1, 400);
  const before = text.slice(0, at);
  const taken = text.slice(at, at + length);
  const after = text.slice(at + length);
  switch (dice.int(0, 5)) {
    case 0:
      return before + dice.pick(PIECES) + taken + after;
    case 1:
      return before + dice.pick(PIECES) + after;
    case 2:
      return before + after;
    case 3:
      return before + taken + taken + after;
    case 4: {
      const to = dice.int(0, after.length);
      return before + after.slice(0, to) + taken + after.slice(to);
    }
    default:
      return before + dice.pick(PIECES).repeat(dice.int(1, 60)) + after;
  }
}

/** A value that a slot, a key or an argument is rarely given. */
export function hostilePiece(dice: Dice): string {
  return dice.pick(PIECES);
}
