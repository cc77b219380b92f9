import type { Dice } from './dice.ts';
import { drawComputed } from './draw-expression.ts';
import { ofType, type Bound, type World } from './draw-scope.ts';
import type { DefaultDraft, ObligationDraft, SlotDraft } from './program.ts';
import type { Scalar } from '../../clips/facts.ts';

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

/** A property takes a computed value of any type, a reference, a text or a constant. */
function drawProperty(dice: Dice, world: World, bound: readonly Bound[]): Scalar | readonly Scalar[] {
  if (bound.length > 0 && dice.percent(30)) return dice.pick(bound).text;
  if (dice.percent(10)) return [drawText(dice, bound), 7, 0.5, true];
  const type = dice.pick(['INTEGER', 'FLOAT', 'STRING', 'SYMBOL'] as const);
  const slot: SlotDraft = { name: 'property', type, allowed: null, default: null };
  const computed = dice.percent(50) ? drawComputed(dice, world, slot, bound) : null;
  if (computed !== null) return computed;
  const [same] = ofType(bound, type);
  if (same !== undefined && dice.percent(50)) return same.text;
  return dice.pick([drawText(dice, bound), 7, 0.5, true, false]);
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
