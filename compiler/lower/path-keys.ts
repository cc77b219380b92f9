import { SHELL } from '../../runtime/values/shell-step.ts';
import type { Span } from '../diagnostics/position.ts';
import type { PathStep, ShortExpression } from '../short-tree.ts';
import { keysText } from './document/names.ts';
import type { Key } from './document/nodes.ts';
import { failRule, type RuleScope } from './scope.ts';

/** Remembers which steps are written after a dot. */
export function markDotted(dotted: Set<number>, steps: readonly PathStep[]): void {
  for (const [i, step] of steps.entries()) if (step.kind === 'member') dotted.add(i);
}

/** The fixed keys of a path of the document; null, reported, for others. */
export function keysOf(rule: RuleScope, root: string, steps: readonly PathStep[]): readonly Key[] | null {
  const keys: Key[] = [];
  for (const step of steps) {
    if (step.kind === 'union') return failRule(rule, 'short-union', step.at);
    const key = keyOf(rule, root, keys, step);
    if (key === null) return null;
    keys.push(key);
  }
  return keys;
}

function keyOf(
  rule: RuleScope,
  root: string,
  before: readonly Key[],
  step: Exclude<PathStep, { kind: 'union' }>,
): Key | null {
  if (step.kind === 'shell') return SHELL;
  return step.kind === 'member' ? memberKey(rule, root, before, step) : indexKey(rule, step.index, step.at);
}

function memberKey(
  rule: RuleScope,
  root: string,
  before: readonly Key[],
  { name, at }: Extract<PathStep, { kind: 'member' }>,
): Key | null {
  if (!name.includes('-')) return name;
  const meant = `${root}${keysText(before)}["${name}"]`;
  return failRule(rule, 'short-dash', at, { meant }, meant);
}

function indexKey(rule: RuleScope, index: ShortExpression, at: Span): Key | null {
  if (index.kind === 'literal') {
    const { value } = index;
    if (value.kind === 'text') return value.value;
    if (value.kind === 'number' && value.isInteger && Number.isSafeInteger(Number(value.text)))
      return Number(value.text);
  }
  return failRule(rule, 'short-index', at, { text: '…' });
}
