/** Draws conditions on texts, limited to those that the host's stand-in in CLIPS evaluates like the runtime (host-functions.ts). */
import { listsOf } from './draw-lists.ts';
import type { Draw } from './draw-operand.ts';
import { ofType, type World } from './draw-scope.ts';
import type { SlotDraft } from './program.ts';

const takesText = (world: World, slot: SlotDraft): boolean =>
  slot.type === 'STRING' && !slot.list && !slot.allowed && world.features.has('text');

/** An operator on a text that another pattern may give, too. */
const text =
  (operator: string, literals: readonly string[]): Draw =>
  (dice, world, slot, bound) => {
    if (!takesText(world, slot)) return null;
    const strings = ofType(bound, 'STRING');
    const argument = strings.length > 0 && dice.percent(30) ? dice.pick(strings).text : dice.pick(literals);
    return `${operator}(${argument})`;
  };

/** An operator on one of a few texts written out. */
const written =
  (operator: string, literals: readonly string[]): Draw =>
  (dice, world, slot) =>
    takesText(world, slot) ? `${operator}(${dice.pick(literals)})` : null;

/** An operator on a list of texts, which another pattern may give, too. */
const texts =
  (operator: string, literals: readonly string[]): Draw =>
  (dice, world, slot, bound) => {
    if (!takesText(world, slot)) return null;
    const lists = listsOf(bound, slot);
    const isOther = lists.length > 0 && dice.percent(50);
    return `${operator}(${isOther ? dice.pick(lists).text : `[${dice.some(literals, 2).join(', ')}]`})`;
  };

const PARTS = ['"a"', '"b"', '"ab"', '" "', '"q\\""'];
const REGEXES = ['^a', 'b$', '^$', 'a|b'];
const COMPARTMENTS = ['"a|b"', '" b |"', '"a||ab"', '"a"'];
const CASED = ['"A"', '"aB"', '" é"', '"true"', '""'];

/** Each operator that has a complement, and how it is drawn. */
const PAIRS: readonly (readonly [operator: string, draw: (operator: string) => Draw])[] = [
  ['contains', (operator) => text(operator, PARTS)],
  ['starts_with', (operator) => text(operator, PARTS)],
  ['ends_with', (operator) => text(operator, PARTS)],
  ['matches', (operator) => written(operator, REGEXES)],
  ['equals_ignore_case', (operator) => text(operator, CASED)],
  ['in_ignore_case', (operator) => texts(operator, CASED)],
  ['glob', (operator) => written(operator, ['"a*"', 'b', '""'])],
  ['host_within', (operator) => written(operator, ['a'])],
  ['in_cidr', (operator) => texts(operator, ['10.0.0.0/8', '"fd00::/8"'])],
  ['path_within', (operator) => written(operator, ['/srv'])],
];

/** One row a form of condition; those that hold are as frequent as their complements, where they have one. */
export const TEXT_FORMS: readonly Draw[] = [
  ...PAIRS.flatMap(([operator, draw]) => [draw(operator), draw(`not_${operator}`)]),
  text('has_compartments', COMPARTMENTS),
  written('in_compartment', ['a', 'b', 'ab']),
];
