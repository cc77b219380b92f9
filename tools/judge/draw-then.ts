import type { Dice } from './dice.ts';
import { drawObligations, drawText, filledName } from './draw-answers.ts';
import { drawComputed } from './draw-expression.ts';
import { boundIn, variables, type Bound, type World } from './draw-scope.ts';
import { drawListValue } from './draw-lists.ts';
import { slotValues } from './draw-values.ts';
import { isPattern, type SlotDraft, type ThenDraft, type WhenDraft } from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

const ACTIONS = ['allow', 'deny', 'escalate', 'scope', 'route'];

/** Plain text that begins like source text would be read as source. */
const isPlain = (value: Scalar) => typeof value !== 'string' || !/^[?($]/.test(value);

function drawValue(
  dice: Dice,
  world: World,
  slot: SlotDraft,
  bound: readonly Bound[],
): Scalar | readonly Scalar[] | null {
  if (slot.list) return drawListValue(dice, world, slot, bound);
  const computed =
    !slot.allowed || world.features.has('errors') ? drawComputed(dice, world, slot, bound) : null;
  if (computed !== null && dice.percent(60)) return computed;
  if (world.features.has('answers') && slot.type === 'STRING' && !slot.allowed && dice.percent(30)) {
    // A fact made of two others' texts doubles with each firing.
    return drawText(dice, bound, 1);
  }
  const plain = slotValues(slot, world.domains).filter(isPlain);
  return plain.length > 0 ? dice.pick(plain) : null;
}

function drawSlots(
  dice: Dice,
  world: World,
  slots: readonly SlotDraft[],
  bound: readonly Bound[],
): Record<string, Scalar | readonly Scalar[]> {
  return Object.fromEntries(
    slots.flatMap((slot) => {
      const value = drawValue(dice, world, slot, bound);
      return value === null ? [] : [[slot.name, value] as const];
    }),
  );
}

function drawReason(dice: Dice, rule: string, bound: readonly Bound[]): string {
  const holes = dice.some(bound, dice.int(0, 2)).map(({ text }) => ` {${filledName(text)}}`);
  return `${rule}${holes.join(' and')}${dice.percent(10) ? ' {{brace}} "quote" \\' : ''}`;
}

/** `bound`: what a text of it may name; null: it names nothing. */
function drawMetadata(dice: Dice, rule: string, bound: readonly Bound[] | null): Record<string, string> {
  return {
    rule,
    ...(dice.percent(50) ? { '2': 'two', '1': 'one "quoted"' } : {}),
    ...(bound === null ? {} : { text: drawText(dice, bound) }),
  };
}

/** The facts matched that a rule may take away or change. */
function changeable(world: World, when: readonly WhenDraft[]) {
  return when
    .filter(isPattern)
    .filter(({ relation }) => relation !== true)
    .flatMap(({ alias, template }) => (alias ? [{ alias, template }] : []))
    .filter(({ template }) => ![...world.counted, ...world.settled].some(({ name }) => name === template));
}

/** Without an action and a change a right side is refused. */
function drawAction(dice: Dice, changes: boolean): string | null {
  return dice.percent(85) || !changes ? dice.pick(ACTIONS) : null;
}

/** A right side: mostly an action, often asserts, sometimes retracts or modifies. */
export function drawThen(dice: Dice, world: World, rule: string, when: readonly WhenDraft[]): ThenDraft {
  const bound = boundIn(world, when);
  const aliases = changeable(world, when);
  const retracts = world.features.has('retract') && aliases.length > 0 && dice.percent(25);
  // A rule that takes a fact away and makes another often goes on for ever.
  const assertChance = retracts ? 15 : 50;
  const asserted = world.templates.filter((template) => !world.settled.includes(template));
  const asserts = dice.times(asserted.length > 0 && dice.percent(assertChance) ? dice.int(1, 2) : 0, () => {
    const template = dice.pick(asserted);
    const slots = dice.some(template.slots, dice.int(1, template.slots.length));
    return { template: template.name, slots: drawSlots(dice, world, slots, bound) };
  });
  const modifies = world.features.has('modify') && aliases.length > 0 && !retracts && dice.percent(15);
  const modified = modifies ? dice.pick(aliases) : null;
  const slotsToModify = world.templates.find(({ name }) => name === modified?.template)?.slots ?? [];
  const answers = world.features.has('answers');
  const changes = [asserts.length > 0, retracts, modified !== null].includes(true);
  const action = drawAction(dice, changes);
  return {
    ...(action === null ? {} : { action }),
    ...(dice.percent(85)
      ? { reason: drawReason(dice, rule, dice.percent(50) ? variables(bound) : bound) }
      : {}),
    ...(dice.percent(20) ? { metadata: drawMetadata(dice, rule, answers ? bound : null) } : {}),
    ...(answers && dice.percent(30) ? { scope: drawText(dice, bound) } : {}),
    ...(action !== null && answers && dice.percent(50)
      ? { obligations: drawObligations(dice, world, bound) }
      : {}),
    ...(asserts.length > 0 ? { assert: asserts } : {}),
    ...(retracts ? { retract: [dice.pick(aliases).alias] } : {}),
    ...(modified
      ? {
          modify: [
            { fact: modified.alias, slots: drawSlots(dice, world, dice.some(slotsToModify, 1), bound) },
          ],
        }
      : {}),
  };
}
