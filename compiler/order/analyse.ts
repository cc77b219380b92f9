/**
 * Which tests of a disjunct belong to a pattern's own node and which to its join, and what each variable refers to
 * (analysis.c, generate.c; clips-order.md, 2.1, 3.2, 3.3).
 */
import { variablesOf } from '../language/expression/variables.ts';
import type { TypedExpression } from '../language/expression/typed-expression.ts';
import type { Field } from '../ruleset.ts';
import { conjuncts, type Element } from './element.ts';
import { factTemplate, itemTemplate, partsOf } from './list-items.ts';
import type { AlphaTest, BoundExpression, JoinTest, Reference } from './network.ts';
import { placeElements, type AlphaField, type PlacedElement } from './place-elements.ts';
import { elementAt, entryOf, required } from '../required.ts';

/** A binding occurrence of a variable. */
interface Occurrence {
  readonly pattern: number;
  readonly position: number;
  readonly template: string;
  readonly slot: string | null;
  readonly begin: number;
  /** Slot of the position, for a list whose items are matched one by one. */
  readonly around?: string | undefined;
}

type Environment = ReadonlyMap<string, Occurrence>;

/** A group that is open at some point of the walk. */
interface Frame {
  readonly opener: PlacedElement;
  readonly depth: number;
}

interface Scopes {
  /** Most recent occurrences: for fields, predicates and right sides. */
  latest: Environment;
  /** First occurrences: for test elements. */
  first: Environment;
}

/** Context of one rule's analysis. */
interface Walk {
  readonly frames: Frame[];
  scopes: Scopes;
}

/** An outer variable used inside a group: left and right match of the group must agree on it. */
function unify(walk: Walk, begin: number, occurrence: Occurrence): void {
  if (begin === occurrence.begin || occurrence.slot === null) return;
  const { position, slot, template } = occurrence;
  for (const { opener, depth } of walk.frames) {
    if (depth < occurrence.begin) continue;
    // CLIPS has no whole list there, only the parts around the item, which differ by the position.
    for (const name of occurrence.around === undefined ? [slot] : [slot, occurrence.around]) {
      opener.agreement.push({ kind: 'agree', position, slot: name, template });
      opener.groupHash.push({ slot: name, left: { side: 'left', position, template, slot: name } });
    }
  }
}

function referenceFrom(element: PlacedElement, occurrence: Occurrence): Reference {
  const { template, slot } = occurrence;
  return element.position === occurrence.position
    ? { side: 'right', position: 0, template, slot }
    : { side: 'left', position: occurrence.position, template, slot };
}

function bind(
  walk: Walk,
  element: PlacedElement,
  expression: TypedExpression,
  scope: Environment,
): BoundExpression {
  const variables = new Map<string, Reference>();
  for (const name of variablesOf(expression)) {
    const occurrence = scope.get(name);
    if (occurrence === undefined) continue;
    unify(walk, element.begin, occurrence);
    variables.set(name, referenceFrom(element, occurrence));
  }
  return { expression, variables };
}

/** @param template of what is at this level of the pattern */
function bindOwn(expression: TypedExpression, scope: Environment, template: string): BoundExpression {
  const variables = new Map<string, Reference>();
  for (const name of variablesOf(expression)) {
    const occurrence = scope.get(name);
    if (occurrence === undefined) continue;
    variables.set(name, { side: 'right', position: 0, template, slot: occurrence.slot });
  }
  return { expression, variables };
}

/** The fields of one pattern: fills its own tests, its join tests and its hash list. */
function analyseFields(
  walk: Walk,
  element: PlacedElement,
  fields: readonly Field[],
): Map<string, Occurrence> {
  const { pattern, position, begin } = element;
  const template = required(element.template, 'template');
  const environment = new Map(walk.scopes.latest);
  const bound = new Map<string, Occurrence>();
  const alpha: AlphaField[] = [];
  let level = factTemplate(template);
  for (const { kind, slot, constraints, around } of partsOf(fields)) {
    if (kind === 'each') {
      alpha.push({ kind, slot, tests: [] });
      level = itemTemplate(level, slot);
      continue;
    }
    const [lead] = constraints;
    const leading = lead?.kind === 'variable' && !lead.negated ? lead.name : null;
    const before = leading === null ? undefined : environment.get(leading);
    const here: Occurrence = { pattern, position, template, slot, begin, around };
    if (leading !== null) environment.set(leading, here);
    const own: AlphaTest[] = [];
    const joined: JoinTest[] = [];
    const compare = (to: Occurrence, equal: boolean): JoinTest => ({
      kind: 'compare',
      slot,
      with: referenceFrom(element, to),
      equal,
    });
    for (const constraint of leading === null ? constraints : constraints.slice(1)) {
      if (constraint.kind === 'literal') {
        own.push({ kind: 'constant', slot, value: constraint.value, equal: !constraint.negated });
      } else if (constraint.kind === 'variable') {
        const to = entryOf(environment, constraint.name);
        if (to.pattern === pattern) {
          own.push({ kind: 'compare', slot, other: required(to.slot, 'slot'), equal: !constraint.negated });
        } else {
          joined.push(compare(to, !constraint.negated));
          unify(walk, begin, to);
        }
      } else {
        const names = variablesOf(constraint.expression);
        const isOwn = [...names].every((name) => (environment.get(name)?.pattern ?? pattern) === pattern);
        for (const part of conjuncts(constraint.expression)) {
          if (isOwn) own.push({ kind: 'expression', bound: bindOwn(part, environment, level) });
          else joined.push({ kind: 'expression', bound: bind(walk, element, part, environment) });
        }
      }
    }
    if (leading !== null) {
      if (before !== undefined && before.pattern === pattern) {
        own.unshift({ kind: 'compare', slot, other: required(before.slot, 'slot'), equal: true });
      } else if (before !== undefined) {
        unify(walk, begin, before);
        joined.unshift(compare(before, true));
        const left: Reference = {
          side: 'left',
          position: before.position,
          template: before.template,
          slot: before.slot,
        };
        element.hash.unshift({ slot, left });
      }
      if (!bound.has(leading)) bound.set(leading, here);
    }
    if (own.length > 0 || kind === 'rest') alpha.push({ kind, slot, tests: own });
    element.tests.push(...joined);
  }
  element.alpha = alpha;
  walk.scopes = { latest: environment, first: walk.scopes.first };
  return bound;
}

function analysePattern(walk: Walk, placed: PlacedElement, element: Element): void {
  const before = walk.scopes;
  const bound = placed.initial ? new Map<string, Occurrence>() : analyseFields(walk, placed, element.fields);
  const latest = new Map(walk.scopes.latest);
  if (element.address !== null && !placed.negated) {
    const { pattern, position, begin } = placed;
    latest.set(element.address, {
      pattern,
      position,
      template: required(placed.template, 'template'),
      slot: null,
      begin,
    });
  }
  const first = new Map(before.first);
  for (const [name, occurrence] of bound) if (!first.has(name)) first.set(name, occurrence);
  for (const test of element.tests) {
    placed.tests.push({ kind: 'expression', bound: bind(walk, placed, test, first) });
  }
  const visible = !placed.negated && !placed.exists && placed.begin <= placed.end;
  walk.scopes = visible ? { latest, first } : before;
}

/** The analysed elements of a disjunct, and the place of each variable that the right side may use. */
export interface Analysis {
  readonly elements: PlacedElement[];
  readonly variables: ReadonlyMap<string, Reference>;
}

export function analyse(elements: readonly Element[]): Analysis {
  const placed = placeElements(elements);
  const walk: Walk = { frames: [], scopes: { latest: new Map(), first: new Map() } };
  const saved: Scopes[] = [];
  let depth = 1;
  placed.forEach((element, i) => {
    for (; element.begin > depth; depth++) {
      walk.frames.unshift({ opener: element, depth });
      saved.push(walk.scopes);
    }
    if (element.kind === 'pattern') {
      analysePattern(walk, element, elementAt(elements, i));
    } else {
      for (const test of elementAt(elements, i).tests) {
        element.tests.push({ kind: 'expression', bound: bind(walk, element, test, walk.scopes.first) });
      }
    }
    for (; element.end < depth; depth--) {
      walk.frames.shift();
      walk.scopes = saved.pop()!;
    }
  });
  const variables = new Map<string, Reference>();
  for (const [name, { position, template, slot }] of walk.scopes.latest) {
    variables.set(name, { side: 'left', position, template, slot });
  }
  return { elements: placed, variables };
}
