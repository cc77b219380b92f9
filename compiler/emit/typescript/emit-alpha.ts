/** The pattern network of one template as straight-line code: what a new fact meets, in CLIPS' order. */
import type { AlphaNode, Join } from '../../plan/network.ts';
import type { SlotType } from '../../ruleset.ts';
import { code, comment, joined, lines, literal, types, type Code } from '../../write/code.ts';
import { slotOf, type TemplateNames } from './context.ts';
import type { Declaration, FunctionDeclaration, Property } from './declaration.ts';
import { emitStore, flagFact, settleFlags } from './emit-fact-sets.ts';
import { callRight, enterGrowing } from './emit-growing-join.ts';
import { enterRemovable } from './emit-removable-join.ts';
import { alphaCondition, conditionBody, constantTest, when, type Condition } from './emit-test.ts';
import { needsGrowingMemory } from './fact-sets.ts';
import { factKey, newMemory, roughFactKey, roughSlots } from './join-key.ts';
import { keyType } from './index-key.ts';
import type { NetworkContext } from './network-context.ts';

/** A switch compares one constant after the other; from this many on a table is faster. */
const SWITCH_LIMIT = 24;
/** Nodes in one function: V8 optimises no function of more than some ten thousand bytecodes. */
const FUNCTION_NODES = 60;

export function needsRemovableMemory(node: AlphaNode): boolean {
  return node.entries.some((join) => join.removable);
}

function enter(context: NetworkContext, join: Join): Code {
  if (join.removable) return enterRemovable(context, join);
  return join.first ? enterGrowing(context, join) : callRight(context, join);
}

/** The fact has reached the end of a pattern: into the memories, then into every join (clips-order.md, 2.6). */
function reach(context: NetworkContext, node: AlphaNode): Code {
  if (!node.stop) return lines([]);
  const names = context.network.node(node);
  const statements: Code[] = [];
  if (needsGrowingMemory(node)) {
    const set = context.sets.of(names.growing);
    statements.push(set === null ? code`m.${names.growing}.add(f, m.log);` : flagFact(set));
  }
  const entries = node.entries.map((join) => enter(context, join));
  if (needsRemovableMemory(node)) {
    const key = factKey(context.context, node.template, node.hash, code`f`);
    const arguments_ = key === null ? code`match, m.log` : code`${key}, match, m.log`;
    // In a block of its own: several nodes of one function each make a match.
    return code`{
const match = ${context.context.value('alphaMatch')}(f, m.log);
m.${names.removable}.add(${arguments_});
${lines([...statements, ...entries])}
}`;
  }
  return lines([...statements, ...entries]);
}

/** Tests that can fail go into a function that names the rule in the error. */
function nodeCondition(context: NetworkContext, node: AlphaNode): Condition {
  if (node.step.kind !== 'test') return { code: null, canFail: false };
  const condition = alphaCondition(context.context, node.template, node.step.tests);
  if (!condition.canFail) return condition;
  const name = context.context.names.fresh(['test', node.rule.name, node.template], 'camel');
  context.declared.push({
    kind: 'function',
    name,
    parameters: parameters(context, node.template),
    returns: code`boolean`,
    body: conditionBody(context.context, condition, node.rule),
    comment: null,
  });
  return { code: code`${name}(m, f)`, canFail: true };
}

function parameters(context: NetworkContext, template: string): FunctionDeclaration['parameters'] {
  return [
    { name: code`m`, type: code`RulesetMatcher` },
    { name: code`f`, type: context.context.templates.get(template)!.type },
  ];
}

function size(node: AlphaNode): number {
  return node.children.reduce((sum, child) => sum + size(child), 1 + node.entries.length);
}

function visit(context: NetworkContext, node: AlphaNode): Code {
  if (node.step.kind === 'select') return select(context, node);
  const body = lines(
    [reach(context, node), ...siblings(context, node.children)].filter((part) => !part.isEmpty),
  );
  return when(nodeCondition(context, node), body);
}

/** What follows from one constant of a selector. */
function constantBody(context: NetworkContext, node: AlphaNode): Code {
  return lines([reach(context, node), ...siblings(context, node.children)].filter((part) => !part.isEmpty));
}

function select(context: NetworkContext, node: AlphaNode): Code {
  if (node.step.kind !== 'select') return lines([]);
  const { slot, name } = slotOf(context.context, node.template, node.step.slot);
  const value = code`f.${name}`;
  const constants = node.children.flatMap((child) =>
    child.step.kind === 'constant' ? [{ child, constant: child.step.value }] : [],
  );
  const [only] = constants;
  if (constants.length === 1) {
    return when(
      { code: constantTest(context.context, value, only!.constant, true), canFail: false },
      constantBody(context, only!.child),
    );
  }
  if (constants.length > SWITCH_LIMIT) return table(context, node, value);
  if (slot.type === 'FLOAT') {
    const branches = constants.map(({ child, constant }) =>
      when(
        { code: constantTest(context.context, value, constant, true), canFail: false },
        constantBody(context, child),
      ),
    );
    return joined(branches, '\n');
  }
  const cases = constants.map(
    ({ child, constant }) => code`case ${literal(constant.value)}: {
${constantBody(context, child)}
break;
}`,
  );
  return code`switch (${value}) {
${lines(cases)}
}`;
}

/** A selector with many constants: one function a constant, found by its value. */
function table(context: NetworkContext, node: AlphaNode, value: Code): Code {
  if (node.step.kind !== 'select') return lines([]);
  const { context: module } = context;
  const { slot } = slotOf(module, node.template, node.step.slot);
  const type = module.templates.get(node.template)!.type;
  const entries = node.children.flatMap((child) => {
    if (child.step.kind !== 'constant') return [];
    const { value: constant } = child.step;
    const name = module.names.fresh(['match', child.rule.name, node.template], 'camel');
    context.declared.push({
      kind: 'function',
      name,
      parameters: parameters(context, node.template),
      returns: code`void`,
      body: constantBody(context, child),
      comment: null,
    });
    const key =
      slot.type === 'FLOAT'
        ? code`${module.value('floatKey')}(${literal(constant.value)})`
        : literal(constant.value);
    return [code`[${key}, ${name}],`];
  });
  const key = slot.type === 'FLOAT' ? code`${module.value('floatKey')}(${value})` : value;
  const name = module.names.fresh([node.template, slot.name, 'cases'], 'upper');
  context.declared.push({
    kind: 'constant',
    name,
    type: code`ReadonlyMap<${keyType(module, [slot.type])}, (m: RulesetMatcher, f: ${type}) => void>`,
    value: code`new Map([
${lines(entries)}
])`,
    exported: false,
    comment: null,
  });
  return code`${name}.get(${key})?.(m, f);`;
}

/** Nodes one after the other; long lists are cut into functions. */
function siblings(context: NetworkContext, nodes: readonly AlphaNode[]): Code[] {
  const total = nodes.reduce((sum, node) => sum + size(node), 0);
  if (total <= FUNCTION_NODES || nodes.length === 1) return nodes.map((node) => visit(context, node));
  const calls: Code[] = [];
  let part: AlphaNode[] = [];
  let weight = 0;
  const flush = (): void => {
    const [first] = part;
    if (first === undefined) return;
    const name = context.context.names.fresh(['match', first.template, 'part'], 'camel');
    const body = lines(part.map((node) => visit(context, node)));
    context.declared.push({
      kind: 'function',
      name,
      parameters: parameters(context, first.template),
      returns: code`void`,
      body,
      comment: null,
    });
    calls.push(code`${name}(m, f);`);
    part = [];
    weight = 0;
  };
  for (const node of nodes) {
    if (weight > 0 && weight + size(node) > FUNCTION_NODES) flush();
    part.push(node);
    weight += size(node);
  }
  flush();
  return calls;
}

/** The functions that match a new fact of a template. */
export function emitMatch(context: NetworkContext, names: TemplateNames, root: AlphaNode): Declaration[] {
  return [
    {
      kind: 'function',
      name: names.match,
      parameters: parameters(context, names.template.name),
      returns: code`void`,
      body: lines(
        [...siblings(context, root.children), settleFlags(context, names)].filter((part) => !part.isEmpty),
      ),
      comment: comment('Patterns are visited in the order in which CLIPS visits its pattern network.'),
    },
    ...emitStore(context, names),
  ];
}

/** The memories of one node as properties of the matcher. */
export function nodeMemories(context: NetworkContext, node: AlphaNode): Property[] {
  const { context: module } = context;
  const names = context.network.node(node);
  const type = module.templates.get(node.template)!.type;
  const typesOf = (slots: readonly string[]): SlotType[] =>
    slots.map((name) => slotOf(module, node.template, name).slot.type);
  const keys = typesOf(node.hash);
  const property = (name: Code, value: Code): Property => ({
    name,
    type: null,
    value,
    override: false,
    comment: null,
  });
  const properties: Property[] = [];
  if (needsGrowingMemory(node)) {
    const key = roughFactKey(module, node.template, node.hash, code`f`);
    const keyTypes = typesOf(roughSlots(module, node.template, node.hash));
    properties.push(property(names.growing, newMemory(module, { name: code`f`, type }, keyTypes, key)));
  }
  if (needsRemovableMemory(node)) {
    const value =
      keys.length === 0
        ? code`new ${module.value('MatchList')}()`
        : code`new ${module.value('MatchIndex')}${types`<${keyType(module, keys)}>`}()`;
    properties.push(property(names.removable, value));
  }
  return properties;
}
