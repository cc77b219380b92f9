/** The values that the passes of the order phase hand on, as a line an element or join. */
import { printExpression } from '../../../compiler/emit/clips/expression.ts';
import type { PlacedElement } from '../../../compiler/order/place-elements.ts';
import type { Element } from '../../../compiler/order/element.ts';
import type {
  AlphaNode,
  AlphaTest,
  BoundExpression,
  Join,
  JoinTest,
  Network,
} from '../../../compiler/order/network.ts';
import type { Reference } from '../../../compiler/order/network.ts';

interface Kind {
  readonly kind: string;
  readonly template: string | null;
  readonly initial: boolean;
  readonly negated: boolean;
  readonly exists: boolean;
  readonly existsGroup: boolean;
  readonly begin: number;
  readonly end: number;
}

function head(element: Kind): string {
  const sign = element.exists ? 'exists ' : element.negated ? 'not ' : '';
  const what = element.initial ? 'initial' : (element.template ?? element.kind);
  const depth = element.begin === 1 && element.end === 1 ? '' : ` ${element.begin}-${element.end}`;
  return `${sign}${what}${depth}${element.existsGroup ? ' of an exists' : ''}`;
}

/** A disjunct as one line: patterns and tests, with the depths of the groups they open and close. */
export function dumpDisjunct(elements: readonly Element[]): string {
  return elements
    .map((element) => {
      const tests = element.tests.map(printExpression).join(' ');
      return tests === '' ? head(element) : `${head(element)} ${tests}`;
    })
    .join(', ');
}

function reference({ side, position, slot }: Reference): string {
  return `${side}[${position}]${slot === null ? '' : `.${slot}`}`;
}

function bound({ expression, variables }: BoundExpression): string {
  const places = [...variables].map(([name, place]) => `?${name} is ${reference(place)}`);
  return [printExpression(expression), ...places].join(' where ');
}

function alphaTest(test: AlphaTest): string {
  if (test.kind === 'expression') return bound(test.bound);
  const sign = test.equal ? '=' : '!=';
  return `${test.slot} ${sign} ${test.kind === 'constant' ? String(test.value.value) : test.other}`;
}

function joinTest(test: JoinTest): string {
  if (test.kind === 'expression') return bound(test.bound);
  if (test.kind === 'agree') return `agree on [${test.position}].${test.slot}`;
  return `${test.slot} ${test.equal ? '=' : '!='} ${reference(test.with)}`;
}

function listed(label: string, parts: readonly string[]): string[] {
  return parts.length === 0 ? [] : [`${label} ${parts.join(' & ')}`];
}

/** One analysed element per line: its place in the match, the tests of its pattern and of its join. */
export function dumpPlaced(elements: readonly PlacedElement[]): string[] {
  return elements.map((element) =>
    [
      `[${element.position}] ${head(element)}`,
      ...listed(
        'alone',
        element.alpha.flatMap(({ tests }) => tests.map(alphaTest)),
      ),
      ...listed('joins', element.tests.map(joinTest)),
      ...listed('after', element.secondary.map(joinTest)),
      ...listed('group', element.agreement.map(joinTest)),
      ...listed(
        'hash',
        element.hash.map(({ slot, left }) => `${slot} = ${reference(left)}`),
      ),
    ].join('; '),
  );
}

function dumpNode(node: AlphaNode, depth: number): string[] {
  const { step } = node;
  const text = {
    root: () => node.template,
    any: () => 'any',
    each: () => (step.kind === 'each' ? `each of ${step.slot}` : ''),
    select: () => (step.kind === 'select' ? `by ${step.slot}` : ''),
    constant: () => (step.kind === 'constant' ? String(step.value.value) : ''),
    test: () => (step.kind === 'test' ? step.tests.map(alphaTest).join(' & ') : ''),
  }[step.kind]();
  const entered = node.entries.map(({ id }) => `j${id}`).join(' ');
  const line = `${'  '.repeat(depth)}${text}${entered === '' ? '' : ` enters ${entered}`}`;
  return [line, ...node.children.flatMap((child) => dumpNode(child, depth + 1))];
}

function dumpJoin(join: Join): string {
  const { right } = join;
  const sign = join.exists ? 'exists ' : join.negated ? 'not ' : '';
  const from =
    right.kind === 'alpha' ? right.node.template : right.kind === 'group' ? `group j${right.join.id}` : '';
  const end = join.terminal === null ? '' : `fires ${join.terminal.rule.name}`;
  return [
    `j${join.id} ${[`${sign}${from}`, end].filter((part) => part !== '').join(' ')}`.trimEnd(),
    ...listed('tests', join.tests.map(joinTest)),
    ...listed('after', join.secondary.map(joinTest)),
    ...listed(
      'drives',
      [join.children.map(({ join: child, side }) => `j${child.id}:${side}`).join(' ')].filter(Boolean),
    ),
  ].join('; ');
}

/** The pattern networks, children and entries in the order of their visits, then the joins. */
export function dumpNetwork({ roots, joins, rightPrimes, leftPrimes }: Network): string[] {
  const primes = (label: string, list: readonly Join[]) =>
    listed(
      label,
      list.map(({ id }) => `j${id}`),
    );
  return [
    ...[...roots.values()].flatMap((root) => dumpNode(root, 0)),
    ...joins.map(dumpJoin),
    ...primes('right primes', rightPrimes),
    ...primes('left primes', leftPrimes),
  ];
}
