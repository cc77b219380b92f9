/** Joins from which rules remove matches: negation, exists, groups, retraction. */
import type { RemovableJoin } from '../../../plan/match-plan.ts';
import { hasTestFunction } from '../../../plan/names.ts';
import { code, lines, literal, statement, typed, types, type Code } from '../code/code.ts';
import type { Declaration, FunctionDeclaration } from '../code/declaration.ts';
import { emitDeferredJoin } from './emit-deferred-join.ts';
import { slotsOf } from './removable-slots.ts';
import { enterChild } from './emit-drive.ts';
import { when } from '../code/statements.ts';
import { conditionBody } from './emit-test.ts';
import { collectRemovableRows } from './emit-row-group.ts';
import { factKey, leftKey } from './join-key.ts';
import {
  activate,
  isMergedRow,
  isOpen,
  joinName,
  joinOf,
  removable,
  memoryPath,
  regionPath,
  rowsAt,
  type NetworkContext,
} from './network-context.ts';
import { leftMembers, rightMembers } from './removable-members.ts';
import { condition, secondary, testOf, testParameters } from './removable-tests.ts';
import { rightSide } from './sides.ts';
import { elementAt, required } from '../../../required.ts';

const MATCH_TYPE = 'PartialMatch';

function functionOf(
  context: NetworkContext,
  name: Code,
  parameters: readonly Code[],
  returns: Code,
  body: Code,
): FunctionDeclaration {
  return {
    kind: 'function',
    name,
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      ...parameters.map((parameter) => ({ name: parameter, type: context.type(MATCH_TYPE) })),
    ],
    returns,
    body,
    comment: null,
  };
}

function emitTest(context: NetworkContext, join: RemovableJoin): Declaration[] {
  if (!hasTestFunction(join)) return [];
  const { rule } = elementAt(context.plan.rules, join.rule);
  const body = conditionBody(context, condition(context, join), join.canFail, rule);
  const name = joinName(context, join.id, 'test');
  return [functionOf(context, name, testParameters(join), code`boolean`, body)];
}

/** Sends the match of `l` and `r` (null: none) to the children; late negation joins represent their own. */
function driveChildren(
  context: NetworkContext,
  join: RemovableJoin,
  children: RemovableJoin['children'],
): Code[] {
  const fact =
    join.mode === 'positive' && join.right.kind !== 'none' ? code`r${types`!`}.fact` : literal(null);
  return children.flatMap(({ join: id, side }): Code[] => {
    const child = joinOf(context, id);
    switch (child.kind) {
      case 'terminal': {
        const match = code`${context.value('derivedMatch')}(${fact}, l, r, m.log)`;
        return [when(isOpen(context, child), activate(context, child, match))];
      }
      case 'late-negation':
        return driveChildren(context, join, child.children);
      case 'removable':
        return isMergedRow(context, id)
          ? []
          : [enterChild(context, child, side, removable(code`match`, join.shape), fact, code`l`, code`r`)];
      default:
        throw new TypeError('what follows a removable match is removable');
    }
  });
}

function emitDrive(context: NetworkContext, join: RemovableJoin): FunctionDeclaration {
  const type = code`${context.type(MATCH_TYPE)} | null`;
  return {
    kind: 'function',
    name: joinName(context, join.id, 'drive'),
    parameters: [
      { name: code`m`, type: code`RulesetMatcher` },
      { name: code`l`, type },
      { name: code`r`, type },
    ],
    returns: code`void`,
    body: lines(driveChildren(context, join, join.children)),
    comment: null,
  };
}

/** Code around a loop over the matches that meet; nothing except for rows of a table. */
function around(context: NetworkContext, join: RemovableJoin, body: (each: Code | null) => Code): Code {
  const group = rowsAt(context, join.id);
  if (group === null) return body(null);
  const { before, each, after } = collectRemovableRows(context, group, join);
  return lines([before, body(each), after]);
}

/** Statements for an `r` that passes the test of `l`, by the mode of the join. */
function onPass(context: NetworkContext, join: RemovableJoin): Code {
  const drive = joinName(context, join.id, 'drive');
  switch (join.mode) {
    case 'positive':
      return statement`${drive}(m, l, r);`;
    case 'exists':
      return code`${context.value('block')}(l, r, m.log);\n${drive}(m, l, null);`;
    case 'negated':
      return code`${context.value('block')}(l, r, m.log);\n${context.value('removeChildren')}(l, m);`;
  }
}

/** A new right match of a join that has a left memory: newest left match first (clips-order.md, 3.5, 6). */
function emitRight(context: NetworkContext, join: RemovableJoin): FunctionDeclaration {
  const { right } = join;
  const key =
    right.kind === 'node'
      ? factKey(context, right.template, slotsOf(join), required(rightSide(context, join), 'the right side'))
      : leftKey(context, join.hash, removable(code`r`, right.kind === 'group' ? right.shape : join.shape));
  const judged = join.blocks ? secondary(context, join) : null;
  const skip = join.blocks ? code`if (l.marker !== null) continue;\n` : code``;
  const path = code`m.${memoryPath(context, required(join.memory, 'memory'))}`;
  const memory =
    key === null
      ? code`const memory = ${path};`
      : code`const memory = ${path}.get(${key});\nif (memory === undefined) return;`;
  const members = leftMembers(context, join);
  const met = (rows: Code | null): Code =>
    code`${skip}${rows ?? when(testOf(context, join), when(judged, onPass(context, join)))}`;
  const loop = (rows: Code | null): Code =>
    members !== null
      ? code`for (const l of ${members}) {\n${met(rows)}\n}`
      : code`for (let l = memory.newest, older; l !== null; l = older) {
older = l.older;
${met(rows)}
}`;
  const body = lines([...(members === null ? [memory] : []), around(context, join, loop)]);
  const name = joinName(context, join.id, 'right');
  return functionOf(context, name, [code`r`], code`void`, body);
}

/** A new left match: oldest right match first; then, for a negation that nothing blocks, on to the children. */
function emitLeft(context: NetworkContext, join: RemovableJoin): FunctionDeclaration {
  const { mode, right } = join;
  const name = joinName(context, join.id, 'left');
  const drive = joinName(context, join.id, 'drive');
  const dying = context.value('dying');
  const guard = code`if (m.retracting && ${dying}(l)) return;`;
  if (right.kind === 'none') {
    const body = lines([guard, when(testOf(context, join), statement`${drive}(m, l, null);`)]);
    return functionOf(context, name, [code`l`], code`void`, body);
  }
  const key = leftKey(context, join.hash, removable(code`l`, required(join.left, 'left')));
  const list = memoryPath(context, required(right.memory, 'memory'));
  const memory = key === null ? code`m.${list}` : code`m.${list}.get(${key})`;
  const first = key === null ? code`${memory}.oldest` : code`${memory}?.oldest ?? null`;
  const judged = secondary(context, join);
  const block = context.value('block');
  const pass =
    mode === 'positive'
      ? statement`${drive}(m, l, r);`
      : mode === 'exists'
        ? when(judged, code`${block}(l, r, m.log);\n${drive}(m, l, null);\nreturn;`)
        : code`${block}(l, r, m.log);\nreturn;`;
  // While a step is carried out that was put off, later facts are not there for it.
  const bound = join.region === null ? null : code`r.serial <= m.${regionPath(context, join.region)}.bound`;
  const tried = (rows: Code | null): Code =>
    code`if (m.retracting && ${dying}(r)) continue;\n${rows ?? when(testOf(context, join), pass)}`;
  const members = rightMembers(context, join);
  const loop = (rows: Code | null): Code =>
    members !== null
      ? code`for (const r of ${members}) {
${bound === null ? tried(rows) : lines([code`if (!(${bound})) break;`, tried(rows)])}
}`
      : code`for (let r = ${first}, newer; r !== null${bound === null ? code`` : code` && ${bound}`}; r = newer) {
newer = r.newer;
${tried(rows)}
}`;
  // Without a right match: tests after a negation only use what is bound before it.
  const free = mode === 'negated' ? [when(judged, statement`${drive}(m, l, null);`)] : [];
  const body = lines([guard, around(context, join, loop), ...free]);
  return functionOf(context, name, [code`l`], code`void`, body);
}

/**
 * The statements of a join for a new right match `match` of its pattern. Most joins have nothing on their left most of
 * the time.
 */
export function enterRemovable(context: NetworkContext, join: RemovableJoin): Code {
  const right = statement`${joinName(context, join.id, 'right')}(m, match);`;
  const enter =
    join.region === null
      ? right
      : code`if (!m.${regionPath(context, join.region)}.defer(m, ${joinName(context, join.id, 'entry')}, match)) ${right}`;
  return when(meetsLeft(context, join), enter);
}

/** Condition that a left match exists which a new fact could meet; null if it always continues. */
export function meetsLeft(context: NetworkContext, join: RemovableJoin): Code | null {
  if (join.leftGuard === 'none') return null;
  const memory = memoryPath(context, required(join.memory, 'memory'));
  return join.leftGuard === 'newest' ? code`m.${memory}.newest !== null` : code`m.${memory}.filled > 0`;
}

/** A new right match of a first join (drive.c: EmptyDrive): its left side is one empty match, or nothing. */
function emitFirst(context: NetworkContext, join: RemovableJoin): FunctionDeclaration {
  const drive = joinName(context, join.id, 'drive');
  const statements: Code[] =
    join.mode === 'positive'
      ? [statement`${drive}(m, null, r);`]
      : [
          code`const l = m.${memoryPath(context, required(join.memory, 'memory'))};`,
          code`if (l.marker !== null) return;`,
          code`${context.value('block')}(l, r, m.log);`,
          join.mode === 'exists'
            ? statement`${drive}(m, l, null);`
            : code`${context.value('removeChildren')}(l, m);`,
        ];
  const body = around(
    context,
    join,
    (rows) => rows ?? when(testOf(context, join), when(secondary(context, join), lines(statements))),
  );
  const name = joinName(context, join.id, 'right');
  return functionOf(context, name, [code`r`], code`void`, body);
}

/** Where a left match finds its next marker, when it need not look at all. */
function candidatesOf(context: NetworkContext, join: RemovableJoin): Code {
  const members = rightMembers(context, join);
  if (members === null) return code``;
  const parameters = code`m${typed(code`RulesetMatcher`)}, l${typed(context.type(MATCH_TYPE))}`;
  return code`candidates: (${parameters}) => ${members}, `;
}

/** Description of a blocking join for removals. */
function emitRecord(context: NetworkContext, join: RemovableJoin): Declaration {
  const judged = secondary(context, join);
  const match = typed(context.type(MATCH_TYPE));
  const m = typed(code`RulesetMatcher`);
  const tests = hasTestFunction(join) ? joinName(context, join.id, 'test') : literal(null);
  const test =
    hasTestFunction(join) && join.first ? code`(m${m}, _l${match}, r${match}) => ${tests}(m, r)` : tests;
  return {
    kind: 'constant',
    name: joinName(context, join.id, 'record'),
    type: context.type('RemovableJoin'),
    exported: false,
    comment: null,
    value: code`{
first: ${literal(join.first)}, exists: ${literal(join.mode === 'exists')}, test: ${test}, ${candidatesOf(context, join)}secondary: ${judged === null ? literal(null) : code`(m${m}, l${match}) => ${judged}`},
drive: (m${m}, l${match}) => ${joinName(context, join.id, 'drive')}(m, l, null),
}`,
  };
}

/** All functions of one join. */
export function emitRemovableJoin(context: NetworkContext, join: RemovableJoin): Declaration[] {
  if (isMergedRow(context, join.id)) return [];
  const declarations: Declaration[] =
    rowsAt(context, join.id) === null ? [...emitTest(context, join), emitDrive(context, join)] : [];
  if (join.right.kind === 'none') {
    if (!join.first) declarations.push(emitLeft(context, join));
    return declarations;
  }
  if (join.first) declarations.push(emitFirst(context, join));
  else declarations.push(emitRight(context, join), emitLeft(context, join));
  if (join.blocks) declarations.push(emitRecord(context, join));
  if (join.region !== null) declarations.push(...emitDeferredJoin(context, join));
  return declarations;
}
