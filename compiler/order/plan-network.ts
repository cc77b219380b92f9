import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { Rule, Ruleset } from '../ruleset.ts';
import { analyse, type Analysis } from './analyse.ts';
import type { PlacedElement } from './place-elements.ts';
import { attachTests } from './attach-tests.ts';
import { addDisjunct, createBuilder, finish } from './build.ts';
import { disjunctsOf } from './disjuncts.ts';
import type { JoinTest, Network } from './network.ts';

/** A rule and its disjuncts, ready for the network. */
interface Analysed {
  readonly rule: Rule;
  readonly disjuncts: readonly Analysis[];
}

/** The order phase: the network of a checked ruleset, in CLIPS' order. Never fails. */
export function planNetwork(ruleset: Ruleset): Network {
  const builder = createBuilder();
  let before: Analysed | null = null;
  for (const rule of [...ruleset.stages, ...ruleset.rules]) {
    before = (before && analyseRow(rule, before)) ?? analyseRule(rule);
    before.disjuncts.forEach(({ elements, variables }, disjunct) => {
      addDisjunct(builder, rule, disjunct, elements, variables);
    });
  }
  finish(builder);
  const { roots, joins, rightPrimes, leftPrimes } = builder;
  return { roots, joins, rightPrimes, leftPrimes };
}

function analyseRule(rule: Rule): Analysed {
  const disjuncts = disjunctsOf(rule.when).map((elements) => {
    const { elements: placed, variables } = analyse(elements);
    return { elements: attachTests(placed), variables };
  });
  return { rule, disjuncts };
}

/** A row of the decision table that the rule before is a row of: the number in its last test differs, nothing else. */
function analyseRow(rule: Rule, { rule: other, disjuncts }: Analysed): Analysed | null {
  const [own, theirs] = [rule.when, other.when];
  const isRow =
    own.length === theirs.length && own.every((element, i) => element === theirs[i] || isLast(i, own));
  const [asked, before] = [lastTest(own), lastTest(theirs)];
  if (!isRow || asked === null || before === null || !asksTheSame(asked, before)) return null;
  const copied = disjuncts.map(({ elements, variables }) => {
    const copies = elements.map((element) => withTest(element, before, asked));
    return copies.some((copy, i) => copy !== elements[i]) ? { elements: copies, variables } : null;
  });
  return copied.includes(null) ? null : { rule, disjuncts: copied.flatMap((copy) => copy ?? []) };
}

function isLast(i: number, { length }: readonly unknown[]): boolean {
  return i === length - 1;
}

function lastTest(when: Rule['when']): TypedExpression | null {
  const last = when.at(-1);
  return last?.kind === 'test' ? last.expression : null;
}

/** True if two tests compare the same call with one literal each. */
function asksTheSame(one: TypedExpression, other: TypedExpression): boolean {
  if (one.kind !== 'call' || other.kind !== 'call' || one.name !== 'eq' || other.name !== 'eq') return false;
  const [[asked, wanted], [before, wantedBefore]] = [one.args, other.args];
  const areTwo = one.args.length === 2 && other.args.length === 2;
  return areTwo && asked === before && wanted?.kind === 'literal' && wantedBefore?.kind === 'literal';
}

/** The element with one test in the place of another; the element itself where it has no such test. */
function withTest(element: PlacedElement, before: TypedExpression, asked: TypedExpression): PlacedElement {
  const holds = (test: JoinTest): boolean => test.kind === 'expression' && test.bound.expression === before;
  if (!element.tests.some(holds) && !element.secondary.some(holds)) return element;
  const replace = (test: JoinTest): JoinTest =>
    test.kind === 'expression' && holds(test)
      ? { kind: 'expression', bound: { expression: asked, variables: test.bound.variables } }
      : test;
  return { ...element, tests: element.tests.map(replace), secondary: element.secondary.map(replace) };
}
