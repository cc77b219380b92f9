/** Joins of the part of the network in which matches only come, and go all at once (see plan/removable.ts). */
import type { Join } from '../../plan/network.ts';
import { code, lines, type Code } from '../../write/code.ts';
import type { FunctionDeclaration, Property } from './declaration.ts';
import type { NetworkContext } from './network-context.ts';
import { conditionBody, joinCondition, when, type Condition } from './emit-test.ts';
import { leftKey, factKey } from './join-key.ts';
import { keyType } from './index-key.ts';
import { matchType, type MatchCode } from './reference.ts';
import { slotOf } from './context.ts';

/**
 * Statements that send a match on to all children of a join: into the memories where it waits, then to the children in
 * their order. None of them reads the memory of another, so all memories can be filled first.
 */
export function driveGrowing(context: NetworkContext, join: Join, match: Code): Code {
  const own: MatchCode = { code: match, shape: join.shape, removable: false };
  const waiting = new Map<Code, Code>();
  const entries = join.children.map(({ join: child }) => {
    if (child.terminal !== null) return context.activate(child, match);
    const { leftMemory } = context.network.join(child);
    const key = leftKey(context.context, child, own);
    waiting.set(
      leftMemory,
      code`m.${leftMemory}.add(${key === null ? match : code`${key}, ${match}`}, m.log);`,
    );
    return callLeft(context, child, match);
  });
  return lines([...waiting.values(), ...entries]);
}

/** A new left match meets the alpha memory, if there is anything in it. */
function callLeft(context: NetworkContext, join: Join, match: Code): Code {
  if (join.right.kind !== 'alpha') throw new TypeError('a growing join has a pattern on its right');
  const memory = context.network.node(join.right.node).growing;
  return code`if (m.${memory}.count > 0) ${context.network.join(join).left}(m, ${match});`;
}

/** A new fact `f` meets the left memory, if anything waits in it: most rules of a large ruleset have nothing there. */
export function callRight(context: NetworkContext, join: Join): Code {
  const names = context.network.join(join);
  return code`if (m.${names.leftMemory}.count > 0) ${names.right}(m, f);`;
}

/** The statements of a first join for the fact `f`. */
export function enterGrowing(context: NetworkContext, join: Join): Code {
  const condition = growingCondition(context, join, null);
  return when(condition, driveGrowing(context, join, code`f`));
}

/** The condition inline; when it can fail, a call of a function that names the rule in the error. */
function growingCondition(context: NetworkContext, join: Join, left: MatchCode | null): Condition {
  const condition = joinCondition(context.context, join, { left, right: code`f` });
  if (!condition.canFail) return condition;
  const { test } = context.network.join(join);
  const parameters = [
    { name: code`m`, type: code`RulesetMatcher` },
    ...(left === null ? [] : [{ name: code`l`, type: matchType(context.context, left.shape) }]),
    { name: code`f`, type: factType(context, join) },
  ];
  context.declareOnce(test, {
    kind: 'function',
    name: test,
    parameters,
    returns: code`boolean`,
    body: conditionBody(context.context, condition, join.rule),
    comment: null,
  });
  return { code: left === null ? code`${test}(m, f)` : code`${test}(m, l, f)`, canFail: true };
}

function factType(context: NetworkContext, join: Join): Code {
  if (join.right.kind !== 'alpha') throw new TypeError('a growing join has a pattern on its right');
  return context.context.templates.get(join.right.node.template)!.type;
}

function leftShape(join: Join): readonly (string | null)[] {
  return join.previous!.shape;
}

/** The left memory of a join, as a property of the matcher. */
export function growingLeftMemory(context: NetworkContext, join: Join): Property {
  const type = matchType(context.context, leftShape(join));
  const keys = join.hash.map(({ left }) => slotOf(context.context, left.template, left.slot!).slot.type);
  const value =
    keys.length === 0
      ? code`new ${context.context.value('Memory')}<${type}>()`
      : code`new ${context.context.value('IndexedMemory')}<${keyType(context.context, keys)}, ${type}>()`;
  const name = context.network.join(join).leftMemory;
  return { name, type: null, value, override: false, comment: null };
}

/** The two functions of a join: a new fact meets the left memory, a new left match meets the alpha memory. */
export function emitGrowingJoin(context: NetworkContext, join: Join): FunctionDeclaration[] {
  if (join.right.kind !== 'alpha') return [];
  const { node } = join.right;
  const { context: module } = context;
  const names = context.network.join(join);
  const shape = leftShape(join);
  const left: MatchCode = { code: code`l`, shape, removable: false };
  const condition = growingCondition(context, join, left);
  const pass = when(
    condition,
    lines([
      code`const match = new ${module.value('Match')}(l, f);`,
      // Activations have a limit of their own.
      ...(join.children.every(({ join: child }) => child.terminal !== null) ? [] : [code`m.log.serial();`]),
      driveGrowing(context, join, code`match`),
    ]),
  );
  const rightKey = factKey(module, node.template, node.hash, code`f`);
  const ownKey = leftKey(module, join, left);
  // Left matches are visited newest first, facts oldest first (clips-order.md, 3.5, 3.6).
  const newestFirst =
    rightKey === null
      ? code`for (let i = memory.count - 1; i >= 0; i--)`
      : code`for (let i = memory.newest(${rightKey}); i >= 0; i = memory.older(i))`;
  const oldestFirst =
    ownKey === null
      ? code`for (let i = 0; i < memory.count; i++)`
      : code`for (let i = memory.oldest(${ownKey}); i >= 0; i = memory.newer(i))`;
  return [
    {
      kind: 'function',
      name: names.right,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`f`, type: factType(context, join) },
      ],
      returns: code`void`,
      body: code`const memory = m.${names.leftMemory};
${newestFirst} {
const l = memory.at(i);
${pass}
}`,
      comment: context.joinComment(join, 'right'),
    },
    {
      kind: 'function',
      name: names.left,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: code`l`, type: matchType(module, shape) },
      ],
      returns: code`void`,
      body: code`const memory = m.${context.network.node(node).growing};
${oldestFirst} {
const f = memory.at(i);
${pass}
}`,
      comment: context.joinComment(join, 'left'),
    },
  ];
}
