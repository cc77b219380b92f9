import type { Dice } from './dice.ts';
import { literalOf } from './draw-operand.ts';
import { boundIn, ofType, type Bound, type Constants, type World } from './draw-scope.ts';
import { argumentText, type Domains } from './draw-values.ts';
import { isPattern, type Program, type RuleDraft, type TableDraft } from './program.ts';
import type { Scalar } from '../../library/node/clips/facts.ts';

export const NO_CONSTANTS: Constants = new Map();
/** Types whose constants are written verbatim. */
const TYPES = ['INTEGER', 'SYMBOL', 'STRING'] as const;
const ACTIONS = ['allow', 'deny', 'escalate'];

export function drawConstants(dice: Dice, domains: Domains): Constants {
  return new Map(
    TYPES.map((type) => [
      type,
      dice.some(domains[type], 2).map((value, i) => [`${type.toLowerCase()}_${i}`, value] as const),
    ]),
  );
}

/** The constants as YAML, with a map that has some texts for keys. */
export function constantDocument(constants: Constants): Program['constants'] {
  if (constants.size === 0) return {};
  const texts = [...(constants.get('SYMBOL') ?? []), ...(constants.get('STRING') ?? [])];
  const numbers = Object.fromEntries(texts.map(([, value], i): [string, Scalar] => [String(value), i % 4]));
  return { ...Object.fromEntries([...constants.values()].flat()), numbers: { none: 2, ...numbers } };
}

/** A test of a value in the form of a cell. */
function drawCell(dice: Dice, world: World, { slot }: Bound): string {
  if (dice.percent(25)) return '-';
  const literal = (): string => argumentText(slot.type, dice.pick(world.domains[slot.type]));
  if (slot.allowed !== null) return `equals(${literalOf(dice, world, slot)})`;
  if (slot.type === 'INTEGER' || slot.type === 'FLOAT') {
    const number = literal();
    return dice.pick([`< ${number}`, `>= ${number}`, `[${number}..100]`, `equals(${number})`]);
  }
  return dice.pick([`equals(${literal()})`, `not_equals(${literal()})`, `in([${literal()}, ${literal()}])`]);
}

function drawTable(
  dice: Dice,
  world: World,
  module: string | null,
  { when }: RuleDraft,
  index: number,
): TableDraft | null {
  const patterns = when.filter(isPattern).slice(0, 2);
  const bound = ofType(boundIn(world, patterns), 'INTEGER', 'FLOAT', 'SYMBOL', 'STRING');
  if (bound.length === 0) return null;
  const inputs = dice.some(bound, dice.int(1, 2));
  // Many rows are distinguished together, few one by one.
  const count = dice.percent(20) ? dice.int(20, 26) : dice.int(1, 6);
  const rows = dice.times(count, (row) => [
    ...inputs.map((input) => drawCell(dice, world, input)),
    dice.pick(ACTIONS),
    `row ${row}`,
    dice.percent(20) ? dice.pick([1, -1]) : '',
  ]);
  return {
    name: `t${index}`,
    module,
    hit: dice.pick(['first', 'first', 'collect']),
    when: patterns,
    inputs: inputs.map(({ text }) => text),
    outputs: ['action', 'reason', 'salience'],
    rows,
    ...(dice.percent(50) ? { default: ['deny', 'none', ''] } : {}),
  };
}

/** Tables over the patterns of rules, so that they share their network. */
export function drawTables(
  dice: Dice,
  world: World,
  modules: readonly string[],
  rules: readonly RuleDraft[],
): readonly TableDraft[] {
  return dice
    .times(dice.int(1, 2), (index) => {
      const module = modules.length > 0 && dice.percent(80) ? dice.pick(modules) : null;
      return drawTable(dice, world, module, dice.pick(rules), index);
    })
    .flatMap((table) => table ?? []);
}
