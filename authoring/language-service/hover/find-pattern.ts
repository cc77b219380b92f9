import type { Span } from '../../../compiler/diagnostics/position.ts';
import type { Located, OperatorSyntax } from '../../../compiler/syntax.ts';
import type { MethodTree } from '../../../compiler/short-tree.ts';
import type { Document } from '../documents/document.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';

interface FoundPattern {
  readonly pattern: string;
  readonly start: number;
  readonly end: number;
}

const OPERATORS: ReadonlySet<string> = new Set(['matches', 'not_matches']);

/** The regular expression at a place: the argument of `matches` or `not_matches` there. */
export function findPattern(
  { analysis }: RulesetOfDocument,
  document: Document,
  offset: number,
): FoundPattern | null {
  const isAround = ({ file, start, end }: Span): boolean =>
    start <= offset && offset <= end && analysis.byPath.get(file) === document;
  const { ruleGroups, definitions, budgets } = analysis.written;
  const elements = [
    ...ruleGroups.flatMap(({ rules }) => rules.map(({ rule }) => rule)),
    ...ruleGroups.flatMap(({ tables }) =>
      tables.map((one) => (one.form === 'long' ? one.table : { ...one.table, at: one.table.table.at })),
    ),
    ...definitions,
    ...budgets,
  ];
  const around = elements.find(({ at }) => isAround(at));
  for (const call of around === undefined ? [] : callsIn(around)) {
    if (!OPERATORS.has(call.operator.value) || !isAround(call.raw.at)) continue;
    const pattern = patternOf(call);
    if (pattern !== null) return { pattern, start: call.raw.at.start, end: call.raw.at.end };
  }
  return null;
}

/** Calls of operators anywhere in a part of a ruleset. */
function callsIn(element: object): readonly (OperatorSyntax | MethodTree)[] {
  const calls: (OperatorSyntax | MethodTree)[] = [];
  const seen = new Set<unknown>();
  const waiting: unknown[] = [element];
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (isCall(one)) calls.push(one);
    waiting.push(...(one instanceof Map ? one.values() : Object.values(one)));
  }
  return calls;
}

function isCall(one: object): one is OperatorSyntax | MethodTree {
  const { operator, raw } = one as { readonly operator?: Located<unknown>; readonly raw?: unknown };
  return typeof operator?.value === 'string' && typeof raw === 'object' && raw !== null;
}

/** The pattern as the compiler takes it; `null` for one that is not written out. */
function patternOf({ args }: OperatorSyntax | MethodTree): string | null {
  const [arg] = args;
  if (arg === undefined) return null;
  if (arg.kind === 'bare' || arg.kind === 'quoted') return arg.text;
  return arg.kind === 'literal' && arg.value.kind === 'text' ? arg.value.value : null;
}
