import { FOLDS, type AggregateSyntax, type Fold } from '../tables-syntax.ts';
import type { WhenSyntax } from '../syntax.ts';
import { parseArguments } from './argument.ts';
import type { ReadContext } from './context.ts';
import { optional, readMap, readSource, required, type Shape } from './fields.ts';
import { readBinding } from './names.ts';
import { parseOperator } from './operator.ts';
import type { YamlMap, YamlNode } from './yaml-node.ts';

/** Keys beside the fold itself. */
export const BESIDE_FOLD = ['as', 'expression'] as const;
export const OF: Shape = { owner: 'an aggregate', keys: ['of', 'from'] };

/** The fold that an entry of `when` names; null if it is not an aggregate. */
export function foldOf(map: YamlMap): Fold | null {
  return FOLDS.find((fold) => map.entries.has(fold)) ?? null;
}

export function readAggregate(
  map: YamlMap,
  fold: Fold,
  shape: Shape,
  readElements: (node: YamlNode, context: ReadContext) => readonly WhenSyntax[],
  context: ReadContext,
): AggregateSyntax | null {
  const value = required(map, fold, shape, context);
  const folded = fold === 'count' ? null : readMap(value, OF, context);
  const from = fold === 'count' ? value : folded && required(folded, 'from', OF, context);
  const written = folded && required(folded, 'of', OF, context);
  const of = written && readOf(written, context);
  const elements = from === null ? [] : readElements(from, context);
  const bound = readBinding(optional(map, 'as'), context);
  const source = readSource(optional(map, 'expression'), context);
  const expression = source && parseOperator(source, context.report);
  if (optional(map, 'as') === null && source === null) {
    context.report.add('aggregate-unused', map.at, { fold });
  }
  if (elements.length === 0 || (fold !== 'count' && of === null)) return null;
  const as = bound?.name ?? null;
  return { kind: 'aggregate', fold, elements, of, as, asList: bound?.list ?? false, expression, at: map.at };
}

/** `?variable`, `$alias.slot` or a call; null (reported) for anything else. */
function readOf(node: YamlNode, context: ReadContext): AggregateSyntax['of'] {
  const source = readSource(node, context);
  if (source === null) return null;
  if (source.text.startsWith('(')) return { kind: 'computed', source, at: node.at };
  const [argument] = /^[$?]/.test(source.text)
    ? (parseArguments(source, 0, source.text.length, context.report) ?? [])
    : [];
  if (argument?.kind === 'variable' || argument?.kind === 'reference') return argument;
  context.report.add('aggregate-of', node.at, { text: source.text });
  return null;
}
