/** The pattern network of one template as straight-line code: what a new fact meets, in CLIPS' order. */
import type { NodePlan } from '../../../plan/match-plan.ts';
import type { JoinId, NodeId, RegexSetId } from '../../../plan/ids.ts';
import { code, identifier, joined, lines, literal, statement, type Code } from '../code/code.ts';
import { classOf, slotOf, type TemplateNames } from '../context.ts';
import type { Declaration, FunctionDeclaration } from '../code/declaration.ts';
import { awaited, emitStore, flagFact, setOf, settleFlags } from './emit-fact-sets.ts';
import { callRight, enterFirst } from './emit-append-only-join.ts';
import { enterRemovable, meetsLeft } from './emit-removable-join.ts';
import { enterRows } from './emit-row-group.ts';
import { when, type Condition } from '../code/statements.ts';
import { alphaCondition, conditionBody, constantTest } from './emit-test.ts';
import { foundBits, foundName } from './emit-regex-set.ts';
import { itemAt } from './list-item.ts';
import { keyType } from '../keys/index-key.ts';
import { factKey } from './join-key.ts';
import { isMergedRow, joinOf, memoryPath, rowsAt, type NetworkContext } from './network-context.ts';
import { elementAt } from '../../../required.ts';

const present = (parts: readonly Code[]): Code => lines(parts.filter((part) => !part.isEmpty));

function enter(context: NetworkContext, id: JoinId): Code {
  const join = joinOf(context, id);
  if (isMergedRow(context, id)) return lines([]);
  const group = rowsAt(context, id);
  switch (join.kind) {
    case 'first':
      return group === null ? enterFirst(context, join) : enterRows(context, group);
    case 'join':
    case 'exists':
      return callRight(context, join);
    case 'removable':
      return enterRemovable(context, join);
    default:
      throw new TypeError('no fact enters this join');
  }
}

/** The fact has reached the end of a pattern: into the memories, then into every join (clips-order.md, 2.6). */
function reach(context: NetworkContext, node: NodePlan): Code {
  const statements: Code[] = [];
  if (node.facts !== null) {
    const set = setOf(context, node.facts);
    statements.push(
      set === null ? statement`m.${memoryPath(context, node.facts)}.add(f, m.log);` : flagFact(context, set),
    );
  }
  const entries = node.entries.map((join) => enter(context, join)).filter((entry) => !entry.isEmpty);
  if (!node.makesMatch) return present([...statements, ...entries]);
  const make = code`const match = f.matches = ${context.value('alphaMatch')}(f, f.matches, m.log);`;
  const body = present([make, addRemovable(context, node), ...statements, ...entries]);
  const needed = whenNeeded(context, node);
  // In a block of its own: several nodes of one function each make a match.
  return needed === null ? code`{\n${body}\n}` : code`if (${needed}) {\n${body}\n}`;
}

/** Condition for the match of a fact at a pattern to be needed, now or later; `null` for always. */
function whenNeeded(context: NetworkContext, { need }: NodePlan): Code | null {
  if (need === null) return null;
  const met = need.met.map((id) => {
    const join = joinOf(context, id);
    return join.kind === 'removable' ? meetsLeft(context, join) : null;
  });
  return joined(
    [awaited(context, need.awaited), ...met].filter((part) => part !== null),
    ' || ',
  );
}

function addRemovable(context: NetworkContext, node: NodePlan): Code {
  if (node.removable === null) return lines([]);
  const memory = elementAt(context.plan.memories, node.removable);
  const slots = memory.kind === 'removable-facts' ? memory.key : [];
  const key = factKey(context, node.template, slots, code`f`);
  const arguments_ = key === null ? code`match, m.log` : code`${key}, match, m.log`;
  return when(
    awaited(context, node.removable),
    statement`m.${memoryPath(context, node.removable)}.add(${arguments_});`,
  );
}

/** Tests that can fail go into a function that names the rule in the error. */
function nodeCondition(context: NetworkContext, node: NodePlan): Condition {
  if (node.step.kind !== 'test') return null;
  const { template, step } = node;
  const condition = alphaCondition(context, template, step.tests, (set) => foundName(context, set));
  if (!node.step.canFail) return condition;
  const name = identifier(elementAt(context.plan.names.nodes, node.id).test);
  const { rule } = elementAt(context.plan.rules, node.rule);
  context.declared.push({
    kind: 'function',
    name,
    parameters: parameters(context, node.template),
    returns: code`boolean`,
    body: conditionBody(context, condition, true, rule),
    comment: null,
  });
  return code`${name}(m, f)`;
}

function parameters(context: NetworkContext, template: string): FunctionDeclaration['parameters'] {
  return [
    { name: code`m`, type: code`RulesetMatcher` },
    { name: code`f`, type: classOf(context, template) },
  ];
}

function visit(context: NetworkContext, id: NodeId): Code {
  const node = elementAt(context.plan.nodes, id);
  if (node.step.kind === 'select') return select(context, node, node.step);
  if (node.step.kind === 'each') return each(context, node, node.step);
  return when(nodeCondition(context, node), body(context, node));
}

/** Statements for a fact at a node. */
function body(context: NetworkContext, node: NodePlan): Code {
  return present([reach(context, node), ...siblings(context, node)]);
}

/** One call for each position, the last one first (clips-order.md, 12). */
function each(
  context: NetworkContext,
  node: NodePlan,
  step: Extract<NodePlan['step'], { kind: 'each' }>,
): Code {
  const { plan } = context;
  const name = identifier(elementAt(plan.names.nodes, node.id).match);
  context.declared.push({
    kind: 'function',
    name,
    parameters: parameters(context, step.view),
    returns: code`void`,
    body: lines(siblings(context, node, step.view)),
    comment: null,
  });
  const list = code`f.${slotOf(context, node.template, step.slot).name}`;
  return code`for (let i = ${list}.length - 1; i >= 0; i--) ${name}(m, ${itemAt(context, node.template, step.slot)});`;
}

type Select = Extract<NodePlan['step'], { kind: 'select' }>;

function select(context: NetworkContext, node: NodePlan, step: Select): Code {
  const value = code`f.${slotOf(context, node.template, step.slot).name}`;
  const constants = node.children.flat().flatMap((id) => {
    const child = elementAt(context.plan.nodes, id);
    return child.step.kind === 'constant' ? [{ child, constant: child.step.value }] : [];
  });
  if (step.by === 'table') return table(context, node, step, value);
  if (step.by === 'test') {
    const branches = constants.map(({ child, constant }) =>
      when(constantTest(context, value, constant, true), body(context, child)),
    );
    return joined(branches, '\n');
  }
  const cases = constants.map(
    ({ child, constant }) => code`case ${literal(constant.value)}: {
${body(context, child)}
break;
}`,
  );
  return code`switch (${value}) {
${lines(cases)}
}`;
}

/** A selector with many constants: one function a constant, found by its value. */
function table(context: NetworkContext, node: NodePlan, step: Select, value: Code): Code {
  const { plan } = context;
  const { slot } = slotOf(context, node.template, step.slot);
  const type = classOf(context, node.template);
  const entries = node.children.flat().flatMap((id) => {
    const child = elementAt(plan.nodes, id);
    if (child.step.kind !== 'constant') return [];
    const { value: constant } = child.step;
    const name = identifier(elementAt(plan.names.nodes, id).match);
    context.declared.push({
      kind: 'function',
      name,
      parameters: parameters(context, node.template),
      returns: code`void`,
      body: body(context, child),
      comment: null,
    });
    const key =
      slot.type === 'FLOAT'
        ? code`${context.value('floatKey')}(${literal(constant.value)})`
        : literal(constant.value);
    return [code`[${key}, ${name}],`];
  });
  const key = slot.type === 'FLOAT' ? code`${context.value('floatKey')}(${value})` : value;
  const name = identifier(elementAt(plan.names.nodes, node.id).cases);
  context.declared.push({
    kind: 'constant',
    name,
    type: code`ReadonlyMap<${keyType(context, [slot.type])}, (m: RulesetMatcher, f: ${type}) => void>`,
    value: code`new Map([
${lines(entries)}
])`,
    exported: false,
    comment: null,
  });
  return statement`${name}.get(${key})?.(m, f);`;
}

/** One pass over a text for all patterns of a set. */
function search(context: NetworkContext, set: RegexSetId): Code {
  return code`const ${foundName(context, set)} = ${foundBits(context, set)};`;
}

/** The nodes below a node one after the other, in functions of their own where they are many. */
function siblings(context: NetworkContext, node: NodePlan, template = node.template): Code[] {
  const [only = []] = node.children;
  const visitAll = (ids: readonly NodeId[], group: number): Code[] => [
    ...node.searches.flatMap(({ group: at, set }) => (at === group ? [search(context, set)] : [])),
    ...ids.map((id) => visit(context, id)),
  ];
  if (node.children.length <= 1) return visitAll(only, 0);
  return node.children.map((group, i) => {
    const name = identifier(elementAt(elementAt(context.plan.names.nodes, node.id).parts, i));
    context.declared.push({
      kind: 'function',
      name,
      parameters: parameters(context, template),
      returns: code`void`,
      body: lines(visitAll(group, i)),
      comment: null,
    });
    return statement`${name}(m, f);`;
  });
}

/** The functions that match a new fact of a template. */
export function emitMatch(context: NetworkContext, names: TemplateNames, root: NodeId): Declaration[] {
  return [
    {
      kind: 'function',
      name: names.match,
      parameters: parameters(context, names.template.name),
      returns: code`void`,
      body: present([
        ...(context.plan.fullNetwork === null
          ? []
          : [code`if (m.fullNetwork !== null) return m.fullNetwork.enter(f);`]),
        ...siblings(context, elementAt(context.plan.nodes, root)),
        settleFlags(context, names),
      ]),
      comment: null,
    },
    ...emitStore(context, names),
  ];
}
