import type { Dice } from './dice.ts';
import { joinable, ofType, variables, type Bound, type World } from './draw-scope.ts';
import { clipsText, slotValues } from './draw-values.ts';
import type { SlotDraft } from './program.ts';

const COMPARISONS = ['<', '>', '<=', '>=', '=', '<>'];

function numberTerm(dice: Dice, world: World, bound: readonly Bound[]): string {
  const numbers = ofType(variables(bound), 'INTEGER', 'FLOAT');
  if (numbers.length === 0) return String(dice.int(0, 3));
  const { text } = dice.pick(numbers);
  const kind = dice.int(1, 10);
  if (kind <= 5) return text;
  if (kind <= 7) return `(+ ${text} ${dice.pick(numbers).text})`;
  if (kind === 8) return `(- ${text} ${dice.pick(['1', '0.5'])})`;
  if (world.features.has('functions'))
    return dice.pick([`(twice ${text})`, `(down ${text})`, `(max ${text} 1)`, `(abs ${text})`]);
  if (world.features.has('errors')) return `(/ 6 ${text})`;
  return `(* ${text} 2)`;
}

function listTest(dice: Dice, world: World, { text, slot }: Bound): string {
  const item = clipsText(slot.type, dice.pick(slotValues(slot, world.domains)));
  return dice.pick([`(member$ ${item} ${text})`, `(> (length$ ${text}) 1)`, `(eq (nth$ 1 ${text}) ${item})`]);
}

/** Several of a program ask the same function of the same facts: its last call is remembered. */
function loopTest(dice: Dice, numbers: readonly Bound[]): string {
  const { text } = dice.pick(numbers);
  const asked = dice.percent(50) ? `(climb ${text})` : `(steps-between ${text} ${dice.pick(numbers).text})`;
  return `(${dice.pick(COMPARISONS)} ${asked} ${dice.int(0, 3)})`;
}

/** A truth-valued CLIPS expression over the variables bound so far; null when there is none to test. */
export function drawTest(dice: Dice, world: World, bound: readonly Bound[], depth = 0): string | null {
  const lists = bound.filter(({ text }) => text.startsWith('$?'));
  if (lists.length > 0 && dice.percent(30)) return listTest(dice, world, dice.pick(lists));
  const scope = variables(bound);
  if (scope.length === 0) return null;
  if (depth < 2 && dice.percent(20)) {
    const [left, right] = [drawTest(dice, world, bound, depth + 1), drawTest(dice, world, bound, depth + 1)];
    return dice.pick([`(and ${left} ${right})`, `(or ${left} ${right})`, `(not ${left})`]);
  }
  const numbers = ofType(scope, 'INTEGER', 'FLOAT');
  if (world.features.has('functions') && numbers.length > 0 && dice.percent(25))
    return loopTest(dice, numbers);
  if (numbers.length > 0 && dice.percent(60)) {
    return `(${dice.pick(COMPARISONS)} ${numberTerm(dice, world, bound)} ${numberTerm(dice, world, bound)})`;
  }
  const { text, slot } = dice.pick(scope);
  const others = joinable(scope, slot);
  const other = dice.percent(50)
    ? dice.pick(others).text
    : clipsText(slot.type, dice.pick(slot.allowed ?? world.domains[slot.type]));
  return `(${dice.pick(['eq', 'neq'])} ${text} ${other})`;
}

/**
 * Source text of a slot value computed from variables, of the slot's type and inside small domains, so that chains of
 * rules end; null when no variable fits.
 */
export function drawComputed(
  dice: Dice,
  world: World,
  slot: SlotDraft,
  bound: readonly Bound[],
): string | null {
  const fitting = ofType(variables(bound), slot.type);
  if (fitting.length === 0) return null;
  const { text } = dice.pick(fitting);
  if (dice.percent(60)) return text;
  switch (slot.type) {
    case 'INTEGER':
      return dice.pick([
        `(mod (+ ${text} 1) 3)`,
        `(min ${text} 2)`,
        `(- 2 (mod ${text} 3))`,
        `(div ${text} 2)`,
      ]);
    case 'FLOAT':
      return dice.pick([`(max ${text} 0.5)`, `(min ${text} 2.5)`, `(* 1.0 (min ${text} 3.0))`]);
    case 'STRING':
      return dice.pick([
        `(sub-string 1 2 (str-cat ${text} a))`,
        `(str-cat (str-length ${text}))`,
        `(upcase ${text})`,
      ]);
    case 'SYMBOL':
      return dice.pick([`(if (eq ${text} a) then b else ${text})`, `(sym-cat ${text})`]);
    case 'BOOLEAN':
      return dice.pick([`(not ${text})`, `(or ${text} FALSE)`, `(if ${text} then TRUE else FALSE)`]);
    case 'TIME':
      return `(max ${text} 1000)`;
  }
}
