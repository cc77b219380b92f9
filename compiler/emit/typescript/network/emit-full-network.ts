/** The full network as data, for matchers with a history (runtime/matching/full-network.ts). */
import type { AlphaNode, Join, JoinTest, Network } from '../../../order/network.ts';
import { remainingTests, uniquePairs } from '../../../plan/keys.ts';
import type { Shape } from '../../../plan/memory-plan.ts';
import { allNodes } from '../../../plan/nodes.ts';
import { code, comment, identifier, joined, lines, literal, typed, types, type Code } from '../code/code.ts';
import { classOf, slotOf } from '../context.ts';
import type { Declaration } from '../code/declaration.ts';
import type { Condition } from '../code/statements.ts';
import { alphaCondition, conditionBody, joinCondition } from './emit-test.ts';
import { foundBits } from './emit-regex-set.ts';
import { leftKeys, rightKeys } from './member-index.ts';
import { factKey, leftKey } from './join-key.ts';
import { itemsOf } from './list-item.ts';
import { keyPart } from '../keys/index-key.ts';
import { agendaProperty, removable, recordName, type NetworkContext } from './network-context.ts';
import type { Sides } from './reference.ts';
import { elementAt, entryOf, required } from '../../../required.ts';

const nodeName = ({ id }: AlphaNode): Code => identifier('n' + String(id));
const joinName = ({ id }: Join): Code => identifier('j' + String(id));
const M = code`m${typed(code`RulesetMatcher`)}`;

/** In the full network a match has a link for every position. */
function wholeShape(templates: Join['shape']): Shape {
  return { templates, chain: templates.map((_, position) => position) };
}

/** A function that evaluates a condition; null if it always holds. */
function predicate(
  context: NetworkContext,
  parameters: readonly Code[],
  condition: Condition,
  canFail: boolean,
  rule: Join['rule'],
): Code | null {
  if (condition === null) return null;
  const list = joined([M, ...parameters], ', ');
  if (!canFail) return code`(${list}) => ${condition}`;
  return code`(${list}) => {\n${conditionBody(context, condition, true, rule)}\n}`;
}

function nodeCall(
  context: NetworkContext,
  parents: ReadonlyMap<AlphaNode, AlphaNode>,
  node: AlphaNode,
): Code {
  const { plan } = context;
  const { step, template, hash } = node;
  const f = code`f${typed(classOf(context, template))}`;
  if (step.kind === 'root') return code`const ${nodeName(node)} = n.root(${literal(template)});`;
  const parent = nodeName(entryOf(parents, node));
  const key = factKey(context, template, node.stop ? hash : [], code`f`);
  const keyed = key === null ? [] : [code`(${f}) => ${key}`];
  const call = (method: Code, parts: readonly Code[]): Code =>
    code`const ${nodeName(node)} = n.${method}(${joined([parent, ...parts], ', ')});`;
  if (step.kind === 'select') {
    const { slot, name } = slotOf(context, template, step.slot);
    return call(code`select`, [code`(${f}) => ${keyPart(context, slot, code`f.${name}`)}`]);
  }
  if (step.kind === 'each')
    return call(code`each`, [code`(${f}) => ${itemsOf(context, template, step.slot)}`]);
  if (step.kind === 'constant') {
    const float = step.value.type === 'FLOAT';
    const value = literal(step.value.value);
    return call(code`constant`, [float ? code`${context.value('floatKey')}(${value})` : value, ...keyed]);
  }
  const planned = elementAt(plan.nodes, node.id).step;
  const tests = planned.kind === 'test' ? planned.tests : [];
  const condition = alphaCondition(context, template, tests, (set) => foundBits(context, set));
  // A test that can fail is a function, which the patterns of the context call, too.
  const test =
    planned.kind === 'test' && planned.canFail
      ? identifier(elementAt(plan.names.nodes, node.id).test)
      : (predicate(context, [f], condition, false, node.rule) ?? literal(null));
  return call(code`node`, [test, ...keyed]);
}

function templateOf({ right }: Join): string | null {
  return right.kind === 'alpha' ? right.node.template : null;
}

function sidesOf(context: NetworkContext, { previous, right }: Join): Sides {
  const left = previous === null ? null : removable(code`l`, wholeShape(previous.shape));
  if (right.kind !== 'alpha') return { left, right: null };
  const type = classOf(context, right.node.template);
  return { left, right: code`(r.fact${types` as ${type}`})` };
}

function modeOf({ exists, negated, right }: Join): Code {
  if (exists) return literal('exists');
  return literal(negated || right.kind === 'group' ? 'negated' : 'positive');
}

/** Keys of a membership join, of a left match and of a right match. */
function fullNetworkMembers(context: NetworkContext, join: Join): Code[] {
  const { previous, right } = join;
  const pair = context.plan.fullNetworkMembers.get(join.id);
  if (pair === undefined || previous === null || right.kind !== 'alpha') return [];
  const match = typed(context.type('PartialMatch'));
  const left = leftKeys(context, pair, removable(code`l`, wholeShape(previous.shape)));
  const fact = sidesOf(context, join).right!;
  return [
    code`members: [(l${match}) => ${left}, (r${match}) => ${rightKeys(context, right.node.template, pair, fact)}]`,
  ];
}

function joinCall(context: NetworkContext, join: Join): Code {
  const { plan } = context;
  const { previous, right, rule } = join;
  const match = typed(context.type('PartialMatch'));
  const sides = sidesOf(context, join);
  const planned = elementAt(plan.joins, join.id);
  const canFail = planned.kind !== 'terminal' && planned.canFail;
  const condition = (tests: readonly JoinTest[]): Condition =>
    joinCondition(context, tests, templateOf(join), sides);
  const tests = remainingTests(join);
  const both = [code`l${match}`, code`r${match}`];
  const test = predicate(context, both, condition(tests), canFail, rule);
  const after = predicate(context, both.slice(0, 1), condition(join.secondary), false, rule);
  const pairs = uniquePairs(join);
  const key = leftKey(context, pairs, removable(code`l`, wholeShape(previous?.shape ?? [])));
  const rightKey =
    right.kind === 'alpha'
      ? factKey(context, right.node.template, right.node.hash, required(sides.right, 'right'))
      : right.kind === 'group'
        ? leftKey(context, pairs, removable(code`r`, wholeShape(right.join.shape)))
        : null;
  const parts = [
    code`mode: ${modeOf(join)}`,
    ...(test === null ? [] : [code`test: ${test}`]),
    ...(after === null ? [] : [code`after: ${after}`]),
    ...(key === null ? [] : [code`key: (l${match}) => ${key}`]),
    ...fullNetworkMembers(context, join),
    ...(rightKey === null ? [] : [code`rightKey: (r${match}) => ${rightKey}`]),
  ];
  const before = previous === null ? literal(null) : joinName(previous);
  const input =
    right.kind === 'alpha'
      ? nodeName(right.node)
      : right.kind === 'group'
        ? joinName(right.join)
        : literal(null);
  return code`const ${joinName(join)} = n.join(${before}, ${input}, { ${joined(parts, ', ')} });`;
}

function fireCall(context: NetworkContext, join: Join): Code {
  const planned = elementAt(context.plan.joins, join.id);
  if (planned.kind !== 'terminal') throw new TypeError('only the last join of a rule fires');
  const { module } = join.rule;
  const chain = planned.removable
    ? code`[${joined(
        planned.shape.chain.map((position) => literal(position)),
        ', ',
      )}]`
    : literal(null);
  const parts = [
    joinName(required(join.previous, 'previous')),
    recordName(context, join.id),
    code`m.${agendaProperty(context, module)}`,
    literal(planned.level),
    chain,
  ];
  return code`n.fire(${joined(parts, ', ')});`;
}

/** The function that builds the full network of a matcher; none where the joins of the module are that. */
export function emitFullNetwork(context: NetworkContext): Declaration[] {
  const { fullNetwork } = context.plan;
  if (fullNetwork === null) return [];
  return [
    {
      kind: 'function',
      name: code`buildFullNetwork`,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`n`, type: context.value('FullNetwork') },
      ],
      returns: code`void`,
      body: lines(statements(context, fullNetwork)),
      comment: comment('Every pattern and join, for an engine whose facts come and go between evaluations.'),
    },
  ];
}

function statements(context: NetworkContext, network: Network): Code[] {
  const nodes = allNodes(network);
  const parents = new Map(nodes.flatMap((node) => node.children.map((child) => [child, node] as const)));
  return [
    ...nodes.map((node) => nodeCall(context, parents, node)),
    ...network.joins.map((join) =>
      join.terminal === null ? joinCall(context, join) : fireCall(context, join),
    ),
    code`n.prime();`,
  ];
}
