import type { Dice } from './dice.ts';
import { drawComputed } from './draw-expression.ts';
import { ofType, type Bound, type World } from './draw-scope.ts';
import type { DefaultDraft, ObligationDraft, SlotDraft } from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

const DEFAULTS = ['deny', 'allow', 'escalate', 'none'];
/** Few, so that obligations repeat. */
const TYPES = ['log', 'redact'];
const BRACES = ['', ' {"j":1}', ' {{x}}', ' }{', ' {?}'];

/** `default:` of a ruleset, sometimes with words of its own. */
export function drawDefault(dice: Dice): DefaultDraft | null {
  if (!dice.percent(50)) return null;
  const action = dice.pick(DEFAULTS);
  return dice.percent(50) ? { action } : { action, reason: 'nobody said {{so}}' };
}

/** A reference or variable as `{…}` names it. */
export function filledName(text: string): string {
  return text.replace(/^\$?\??/, '');
}

/** A text with names filled in, between braces that are none. */
export function drawText(dice: Dice, bound: readonly Bound[], most = 2): string {
  const holes = dice.some(bound, dice.int(0, most)).map(({ text }) => `{${filledName(text)}}`);
  return `t${holes.join('"')}${dice.pick(BRACES)}`;
}

/** Values that are easily written wrongly: long integers, small and large floats, texts that look like other values. */
const LITERALS: readonly (Scalar | readonly Scalar[])[] = [
  ...[
    '',
    ' ',
    'nil',
    'TRUE',
    '12',
    '0.5',
    'a "b" \\ c',
    'two\nlines',
    '; (system "x")',
    '?x $?y',
    'é\u{1f600}',
  ],
  ...[7, -1, 0, 9007199254740993n, -9223372036854775808n, 9223372036854775807n],
  ...[0.5, -0.5, 1e21, 1e-7, 1.7976931348623157e308, 5e-324],
  ...[true, false],
  [],
];

/** A property takes a computed value of any type, a reference, a text or a constant. */
function drawProperty(dice: Dice, world: World, bound: readonly Bound[]): Scalar | readonly Scalar[] {
  if (bound.length > 0 && dice.percent(30)) return dice.pick(bound).text;
  if (dice.percent(10)) {
    const items = dice.some(
      LITERALS.filter((value): value is Scalar => !Array.isArray(value)),
      dice.int(1, 4),
    );
    return [dice.pick([drawText(dice, bound), '']), ...items];
  }
  const constants = [...world.constants.values()].flat();
  if (constants.length > 0 && dice.percent(25)) return drawConstant(dice, constants, bound);
  const type = dice.pick(['INTEGER', 'FLOAT', 'STRING', 'SYMBOL', 'BOOLEAN', 'TIME'] as const);
  const slot: SlotDraft = { name: 'property', type, allowed: null, default: null };
  const computed = dice.percent(50) ? drawComputed(dice, world, slot, bound) : null;
  if (computed !== null) return computed;
  const [same] = ofType(bound, type);
  if (same !== undefined && dice.percent(50)) return same.text;
  return dice.percent(20) ? drawText(dice, bound) : dice.pick(LITERALS);
}

/** A constant by its name, or one of a map by a key that may be missing. */
function drawConstant(
  dice: Dice,
  constants: readonly (readonly [string, Scalar])[],
  bound: readonly Bound[],
): string {
  const keys = ofType(bound, 'SYMBOL', 'STRING');
  if (keys.length > 0 && dice.percent(30)) return `$const.numbers[${dice.pick(keys).text}]`;
  return dice.percent(20) ? '$const.numbers[none]' : `$const.${dice.pick(constants)[0]}`;
}

export function drawObligations(
  dice: Dice,
  world: World,
  bound: readonly Bound[],
): readonly ObligationDraft[] {
  return dice.times(dice.int(1, 2), () => {
    const names = dice.some(['a', 'b'], dice.int(0, 2));
    const properties = Object.fromEntries(names.map((name) => [name, drawProperty(dice, world, bound)]));
    return { type: dice.pick(TYPES), properties };
  });
}
