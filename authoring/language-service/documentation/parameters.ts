import { OPERATOR_TABLE } from '../../../compiler/language/operators/table.ts';

/** Parameters of operators that count or read the clock, of which the last ones may be left out. */
const TEMPORAL: Readonly<Record<string, readonly string[]>> = {
  within_last: ['duration'],
  older_than: ['duration'],
  changed_within: ['seconds'],
  count_exceeds: ['template', 'slot', 'value', 'n'],
  rate_exceeds: ['template', 'slot', 'value', 'n', 'seconds', 'ts_slot?'],
  last_n: ['template', 'slot', 'value', 'n'],
  distinct_count: ['template', 'group_slot', 'count_slot', 'n'],
  sequence_detected: ['[{template, slot, value, slot_ts}, …]', 'seconds'],
};

/** The parameters of each operator, as they are shown. */
export const OPERATOR_PARAMETERS: ReadonlyMap<string, readonly string[]> = new Map([
  ...Object.entries(TEMPORAL),
  ...[...OPERATOR_TABLE.values()].map(({ name, parameters }) => [name, parameters] as const),
]);
