import type { Dice } from '../judge/dice.ts';

/** A ruleset as the YAML reader takes it, plain enough to be edited. */
export interface DrawnRuleset {
  readonly decide: string;
  readonly default?: string;
  readonly templates: readonly object[];
  readonly relations: DrawnRelation[];
  readonly tables: DrawnTable[];
  readonly rules: DrawnRule[];
}

export type Value = string | number | boolean;

interface DrawnRelation {
  readonly name: string;
  readonly columns: readonly { readonly name: string; readonly type: string }[];
  rows: Value[][];
}

interface DrawnTable {
  readonly name: string;
  readonly hit: string;
  readonly when: readonly object[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  rows: Value[][];
}

export interface DrawnCondition {
  slot: string;
  expression: string;
}

interface DrawnRule {
  readonly name: string;
  when: DrawnElement[];
  then: { action: string; reason: string; assert?: readonly object[] };
}

export type DrawnElement = {
  template?: string;
  relation?: string;
  alias?: string;
  conditions?: DrawnCondition[];
  not?: DrawnElement[];
  exists?: DrawnElement[];
  any?: DrawnElement[];
  test?: string;
};

export const TEAMS = ['red', 'green', 'blue', 'ops', 'sales', 'legal'] as const;
export const KINDS = ['read', 'write', 'drop'] as const;
export const NUMBERS = [0, 3, 10, 17, 18, 50, 90, 91, 1000] as const;
export const ACTIONS = ['allow', 'allow', 'deny', 'deny', 'escalate'] as const;

const TEMPLATES = [
  {
    name: 'call',
    slots: [
      { name: 'team', type: 'string', required: true },
      { name: 'kind', type: 'symbol', allowed_values: [...KINDS], required: true },
      { name: 'amount', type: 'integer', required: true },
      { name: 'safe', type: 'boolean', default: false },
    ],
  },
  {
    name: 'grant',
    slots: [
      { name: 'who', type: 'string', required: true },
      { name: 'level', type: 'integer', required: true },
    ],
  },
  { name: 'mark', slots: [{ name: 'team', type: 'string', required: true }] },
];

/** The clock of all requests. */
export const NOW = 1_770_000_000_000;

export function textOf(ruleset: DrawnRuleset): string {
  return JSON.stringify({ ruleset: 'drawn', ...ruleset });
}

/** Draws rules over two templates, with relations, tables, joins, negation and now and then a derived fact. */
export function drawRuleset(dice: Dice): DrawnRuleset {
  const relations = [drawTeams(dice), drawLimits(dice)];
  const tables = dice.percent(50) ? [drawTable(dice)] : [];
  const rules = [...dice.times(dice.int(2, 5), (i) => drawRule(dice, `rule-${i}`))];
  const decide = dice.percent(70) ? 'deny-overrides' : dice.pick(['allow-overrides', 'first', 'last']);
  return { decide, templates: TEMPLATES, relations, tables, rules };
}

function drawTeams(dice: Dice): DrawnRelation {
  const rows = dice.some(TEAMS, dice.int(1, 4)).map((team): Value[] => [team]);
  return { name: 'exempt', columns: [{ name: 'team', type: 'string' }], rows };
}

function drawLimits(dice: Dice): DrawnRelation {
  return {
    name: 'limits',
    columns: [
      { name: 'team', type: 'string' },
      { name: 'most', type: 'integer' },
    ],
    rows: dice.some(TEAMS, dice.int(1, 5)).map((team): Value[] => [team, dice.pick(NUMBERS)]),
  };
}

function drawTable(dice: Dice): DrawnTable {
  return {
    name: 'grid',
    hit: dice.pick(['first', 'first', 'collect']),
    when: [{ template: 'call', alias: '$c' }],
    inputs: ['$c.amount', '$c.kind', '$c.team'],
    outputs: ['action', 'reason'],
    rows: [...dice.times(dice.int(2, 6), () => drawRow(dice))],
  };
}

export function drawRow(dice: Dice): Value[] {
  const cells = dice.times(3, (column) => drawCell(dice, column));
  return [...cells, dice.pick(ACTIONS), 'by the table'];
}

export function drawCell(dice: Dice, column: number): string {
  if (dice.percent(35)) return '-';
  if (column === 0) return `${dice.pick(['<', '<=', '>', '>='])} ${dice.pick(NUMBERS)}`;
  const value = dice.pick<string>(column === 1 ? KINDS : TEAMS);
  return dice.percent(20) ? `not(${value})` : value;
}

export function drawRule(dice: Dice, name: string): DrawnRule {
  const when: DrawnElement[] = [
    { template: 'call', alias: '$c', conditions: [...dice.times(dice.int(0, 2), () => drawCondition(dice))] },
  ];
  if (dice.percent(35)) when.push(drawExempt(dice));
  if (dice.percent(30)) when.push(drawLimit(dice));
  if (dice.percent(40)) when.push(drawGrant(dice));
  if (dice.percent(10)) when.push({ not: [{ template: 'mark', conditions: [joined('team', '$c.team')] }] });
  const action = dice.pick(ACTIONS);
  const mark = { template: 'mark', slots: { team: '$c.team' } };
  const then = { action, reason: name, ...(dice.percent(4) ? { assert: [mark] } : {}) };
  return { name, when, then };
}

function joined(slot: string, reference: string): DrawnCondition {
  return { slot, expression: `equals(${reference})` };
}

export function drawCondition(dice: Dice): DrawnCondition {
  switch (dice.int(1, 6)) {
    case 1:
      return { slot: 'kind', expression: `${dice.pick(['equals', 'not_equals'])}(${dice.pick(KINDS)})` };
    case 2:
      return { slot: 'team', expression: `${dice.pick(['equals', 'not_equals'])}(${dice.pick(TEAMS)})` };
    case 3:
      return {
        slot: 'team',
        expression: `${dice.pick(['in', 'not_in'])}([${dice.some(TEAMS, 2).join(', ')}])`,
      };
    case 4:
      return { slot: 'safe', expression: `equals(${String(dice.percent(50))})` };
    case 5:
      return dice.percent(50)
        ? { slot: 'team', expression: `starts_with(${dice.pick(['re', 'b', 'l'])})` }
        : { slot: 'amount', expression: `equals(${dice.pick(NUMBERS)})` };
    default:
      return { slot: 'amount', expression: `${dice.pick(ORDERS)}(${dice.pick(NUMBERS)})` };
  }
}

export const ORDERS = ['less_than', 'at_most', 'greater_than', 'at_least'] as const;

function drawExempt(dice: Dice): DrawnElement {
  const row: DrawnElement = { relation: 'exempt', conditions: [joined('team', '$c.team')] };
  return dice.percent(35) ? { not: [row] } : row;
}

function drawLimit(dice: Dice): DrawnElement {
  const most = { slot: 'most', expression: `${dice.pick(ORDERS)}($c.amount)` };
  return { relation: 'limits', conditions: [joined('team', '$c.team'), most] };
}

function drawGrant(dice: Dice): DrawnElement {
  const level = { slot: 'level', expression: `${dice.pick(ORDERS)}(${dice.pick(NUMBERS)})` };
  const conditions = [joined('who', '$c.team'), ...(dice.percent(60) ? [level] : [])];
  const grant: DrawnElement = { template: 'grant', conditions };
  if (dice.percent(40)) return { not: [grant] };
  return dice.percent(30) ? { exists: [grant] } : grant;
}
