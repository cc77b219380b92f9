import { BUDGET, EXCEEDED } from '../read/budget/budget.ts';
import { EXPIRIES, RESERVE } from '../read/budget/window.ts';
import { described, filledListOf, mapOf, NAME, oneOf, ref, TEXT, type JsonSchema } from './json-schema.ts';

const INTEGER_OR_PATH: JsonSchema = { type: ['string', 'integer'] };
const PATH: JsonSchema = { type: 'string' };
const CONDITION: JsonSchema = { oneOf: [PATH, filledListOf(PATH)] };

/** A budget as an item of a list. */
export const BUDGET_SCHEMA: JsonSchema = mapOf(BUDGET, {
  description: 'A limit of what decisions may use together.',
  required: ['name', 'for', 'limit', 'window'],
  values: {
    name: NAME,
    for: described(NAME, 'Template whose facts are uses, or `input`.'),
    if: described(CONDITION, 'Which uses count. Unknown counts.'),
    when: filledListOf(ref('entry')),
    per: described({ oneOf: [PATH, filledListOf(PATH)] }, 'Slots or paths whose values share a budget.'),
    amount: described(INTEGER_OR_PATH, 'The amount of a use (default: 1).'),
    limit: described(INTEGER_OR_PATH, 'A number, a constant, or a slot of a template `from: host`.'),
    window: described(TEXT, 'A duration, `day ZONE`, `month ZONE` or `session`.'),
    on_exceed: oneOf(EXCEEDED),
    reason: TEXT,
    reserve: mapOf(RESERVE, {
      description: 'An allow holds its amounts until they are settled.',
      required: ['ttl'],
      values: { ttl: TEXT, on_expire: oneOf(EXPIRIES) },
    }),
  },
});
