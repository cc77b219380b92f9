/** Joins of the part of the network from which rules remove matches: negation, exists, groups, retraction. */
import type { Join } from '../../plan/network.ts';
import { code, comment, joined, lines, literal, types, typed, type Code } from '../../write/code.ts';
import type { Declaration, FunctionDeclaration } from './declaration.ts';
import { emitDeferredJoin } from './emit-deferred-join.ts';
import { conditionBody, joinCondition, secondaryCondition, when, type Condition } from './emit-test.ts';
import { factKey, leftKey, uniquePairs } from './join-key.ts';
import { rightSide, sidesOf } from './join-sides.ts';
import type { NetworkContext } from './network-context.ts';
import type { MatchCode } from './reference.ts';

const MATCH_TYPE = 'PartialMatch';

/** Whether matches in the left memory of a join can be held back by a right match. */
export function blocks(join: Join): boolean {
  return join.terminal === null && (join.negated || join.exists || join.right.kind === 'group');
}

/** Whether a right match lets a left match pass (exists), holds it back (negation) or joins it (neither). */
type Mode = 'exists' | 'negated' | 'positive';

function modeOf(join: Join): Mode {
  if (join.exists) return 'exists';
  return join.negated || join.right.kind === 'group' ? 'negated' : 'positive';
}

function matchParameter(context: NetworkContext, name: Code): { name: Code; type: Code } {
  return { name, type: context.context.value(MATCH_TYPE) };
}

function functionOf(
  context: NetworkContext,
  name: Code,
  parameters: readonly Code[],
  returns: Code,
  body: Code,
  note: Code | null,
): FunctionDeclaration {
  return {
    kind: 'function',
    name,
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      ...parameters.map((parameter) => matchParameter(context, parameter)),
    ],
    returns,
    body,
    comment: note,
  };
}

/** The join test: inline where nothing else needs it and it can not fail, else a function. */
function testOf(context: NetworkContext, join: Join): Condition {
  const condition = joinCondition(context.context, join, sidesOf(context.context, join));
  if (!condition.canFail && !blocks(join)) return condition;
  if (condition.code === null && !blocks(join)) return condition;
  const { test } = context.network.join(join);
  const parameters = join.first ? [code`r`] : join.right.kind === 'none' ? [code`l`] : [code`l`, code`r`];
  context.declareOnce(
    test,
    functionOf(
      context,
      test,
      parameters,
      code`boolean`,
      conditionBody(context.context, condition, join.rule),
      null,
    ),
  );
  if (condition.code === null) return condition;
  return { code: code`${test}(m, ${joined(parameters, ', ')})`, canFail: true };
}

function secondaryOf(context: NetworkContext, join: Join): Condition {
  return secondaryCondition(context.context, join, sidesOf(context.context, join));
}

/** Sends the match of `l` and `r` (null: none) to one child. */
function driveChild(context: NetworkContext, join: Join, child: Join, side: 'left' | 'right'): Code {
  const { context: module } = context;
  const fact =
    modeOf(join) === 'positive' && join.right.kind !== 'none' ? code`r${types`!`}.fact` : code`null`;
  const blockable = side === 'left' && blocks(child);
  const make = blockable
    ? code`${module.value('blockableMatch')}(${context.network.join(child).record}, ${fact}, l, r, m.log)`
    : code`${module.value('derivedMatch')}(${fact}, l, r, m.log)`;
  if (child.terminal !== null) return context.activate(child, make);
  const names = context.network.join(child);
  const own: MatchCode = { code: code`match`, shape: join.shape, removable: true };
  const key = leftKey(module, child, own);
  const memory = side === 'left' ? names.leftMemory : names.groupMemory;
  const statements = [
    code`const match = ${make};`,
    ...(side === 'left' && child.right.kind === 'none'
      ? []
      : [key === null ? code`m.${memory}.add(match, m.log);` : code`m.${memory}.add(${key}, match, m.log);`]),
    side === 'left' ? code`${names.left}(m, match);` : code`${names.right}(m, match);`,
  ];
  return code`{
${lines(statements)}
}`;
}

function emitDrive(context: NetworkContext, join: Join): FunctionDeclaration {
  const { drive } = context.network.join(join);
  const type = code`${context.context.value(MATCH_TYPE)} | null`;
  return {
    kind: 'function',
    name: drive,
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      { name: code`l`, type },
      { name: code`r`, type },
    ],
    returns: code`void`,
    body: lines(join.children.map(({ join: child, side }) => driveChild(context, join, child, side))),
    comment: context.joinComment(join, 'left'),
  };
}

/** What happens when `r` passes the test of `l`, by the mode of the join. */
function onPass(context: NetworkContext, join: Join): Code {
  const { drive } = context.network.join(join);
  const { context: module } = context;
  switch (modeOf(join)) {
    case 'positive':
      return code`${drive}(m, l, r);`;
    case 'exists':
      return code`${module.value('block')}(l, r, m.log);\n${drive}(m, l, null);`;
    case 'negated':
      return code`${module.value('block')}(l, r, m.log);\n${module.value('removeChildren')}(l, m);`;
  }
}

/** A new right match of a join that has a left memory: newest left match first (clips-order.md, 3.5, 6). */
function emitRight(context: NetworkContext, join: Join): FunctionDeclaration {
  const names = context.network.join(join);
  const { context: module } = context;
  const key =
    join.right.kind === 'alpha'
      ? factKey(module, join.right.node.template, join.right.node.hash, rightSide(context.context, join)!)
      : leftKey(module, join, { code: code`r`, shape: groupShape(join), removable: true });
  const secondary = blocks(join) ? secondaryOf(context, join) : { code: null, canFail: false };
  const skip = blocks(join) ? code`if (l.marker !== null) continue;\n` : code``;
  const memory =
    key === null
      ? code`const memory = m.${names.leftMemory};`
      : code`const memory = m.${names.leftMemory}.get(${key});\nif (memory === undefined) return;`;
  const body = code`${memory}
for (let l = memory.newest, older; l !== null; l = older) {
older = l.older;
${skip}${when(testOf(context, join), when(secondary, onPass(context, join)))}
}`;
  return functionOf(context, names.right, [code`r`], code`void`, body, context.joinComment(join, 'right'));
}

function groupShape(join: Join): readonly (string | null)[] {
  return join.right.kind === 'group' ? join.right.join.shape : [];
}

/** A new left match: oldest right match first; then, for a negation that nothing blocks, on to the children. */
function emitLeft(context: NetworkContext, join: Join): FunctionDeclaration {
  const names = context.network.join(join);
  const { context: module } = context;
  const mode = modeOf(join);
  const dying = module.value('dying');
  const guard = code`if (m.retracting && ${dying}(l)) return;`;
  if (join.right.kind === 'none') {
    const body = lines([guard, when(testOf(context, join), code`${names.drive}(m, l, null);`)]);
    return functionOf(context, names.left, [code`l`], code`void`, body, context.joinComment(join, 'left'));
  }
  const key = leftKey(module, join, { code: code`l`, shape: join.previous!.shape, removable: true });
  const list =
    join.right.kind === 'alpha' ? context.network.node(join.right.node).removable : names.groupMemory;
  const memory = key === null ? code`m.${list}` : code`m.${list}.get(${key})`;
  const first = key === null ? code`${memory}.oldest` : code`${memory}?.oldest ?? null`;
  const secondary = secondaryOf(context, join);
  const block = module.value('block');
  const pass =
    mode === 'positive'
      ? code`${names.drive}(m, l, r);`
      : mode === 'exists'
        ? when(secondary, code`${block}(l, r, m.log);\n${names.drive}(m, l, null);\nreturn;`)
        : code`${block}(l, r, m.log);\nreturn;`;
  const part = context.partOf(join);
  // While a step is carried out that was put off, later facts are not there for it.
  const present = part === null ? code`r !== null` : code`r !== null && r.serial <= m.${part.property}.bound`;
  const loop = code`for (let r = ${first}, newer; ${present}; r = newer) {
newer = r.newer;
if (m.retracting && ${dying}(r)) continue;
${when(testOf(context, join), pass)}
}`;
  const free = mode === 'negated' ? [secondaryDrive(context, join)] : [];
  return functionOf(
    context,
    names.left,
    [code`l`],
    code`void`,
    lines([guard, loop, ...free]),
    context.joinComment(join, 'left'),
  );
}

/** The secondary test without a right match: tests after a negation only use what is bound before it. */
function secondaryDrive(context: NetworkContext, join: Join): Code {
  return when(secondaryOf(context, join), code`${context.network.join(join).drive}(m, l, null);`);
}

/**
 * The statements of a join for a new right match `match` of its pattern. Most joins have nothing on their left most of
 * the time.
 */
export function enterRemovable(context: NetworkContext, join: Join): Code {
  const names = context.network.join(join);
  const part = context.partOf(join);
  const enter =
    part === null
      ? code`${names.right}(m, match);`
      : code`if (!m.${part.property}.defer(m, ${names.entry}, match)) ${names.right}(m, match);`;
  if (join.first || part !== null) return enter;
  const waiting =
    uniquePairs(join).length === 0
      ? code`m.${names.leftMemory}.newest !== null`
      : code`m.${names.leftMemory}.filled > 0`;
  return code`if (${waiting}) ${enter}`;
}

/** A new right match of a first join (drive.c: EmptyDrive): its left side is one empty match, or nothing. */
function emitFirst(context: NetworkContext, join: Join): FunctionDeclaration {
  const names = context.network.join(join);
  const mode = modeOf(join);
  const { context: module } = context;
  const statements: Code[] =
    mode === 'positive'
      ? [code`${names.drive}(m, null, r);`]
      : [
          code`const l = m.${names.leftMemory};`,
          code`if (l.marker !== null) return;`,
          code`${module.value('block')}(l, r, m.log);`,
          mode === 'exists'
            ? code`${names.drive}(m, l, null);`
            : code`${module.value('removeChildren')}(l, m);`,
        ];
  const body = when(testOf(context, join), when(secondaryOf(context, join), lines(statements)));
  return functionOf(context, names.right, [code`r`], code`void`, body, context.joinComment(join, 'right'));
}

/** What a removal needs to know of a join that holds left matches back. */
function emitRecord(context: NetworkContext, join: Join): Declaration {
  const names = context.network.join(join);
  const { context: module } = context;
  const secondary = secondaryOf(context, join);
  testOf(context, join);
  const match = typed(module.value(MATCH_TYPE));
  const left = join.first
    ? code`(m${typed(code`RulesetMatcher`)}, _l${match}, r${match}) => ${names.test}(m, r)`
    : names.test;
  const judged =
    secondary.code === null
      ? code`null`
      : code`(m${typed(code`RulesetMatcher`)}, l${match}) => ${secondary.code}`;
  return {
    kind: 'constant',
    name: names.record,
    type: module.type('RemovableJoin'),
    exported: false,
    comment: comment(`${join.rule.module}::${join.rule.name}: a match that is set free again`),
    value: code`{
first: ${literal(join.first)},
exists: ${literal(join.exists)},
test: ${left},
secondary: ${judged},
drive: (m${typed(code`RulesetMatcher`)}, l${match}) => ${names.drive}(m, l, null),
}`,
  };
}

/** All functions of one join. */
export function emitRemovableJoin(context: NetworkContext, join: Join): Declaration[] {
  const declarations: Declaration[] = [emitDrive(context, join)];
  if (join.right.kind === 'none') {
    if (!join.first) declarations.push(emitLeft(context, join));
    return declarations;
  }
  if (join.first) declarations.push(emitFirst(context, join));
  else declarations.push(emitRight(context, join), emitLeft(context, join));
  if (blocks(join)) declarations.push(emitRecord(context, join));
  if (context.partOf(join) !== null) declarations.push(...emitDeferredJoin(context, join));
  return declarations;
}
