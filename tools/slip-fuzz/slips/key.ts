import { GRAMMAR } from '../places/grammar.ts';
import type { PairPlace } from '../places/place.ts';
import { slips, type Slip } from './slip.ts';
import { nameCases } from './name.ts';

const SYNONYMS: Readonly<Record<string, readonly string[]>> = {
  when: ['if', 'where', 'given', 'match', 'conditions', 'condition', 'on'],
  then: ['do', 'action', 'actions', 'effect', 'result', 'else'],
  conditions: ['condition', 'where', 'match', 'filters', 'with', 'if', 'all', 'any_of'],
  expression: ['expr', 'condition', 'operator', 'op', 'value', 'check', 'equals', 'matches', 'regex', 'in'],
  template: ['type', 'fact', 'kind', 'pattern'],
  alias: ['as', 'name', 'var', 'id'],
  slot: ['field', 'attribute', 'attr', 'path', 'column', 'property', 'name'],
  slots: ['fields', 'attributes', 'properties', 'columns', 'data', 'values'],
  action: ['effect', 'decision', 'result', 'verdict', 'outcome'],
  reason: ['message', 'msg', 'because', 'description', 'why'],
  not: ['none', 'unless', 'no', 'not_exists', 'NOT', 'without'],
  any: ['or', 'any_of', 'anyOf', 'either', 'one_of'],
  exists: ['some', 'has', 'exist'],
  default: ['initial', 'value', 'def', 'fallback'],
  required: ['mandatory', 'require', 'is_required', 'nullable', 'optional'],
  allowed_values: ['enum', 'values', 'options', 'oneOf', 'choices'],
  type: ['kind', 'datatype', 'dtype'],
  from: ['source', 'by', 'origin'],
  rules: ['policies', 'policy', 'statements', 'Statement'],
  decide: ['combining', 'strategy', 'algorithm', 'mode'],
  rows: ['data', 'values', 'lines', 'entries'],
  hit: ['hit_policy', 'hitPolicy', 'policy'],
  test: ['expr', 'check', 'code', 'assert', 'clips'],
  salience: ['priority', 'order', 'weight'],
  sensitive: ['secret', 'private', 'pii', 'masked'],
  obligations: ['obligation', 'advice', 'duties'],
};

/** Slips in a key that stay at its place: other spellings, and keys of the maps around and inside. */
export function keySlips(
  { owner, key, keys, parent }: PairPlace,
  isOnSeveralLines: boolean,
): readonly Slip[] {
  const own = GRAMMAR[owner] ?? {};
  const others = Object.entries(GRAMMAR).flatMap(([name, forms]) =>
    name === parent || name === childOf(owner, key) ? Object.keys(forms) : [],
  );
  const foreign = [...new Set(others)].filter((one) => own[one] === undefined);
  const neighbours = Object.keys(own).filter(
    (one) => !keys.includes(one) && !isOtherMeaning(owner, key, one),
  );
  return [
    ...slips('key: case, number and spelling', nameCases(key)),
    ...slips(
      'key: word of another system',
      (SYNONYMS[key] ?? []).filter((one) => own[one] === undefined),
    ),
    ...slips('key: of the map around or inside', foreign),
    ...slips('key: of the same map', neighbours),
    ...slips('key: signs', [
      `"${key}"`,
      `'${key}'`,
      `"'${key}'"`,
      `${key}\u00a0`,
      `\u00a0${key}`,
      `${key}\u200b`,
      `"${key} "`,
      `\u201c${key}\u201d`,
      `${key}?`,
      `- ${key}`,
      `$${key}`,
      `@${key}`,
      `${key}:`,
      `${key} `,
      `? ${key}`,
      `!${key}`,
      `&a ${key}`,
      `*${key}`,
      `.${key}`,
      `${key}[]`,
      `${key}[0]`,
      // Behind `#`, a key on one line is left out.
      ...(isOnSeveralLines ? [`# ${key}`] : []),
      `// ${key}`,
      `${key}.`,
    ]),
  ];
}

function childOf(owner: string, key: string): string | null {
  const form = GRAMMAR[owner]?.[key];
  if (form?.kind === 'map') return form.owner;
  return form?.kind === 'list' && form.items.kind === 'map' ? form.items.owner : null;
}

/** Keys of one map with different meanings: each is plain, so one in place of another is not a slip. */
const FAMILIES: readonly (readonly string[])[] = [
  ['not', 'exists', 'any', 'count', 'sum', 'min', 'max', 'distinct', 'collect', 'forall'],
  ['required', 'sensitive', 'list', 'attestation', 'default'],
  ['allowed_values', 'allowed_symbols', 'allowed_strings'],
  // Lists of values of a slot.
  ['default', 'allowed_values'],
  ['default', 'allowed_symbols'],
  ['default', 'allowed_strings'],
  // Maps of free names.
  ['default', 'modules'],
  ['default', 'constants'],
  ['description', 'version', 'reason', 'scope', 'ruleset'],
  ['salience', 'priority'],
  ['max_items', 'at_most'],
  ['subjects', 'resources'],
  ['rules', 'constants'],
];

function isOtherMeaning(owner: string, key: string, other: string): boolean {
  const isText = GRAMMAR[owner]?.[key]?.kind === 'scalar' && other === 'description';
  return isText || FAMILIES.some((words) => words.includes(key) && words.includes(other));
}
