/**
 * A rule's left side as CLIPS prepares it before it builds the network (reorder.c; clips-order.md, 4): `or` moved to
 * the top, each disjunct a flat list of patterns and tests, groups kept as begin and end depths.
 */
import { typedCall } from '../language/expression/check-call.ts';
import { elementAt, required } from '../required.ts';
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { ConditionElement } from '../ruleset.ts';
import { become, copyElement, createElement, fromCondition, type Element } from './element.ts';

/** One pass over the children of `node`; returns the node (which may be another) and if anything changed. */
type Rewrite = (node: Element) => { readonly node: Element; readonly changed: boolean };

/** Moves `or` upwards: out of an `and` by copying the `and`, out of a `not` by De Morgan. */
const distribute: Rewrite = (start) => {
  let node = start;
  let changed = false;
  for (let i = 0; i < node.children.length;) {
    const child = elementAt(node.children, i);
    if (node.kind === 'and' && child.kind === 'or') {
      const whole = node;
      const at = i;
      node = createElement(
        'or',
        child.children.map((branch) => {
          const children = whole.children.map((each, place) => (place === at ? branch : copyElement(each)));
          return copyElement(whole, children);
        }),
      );
    } else if (node.kind === 'not' && child.kind === 'or') {
      node.kind = 'and';
      node.children = child.children.map((branch) => {
        const negation = createElement('not', [branch]);
        negation.begin = branch.begin;
        negation.end = branch.end;
        return negation;
      });
    } else if (child.kind === node.kind && node.kind !== 'not' && node.kind !== 'test') {
      node.children.splice(i, 1, ...child.children);
    } else {
      i++;
      continue;
    }
    changed = true;
    i = 0;
  }
  return { node, changed };
};

/** A negated group is one level deeper than what surrounds it; the last element also closes it. */
function deepen(children: readonly Element[], last: boolean): void {
  children.forEach((child, i) => {
    const lastChild = i === children.length - 1;
    if (child.kind === 'pattern' || child.kind === 'test') {
      child.begin++;
      if (!last || !lastChild) child.end++;
    } else {
      deepen(child.children, last && lastChild);
    }
  });
}

/** Turns `not` of a pattern into a negated pattern, `not(not(pattern))` into exists, other `not`s into groups. */
const negate: Rewrite = (node) => {
  let changed = false;
  for (let i = 0; i < node.children.length;) {
    const child = elementAt(node.children, i);
    const [inner] = child.children;
    if (node.kind === 'not' && child.kind === 'not' && inner?.kind === 'not') {
      node.children = inner.children;
    } else if (node.kind === 'not' && child.kind === 'not' && inner?.kind === 'pattern') {
      become(node, inner);
      node.negated = true;
      node.exists = true;
      node.existsGroup = false;
    } else if (node.kind === 'not' && child.kind === 'pattern') {
      become(node, child);
      node.negated = true;
      node.exists = false;
      node.existsGroup = false;
    } else if (node.kind === 'not' && (child.kind === 'and' || child.kind === 'not')) {
      node.kind = child.kind;
      node.negated = child.negated;
      node.exists = child.exists;
      node.existsGroup = child.existsGroup;
      node.children = child.children;
      deepen(node.children, true);
    } else {
      i++;
      continue;
    }
    changed = true;
    i = 0;
  }
  return { node, changed };
};

function negation(tests: readonly TypedExpression[]): TypedExpression {
  const first = required(tests[0], 'a test');
  const inner = tests.length === 1 ? first : typedCall('and', tests, first.at);
  return typedCall('not', [inner], first.at);
}

/** True if a test follows an element in the same group. */
function goesOnWith(element: Element, next: Element): boolean {
  return next.kind === 'test' && element.begin === element.end && element.end === next.begin;
}

/**
 * The tests behind an element that go on with it and end where it does, else the next one alone: a pattern may have
 * thousands of them, and is given them at once.
 */
function testsBehind(element: Element, behind: readonly Element[]): readonly Element[] {
  const count = behind.findIndex((next) => next.end !== element.end || !goesOnWith(element, next));
  return behind.slice(0, count === -1 ? behind.length : Math.max(count, 1));
}

function isPositive({ kind, negated, exists }: Element): boolean {
  return kind === 'pattern' && !negated && !exists;
}

function isAlone({ children }: Element): boolean {
  return children.length === 1;
}

/** An `and` of one test is the test; one of one pattern is the pattern, inside a list. */
function standsFor(child: Element, depth: number): boolean {
  return child.kind === 'test' || (child.kind === 'pattern' && depth > 1);
}

/** Merges nested lists and neighbouring tests, and attaches a test to the positive pattern right before it. */
function compress(node: Element, depth: number): boolean {
  let changed = false;
  for (let i = 0; i < node.children.length;) {
    const child = elementAt(node.children, i);
    const next = node.children[i + 1];
    if (child.kind === node.kind && (node.kind === 'or' || node.kind === 'and')) {
      node.children.splice(i, 1, ...child.children);
    } else if (node.kind === 'not' && child.kind === 'test') {
      const tests = [negation(child.tests)];
      become(node, child);
      node.tests = tests;
    } else if (node.kind === 'and' && child.kind === 'test' && next && goesOnWith(child, next)) {
      const behind = testsBehind(child, node.children.slice(i + 1));
      child.tests = [...child.tests, ...behind.flatMap(({ tests }) => tests)];
      node.children.splice(i + 1, behind.length);
    } else if (node.kind === 'and' && isPositive(child) && next && goesOnWith(child, next)) {
      const behind = testsBehind(child, node.children.slice(i + 1));
      const { end } = behind.at(-1) ?? next;
      child.tests = [...child.tests, ...behind.flatMap(({ tests }) => tests)];
      if (i === 0 && child.begin - 1 === end) {
        child.negated = true;
        child.begin = end;
        child.end = end;
      }
      node.children.splice(i + 1, behind.length);
    } else if (node.kind === 'and' && isAlone(node) && standsFor(child, depth)) {
      become(node, child);
    } else {
      i++;
      continue;
    }
    changed = true;
    i = 0;
  }
  return changed;
}

/** Applies one rewrite from the top until nothing changes. */
function rewrite(start: Element, step: Rewrite, depth: number): { node: Element; changed: boolean } {
  let node = start;
  let any = false;
  for (let changed = true; changed;) {
    changed = false;
    if (node.kind === 'and' || node.kind === 'not' || node.kind === 'or') {
      const result = step(node);
      node = result.node;
      changed = compress(node, depth) || result.changed;
    }
    node.children.forEach((child, i) => {
      if (child.kind !== 'and' && child.kind !== 'not' && child.kind !== 'or') return;
      const result = rewrite(child, step, depth + 1);
      node.children[i] = result.node;
      changed ||= result.changed;
    });
    any ||= changed;
  }
  return { node, changed: any };
}

function opensExistsGroup(elements: readonly Element[], i: number, parent: number): boolean {
  const start = elementAt(elements, i).begin;
  if (start - parent !== 2) return false;
  let k = i;
  while (elementAt(elements, k).end >= start) k++;
  return elementAt(elements, k).end <= parent;
}

/** `not(not(and …))` is one existential group, not two negated ones (analysis.c: MarkExistsNands). */
function markExistsGroups(elements: readonly Element[]): void {
  let depth = 1;
  elements.forEach((element, i) => {
    if (opensExistsGroup(elements, i, depth)) {
      element.existsGroup = true;
      for (const other of elements.slice(i)) {
        other.begin--;
        if (other.end <= depth) break;
        other.end--;
      }
    }
    depth = element.end;
  });
}

/** A test that opens a group needs something to hang on. */
function addInitialElements(elements: readonly Element[]): Element[] {
  const result: Element[] = [];
  let depth = 1;
  for (const element of elements) {
    if (element.kind === 'test' && element.begin > depth) {
      const initial = createElement('pattern');
      initial.initial = true;
      initial.begin = element.begin;
      initial.end = element.begin;
      initial.existsGroup = element.existsGroup;
      element.existsGroup = false;
      result.push(initial);
    }
    result.push(element);
    depth = element.end;
  }
  return result;
}

/** The disjuncts of a left side, each a flat list of patterns and tests, in the order in which CLIPS builds them. */
export function disjunctsOf(when: readonly ConditionElement[]): Element[][] {
  if (when.length === 0) return [[]];
  let top = createElement('and', when.map(fromCondition));
  top = rewrite(top, distribute, 1).node;
  top = rewrite(top, negate, 1).node;
  const listOf = (element: Element): Element[] => (element.kind === 'and' ? element.children : [element]);
  const disjuncts = top.kind === 'or' ? top.children.map(listOf) : [listOf(top)];
  return disjuncts.map((elements) => {
    markExistsGroups(elements);
    return addInitialElements(elements);
  });
}
