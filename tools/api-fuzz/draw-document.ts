import type { Dice } from '../judge/dice.ts';
import { exactInteger } from './exact.ts';
import { BLOCKED, BLOCKED_TEXT, SECRET } from './policy.ts';

/** The values of a request as JSON text, with what they are. */
export interface DrawnValues {
  /** An object. */
  readonly text: string;
  /** As the last member of each name has them. `null`: no INTEGER slot takes the number. */
  readonly exact: { readonly n: bigint | null; readonly s: string };
  readonly hasSecret: boolean;
}

const LOOKALIKES = ['N', '\uff4e', 'n\u200b', '\u0578', 'ñ', ' n', 'n\u0000'] as const;
const NEAR = 300n;

/** Draws an object with odd numbers, keys and escapes. */
export function drawValues(dice: Dice): DrawnValues {
  const members: string[] = [];
  let n: bigint | null = null;
  let s = '';
  const addNumber = (): void => {
    const text = drawNumber(dice);
    n = exactInteger(text);
    members.push(`${drawKey(dice, 'n')}:${text}`);
  };
  const addText = (): void => {
    s = dice.percent(50)
      ? BLOCKED_TEXT
      : dice.pick(['ok', 'Blocked', 'blocked ', '\uff42locked', 'bl\u00f6ck', '']);
    members.push(`${drawKey(dice, 's')}:${escaped(dice, s)}`);
  };
  for (const name of LOOKALIKES)
    if (dice.percent(8)) members.push(`${JSON.stringify(name)}:${drawNumber(dice)}`);
  if (dice.percent(15)) members.push(`"__proto__":{"n":7,"s":"ok"}`);
  if (dice.percent(10)) members.push(`"constructor":{"n":7}`);
  const hasSecret = dice.percent(30);
  if (hasSecret) members.push(`"secret":${escaped(dice, SECRET)}`);
  if (dice.percent(15)) addNumber();
  if (dice.percent(15)) addText();
  if (dice.percent(50)) {
    addNumber();
    addText();
  } else {
    addText();
    addNumber();
  }
  if (dice.percent(10)) members.push(String.raw`"half":"\ud800"`);
  const space = dice.pick(['', ' ', '\n', '\t\r\n ']);
  return { text: `{${space}${members.join(`${space},${space}`)}${space}}`, exact: { n, s }, hasSecret };
}

/** A number near a blocked one, or the same written otherwise. */
function drawNumber(dice: Dice): string {
  if (dice.percent(12)) return dice.pick(['-0', '0', '1e400', '-1e400', '1.5', '5.0', '5e0', '50e-1']);
  const blocked = dice.pick(BLOCKED);
  const share = dice.int(1, 100);
  if (share <= 40) return writeInteger(dice, blocked);
  if (share <= 70) return writeInteger(dice, blocked + BigInt(dice.int(-Number(NEAR), Number(NEAR))));
  const digits = dice.int(1, 19);
  const first = String(dice.int(1, 9));
  return (
    (dice.percent(20) ? '-' : '') + first + dice.times(digits - 1, () => String(dice.int(0, 9))).join('')
  );
}

function writeInteger(dice: Dice, value: bigint): string {
  const text = String(value);
  switch (dice.int(1, 8)) {
    case 1:
      return `${text}.0`;
    case 2:
      return `${text}.${'0'.repeat(dice.int(1, 20))}`;
    case 3:
      return `${text}e0`;
    case 4:
      return /\d0+$/.test(text) ? text.replace(/(0+)$/, (zeros) => `E+${zeros.length}`) : text;
    case 5: {
      const digits = text.replace('-', '');
      const rest = digits.slice(1) === '' ? '0' : digits.slice(1);
      return `${value < 0n ? '-' : ''}${digits[0] ?? '0'}.${rest}e${digits.length - 1}`;
    }
    case 6:
      return `${text}0e-1`;
    default:
      return text;
  }
}

function drawKey(dice: Dice, name: string): string {
  return dice.percent(25) ? `"\\u${name.charCodeAt(0).toString(16).padStart(4, '0')}"` : `"${name}"`;
}

function escaped(dice: Dice, text: string): string {
  if (!dice.percent(30)) return JSON.stringify(text);
  const units = Array.from({ length: text.length }, (_, i) =>
    dice.percent(50)
      ? `\\u${text.charCodeAt(i).toString(16).padStart(4, '0')}`
      : JSON.stringify(text[i]).slice(1, -1),
  );
  return `"${units.join('')}"`;
}
