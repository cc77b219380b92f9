/** Joins of the part of the network in which matches only come, and go all at once (see plan/removable.ts). */
import type { AlphaNode, Join } from '../../plan/network.ts';
import { code, joined, lines, type Code } from '../../write/code.ts';
import type { FunctionDeclaration, Property } from './declaration.ts';
import { eachFlagged, flagFact, someInSet } from './emit-fact-sets.ts';
import type { FactSet } from './fact-sets.ts';
import type { NetworkContext } from './network-context.ts';
import { conditionBody, equality, joinCondition, when, type Condition } from './emit-test.ts';
import { newMemory, roughFactKey, roughLeftKey, roughPairs, soughtKey } from './join-key.ts';
import { factAt, matchType, type MatchCode } from './reference.ts';
import { slotOf } from './context.ts';

/**
 * Statements that send a match on to all children of a join: into the memories where it waits, then to the children in
 * their order. None of them reads the memory of another, so all memories can be filled first.
 */
export function driveGrowing(context: NetworkContext, join: Join, match: Code): Code {
  const waiting = new Map<Code, Code>();
  const entries = join.children.map(({ join: child }) => {
    if (child.terminal !== null) return context.activate(child, match);
    const { leftMemory } = context.network.join(child);
    const set = context.sets.of(leftMemory);
    waiting.set(
      leftMemory,
      set === null
        ? when(
            { code: context.arrivals.awaited(leftMemory), canFail: false },
            code`m.${leftMemory}.add(${match}, m.log);`,
          )
        : flagFact(set),
    );
    return callLeft(context, child, match);
  });
  return lines([...waiting.values(), ...entries]);
}

/** Whether there may be anything in a memory: most rules of a large ruleset have nothing there. */
function notEmpty(context: NetworkContext, memory: Code): Code {
  const set = context.sets.of(memory);
  return set === null ? code`m.${memory}.count > 0` : someInSet(context, set);
}

/** A new left match meets the alpha memory, if there is anything in it. */
function callLeft(context: NetworkContext, join: Join, match: Code): Code {
  if (join.right.kind !== 'alpha') throw new TypeError('a growing join has a pattern on its right');
  const memory = context.network.node(join.right.node).growing;
  return code`if (${notEmpty(context, memory)}) ${context.network.join(join).left}(m, ${match});`;
}

/** A new fact `f` meets the left memory, if anything waits in it. */
export function callRight(context: NetworkContext, join: Join): Code {
  const names = context.network.join(join);
  return code`if (${notEmpty(context, names.leftMemory)}) ${names.right}(m, f);`;
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
  const keys = roughPairs(context.context, join).map(
    ({ left }) => slotOf(context.context, left.template, left.slot!).slot.type,
  );
  const left: MatchCode = { code: code`l`, shape: leftShape(join), removable: false };
  const key = roughLeftKey(context.context, join, left);
  const value = newMemory(context.context, { name: code`l`, type }, keys, key);
  const name = context.network.join(join).leftMemory;
  return { name, type: null, value, override: false, comment: null };
}

/** That the left match `l` and the fact `f` agree in the slots of the key. */
function sameKey(context: NetworkContext, join: Join, left: MatchCode, node: AlphaNode): Code[] {
  const { context: module } = context;
  return join.hash.map(({ slot: right, left: { position, template, slot } }) => {
    const { slot: declared, name } = slotOf(module, template, slot!);
    const mine = code`${factAt(module, left, position, template)}.${name}`;
    const { name: other } = slotOf(module, node.template, right);
    return equality(module, declared.type, mine, code`f.${other}`, true);
  });
}

/** The functions of a join: a new fact meets the left memory, a new left match meets the alpha memory. */
export function emitGrowingJoin(context: NetworkContext, join: Join): FunctionDeclaration[] {
  if (join.right.kind !== 'alpha') return [];
  const { node } = join.right;
  const { context: module } = context;
  const names = context.network.join(join);
  const shape = leftShape(join);
  const left: MatchCode = { code: code`l`, shape, removable: false };
  const parameter = {
    m: { name: code`m`, type: code`RulesetMatcher` },
    l: { name: code`l`, type: matchType(module, shape) },
    f: { name: code`f`, type: factType(context, join) },
  };
  const function_ = (
    name: Code,
    parameters: FunctionDeclaration['parameters'],
    body: Code,
    side: 'left' | 'right' | null,
  ): FunctionDeclaration => ({
    kind: 'function',
    name,
    parameters,
    returns: code`void`,
    body,
    comment: side === null ? null : context.joinComment(join, side),
  });
  const condition = growingCondition(context, join, left);
  const matched = when(
    condition,
    lines([
      code`const match = new ${module.value('Match')}(l, f);`,
      // Activations have a limit of their own.
      ...(join.children.every(({ join: child }) => child.terminal !== null) ? [] : [code`m.log.serial();`]),
      driveGrowing(context, join, code`match`),
    ]),
  );
  const alphaMemory = context.network.node(node).growing;
  const waiting = context.sets.of(names.leftMemory);
  const present = context.sets.of(alphaMemory);
  // Where facts are found in two ways, what follows is a function of its own.
  const shared = waiting !== null || present !== null;
  const pass = shared ? code`${names.pass}(m, l, f);` : matched;
  const keyTests = sameKey(context, join, left, node);
  // What a memory answers for a key of several slots may have another one; for a key of one, when it visits all.
  const [only] = keyTests;
  const keyCondition: Condition = {
    code:
      keyTests.length === 1
        ? code`!small || ${only!}`
        : keyTests.length === 0
          ? null
          : joined(keyTests, ' && '),
    canFail: false,
  };
  const flagged = (set: FactSet | null, order: 'newest first' | 'oldest first', fact: Code): Code[] =>
    set === null ? [] : [eachFlagged(context, set, order, fact, keyTests, pass)];
  const rightKey = roughFactKey(module, node.template, node.hash, code`f`);
  const ownKey = roughLeftKey(module, join, left);
  // Left matches are visited newest first, facts oldest first (clips-order.md, 3.5, 3.6).
  const newestFirst =
    rightKey === null
      ? code`for (let i = memory.count - 1; i >= 0; i--)`
      : code`const { small } = memory;
for (let i = small ? memory.back : memory.newest(${soughtKey(rightKey)}); i >= 0; i = memory.older(i))`;
  const oldestFirst =
    ownKey === null
      ? code`for (let i = 0; i < memory.count; i++)`
      : code`const { small } = memory;
for (let i = small ? memory.front : memory.oldest(${soughtKey(ownKey)}); i >= 0; i = memory.newer(i))`;
  const right = lines([
    ...flagged(waiting, 'newest first', code`l`),
    code`const memory = m.${names.leftMemory};
${newestFirst} {
const l = memory.at(i);
${when(keyCondition, pass)}
}`,
  ]);
  const fromLeft = lines([
    code`const memory = m.${alphaMemory};
${oldestFirst} {
const f = memory.at(i);
${when(keyCondition, pass)}
}`,
    ...flagged(present, 'oldest first', code`f`),
  ]);
  const { m, l, f } = parameter;
  return [
    ...(shared ? [function_(names.pass, [m, l, f], matched, null)] : []),
    function_(names.right, [m, f], right, 'right'),
    function_(names.left, [m, l], fromLeft, 'left'),
  ];
}
