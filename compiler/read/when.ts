import type { PatternSyntax, WhenSyntax } from '../syntax.ts';
import { FOLDS } from '../tables-syntax.ts';
import { BESIDE_FOLD, foldOf, readAggregate } from './aggregate.ts';
import { readCondition } from './condition.ts';
import type { ReadContext } from './context.ts';
import { refuseBareBranch, refuseLooseCondition } from './guess-when.ts';
import { optional, readFilledList, readList, readMap, readText, required, type Shape } from './fields.ts';
import { readAlias } from './names.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

export const PATTERN: Shape = { owner: 'a pattern', keys: ['template', 'relation', 'alias', 'conditions'] };
export const FORALL: Shape = { owner: '`forall`', keys: ['each', 'must'] };

type GroupReader = (value: YamlNode, map: YamlMap, context: ReadContext) => WhenSyntax | null;

/** The conditional elements beyond single patterns, each the only key of its entry. */
const GROUPS: ReadonlyMap<string, GroupReader> = new Map<string, GroupReader>([
  ['not', (value, map, context) => ({ kind: 'not', elements: readElements(value, context), at: map.at })],
  [
    'exists',
    (value, map, context) => ({ kind: 'exists', elements: readElements(value, context), at: map.at }),
  ],
  ['any', (value, map, context) => ({ kind: 'any', branches: readBranches(value, context), at: map.at })],
  ['forall', readForall],
]);

export const ENTRY: Shape = {
  owner: 'an entry of `when`',
  keys: [...PATTERN.keys, ...GROUPS.keys(), ...FOLDS, ...BESIDE_FOLD],
};
/** Keys that say what an entry is; one of them with what belongs to it. */
const KINDS = [...PATTERN.keys, ...GROUPS.keys(), ...FOLDS];

/** One entry of `when`: a pattern or a group of entries. */
function readWhen(node: YamlNode, context: ReadContext, before: YamlNode | null): WhenSyntax | null {
  if (refuseLooseCondition(node, before, context)) return null;
  const map = readMap(node, ENTRY, context);
  if (map === null) return null;
  const fold = foldOf(map);
  if (fold !== null) {
    refuseOthers(fold, map, context);
    return readAggregate(map, fold, ENTRY, readElements, context);
  }
  for (const key of BESIDE_FOLD) {
    const entry = map.entries.get(key);
    if (entry)
      context.report.add(
        'unknown-key',
        entry.key.at,
        { key, owner: ENTRY.owner },
        key === 'as' ? 'alias' : null,
      );
  }
  const [key, reader] = [...GROUPS].find(([key]) => map.entries.has(key)) ?? [];
  if (key === undefined || reader === undefined) return readPatternMap(map, context);
  refuseOthers(key, map, context);
  const value = required(map, key, ENTRY, context);
  return value && reader(value, map, context);
}

function refuseOthers(first: string, map: YamlMap, context: ReadContext): void {
  for (const second of KINDS) {
    const entry = second === first ? undefined : map.entries.get(second);
    if (entry) context.report.add('conflicting-keys', entry.key.at, { first, second });
  }
}

/** The entries of `when`, or of a group of it. */
export function readElements(node: YamlNode | null, context: ReadContext): readonly WhenSyntax[] {
  let before: YamlNode | null = null;
  return readFilledList(node, context, (item) => {
    const read = readWhen(item, context, before);
    before = item;
    return read;
  });
}

function readBranches(node: YamlNode, context: ReadContext): readonly (readonly WhenSyntax[])[] {
  return readFilledList(node, context, (branch) =>
    refuseBareBranch(branch, context) ? null : readElements(branch, context),
  );
}

function readForall(node: YamlNode, entry: YamlMap, context: ReadContext): WhenSyntax | null {
  const map = readMap(node, FORALL, context);
  if (map === null) return null;
  const each = readPattern(required(map, 'each', FORALL, context), context);
  const must = readElements(required(map, 'must', FORALL, context), context);
  return each && { kind: 'forall', each, must, at: entry.at };
}

function readPattern(node: YamlNode | null, context: ReadContext): PatternSyntax | null {
  const map = readMap(node, PATTERN, context);
  return map && readPatternMap(map, context);
}

function readPatternMap(map: YamlMap, context: ReadContext): PatternSyntax | null {
  const relation = map.entries.get('relation');
  if (relation !== undefined && map.entries.has('template'))
    context.report.add('conflicting-keys', relation.key.at, { first: 'template', second: 'relation' });
  const key = relation === undefined ? 'template' : 'relation';
  const template = readText(required(map, key, PATTERN, context), context);
  const alias = readAlias(optional(map, 'alias'), context);
  const conditions = readList(optional(map, 'conditions'), context, readCondition);
  const of = relation === undefined ? {} : { relation: true as const };
  return template && { kind: 'pattern', template, ...of, alias, conditions, at: map.at };
}
