import { FUNCTIONS } from '../../../compiler/language/functions/table.ts';
import { OPERATOR_TABLE, TEMPORAL_TABLE } from '../../../compiler/language/operators/table.ts';
import { acceptedType } from '../../../compiler/language/functions/row.ts';
import { describeType } from '../../../compiler/language/static-type.ts';
import { documentationOf } from '../completion/resolve.ts';
import { templatesOf } from '../completion/vocabulary.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import type { CallAt } from './call-at.ts';

export interface Signature {
  readonly name: string;
  readonly parameters: readonly string[];
  /** The last parameter takes any number of arguments. */
  readonly isOpen?: true;
  /** Arguments are written `name = value`. */
  readonly isNamed?: true;
  readonly documentation: string;
}

/** Parameters of operators that count or read the clock, of which the last ones may be left out. */
const TEMPORAL: Readonly<Record<string, readonly string[]>> = {
  before: ['time'],
  after: ['time'],
  not_before: ['time'],
  not_after: ['time'],
  within_last: ['duration'],
  older_than: ['duration'],
  changed_within: ['seconds'],
  count_exceeds: ['template', 'slot', 'value', 'n'],
  rate_exceeds: ['template', 'slot', 'value', 'n', 'seconds', 'ts_slot?'],
  last_n: ['template', 'slot', 'value', 'n'],
  distinct_count: ['template', 'group_slot', 'count_slot', 'n'],
  sequence_detected: ['[{template, slot, value, slot_ts}, …]', 'seconds'],
  time_of_day_between: ['start', 'end', 'zone'],
  weekday_in: ['[day, …]', 'zone'],
};

/** Syntax of the short form that looks like a function and is in no table of functions. */
const WRITTEN: ReadonlyMap<string, Omit<Signature, 'name'>> = new Map<string, Omit<Signature, 'name'>>([
  [
    'exists',
    { parameters: ['name in source', 'condition'], documentation: 'True if one item passes the condition.' },
  ],
  [
    'forall',
    {
      parameters: ['name in source', 'condition'],
      documentation: 'True if every item passes the condition.',
    },
  ],
  [
    'count',
    { parameters: ['name in source', 'condition'], documentation: 'How many items pass the condition.' },
  ],
  ['sum', aggregate('The sum of the values.')],
  ['min', aggregate('The smallest of the values.')],
  ['max', aggregate('The largest of the values.')],
  ['distinct', aggregate('How many different values there are.')],
  ['collect', aggregate('The list of the values.')],
  ['has', { parameters: ['path'], documentation: 'True if the document has a value there.' }],
  ['size', { parameters: ['list'], documentation: 'The number of items.' }],
  ['key', { parameters: ['name'], documentation: 'The key of an item of a map.' }],
  ['list', { parameters: ['path'], documentation: 'The items of a list as one text.' }],
  ['if', { parameters: ['condition', 'then', 'else'], documentation: 'One of two values.' }],
]);

function aggregate(documentation: string): Omit<Signature, 'name'> {
  return { parameters: ['name in source', 'value', 'condition?'], documentation };
}

/** The meanings of a call, the most likely first. */
export function signaturesOf(call: CallAt, ruleset: RulesetOfDocument): readonly Signature[] {
  const { name, isMethod, isClips, path } = call;
  const { definitions, functions } = ruleset.analysis.written;
  if (isMethod || path.some((key) => key === 'expression' || key === 'now' || key === 'rows'))
    return operatorOf(name);
  const own = [
    ...(isClips ? [] : definitions.filter((one) => one.name.value === name)).map((one): Signature => ({
      name,
      parameters: (one.parameters ?? []).map(({ value }) => value),
      documentation: 'Definition of the ruleset.',
    })),
    ...functions
      .filter((one) => one.name.value === name)
      .map((one): Signature => ({
        name,
        parameters: one.params.map(({ value }) => value.replace(/^\$?\?/, '')),
        documentation: one.description === '' ? 'Function of the ruleset.' : one.description,
      })),
  ];
  if (own.length > 0) return own;
  const template = isClips ? undefined : templatesOf(ruleset).get(name);
  if (template !== undefined)
    return [
      {
        name,
        parameters: [...template.slots.values()].map((slot) => `${slot.name} = ${slot.type}`),
        isNamed: true,
        documentation: template.description === '' ? 'Template of the ruleset.' : template.description,
      },
    ];
  const written = isClips ? undefined : WRITTEN.get(name);
  return [...(written === undefined ? [] : [{ name, ...written }]), ...functionOf(name)];
}

function operatorOf(name: string): readonly Signature[] {
  const parameters =
    OPERATOR_TABLE.get(name)?.parameters ?? (TEMPORAL_TABLE.has(name) ? TEMPORAL[name] : undefined);
  if (parameters === undefined) return [];
  return [
    { name, parameters, documentation: documentationOf(name) ?? 'Operator on the clock or on other facts.' },
  ];
}

/** Functions by the names that rulesets write. */
const ROWS = new Map(
  [...FUNCTIONS.values()].flatMap((row) =>
    [row.name, ...(row.written === undefined ? [] : [row.written]), ...(row.aliases ?? [])].map(
      (name) => [name, row] as const,
    ),
  ),
);

function functionOf(name: string): readonly Signature[] {
  const row = ROWS.get(name);
  if (row === undefined) return [];
  const { min, max } = row;
  const shown = max === Infinity ? min + 1 : max;
  const parameters = Array.from({ length: shown }, (_, i) => {
    const type = describeType(acceptedType(row, i)).replace(/\ban? /g, '');
    return i < min ? type : max === Infinity ? `${type}…` : `${type}?`;
  });
  return [
    {
      name,
      parameters,
      ...(max === Infinity ? { isOpen: true } : {}),
      documentation: `Function of the group ${row.group}.`,
    },
  ];
}
