/** The short forms of a rule's halves, from the best to none. */
import type { Vocabulary } from '../../../compiler/lower/vocabulary.ts';
import { tidy } from '../../../compiler/lower/lower-rule.ts';
import type { WrittenRuleSyntax } from '../../../compiler/short-syntax.ts';
import type { MetadataSyntax, ThenSyntax, WhenSyntax } from '../../../compiler/syntax.ts';
import { raiseLeft, type ShortLeft } from './raise-left.ts';
import { raiseRight, type ShortRight } from './raise-right.ts';
import { createRaiseScope } from './raise-scope.ts';

/** `null`: the half stays as it is written. */
export interface ShortHalves {
  readonly left: ShortLeft | null;
  readonly right: ShortRight | null;
}

/** Halves that a comment inside keeps as they are. */
export interface KeptHalves {
  readonly left: boolean;
  readonly right: boolean;
}

interface LongHalves {
  readonly when: readonly WhenSyntax[] | null;
  readonly then: ThenSyntax | null;
  readonly metadata: readonly MetadataSyntax[];
}

/** The halves that are long. */
function longHalves(rule: WrittenRuleSyntax): LongHalves {
  if (rule.form === 'long') return rule.rule;
  const { left, right } = rule.rule;
  return {
    when: left.form === 'long' ? left.when : null,
    then: right.form === 'long' ? right.then : null,
    metadata: right.form === 'long' ? right.metadata : [],
  };
}

/** What to try for a rule, one after the other; at the end, nothing. */
export function shortHalves(
  rule: WrittenRuleSyntax,
  kept: KeptHalves,
  vocabulary: Vocabulary,
): readonly ShortHalves[] {
  const { when, then, metadata } = longHalves(rule);
  const named = when !== null && then !== null ? tidy(when, then, metadata) : when;
  const choices: ShortHalves[] = [];
  const lefts: ShortLeft[] = [];
  if (named !== null && !kept.left)
    for (const least of [0, named.length]) {
      const left = raiseLeft(named, vocabulary, least);
      if (left !== null) lefts.push(left);
    }
  const mayRight = then !== null && !kept.right;
  for (const left of lefts) {
    const right = mayRight
      ? raiseRight({ ...left.scope, state: { hasFailed: false } }, then, metadata)
      : null;
    if (right !== null) choices.push({ left, right });
  }
  // A long right half keeps the names of variables, which lowering makes anew.
  if (then === null || !namesVariables(then, metadata))
    for (const left of lefts) choices.push({ left, right: null });
  if (mayRight) {
    const right = raiseRight(createRaiseScope(vocabulary, true), then, metadata);
    if (right !== null && when !== null) choices.push({ left: null, right });
  }
  return choices;
}

const namesVariables = (then: ThenSyntax, metadata: readonly MetadataSyntax[]): boolean =>
  /"(?:kind":"variable|text":"(?:[^"\\]|\\.)*\?[A-Za-z_])/.test(
    JSON.stringify([then, metadata], withoutBigints),
  );

const withoutBigints = (_: string, value: unknown): unknown =>
  typeof value === 'bigint' ? String(value) : value;
