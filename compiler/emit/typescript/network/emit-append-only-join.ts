/** Joins of which matches only come, and go all at once (compiler/plan/retractable.ts). */
import type { FirstJoin, LateNegationJoin, PlainJoin, ExistsJoin } from '../../../plan/match-plan.ts';
import type { Shape } from '../../../plan/memory-plan.ts';
import { code, joined, lines, statement, type Code } from '../code/code.ts';
import { classOf, slotOf } from '../context.ts';
import type { FunctionDeclaration } from '../code/declaration.ts';
import type { RowGroup } from '../../../plan/row-groups.ts';
import { driveAppendOnly } from './emit-drive.ts';
import { collectRows } from './emit-row-group.ts';
import { notEmpty } from './emit-fact-sets.ts';
import { everyItem } from './every-item.ts';
import { when, type Condition } from '../code/statements.ts';
import { conditionBody, equality, joinCondition } from './emit-test.ts';
import { askedOf, leftKeys, rightKeys } from './member-index.ts';
import { roughFactKey, roughLeftKey, soughtKey } from './join-key.ts';
import {
  appendOnly,
  isMergedRow,
  joinName,
  removable,
  memoryOf,
  rowsAt,
  type NetworkContext,
} from './network-context.ts';
import { factAt, matchType, type MatchCode } from './reference.ts';
import { elementAt, required } from '../../../required.ts';

type MeetingJoin = PlainJoin | ExistsJoin;
type Asking = PlainJoin | ExistsJoin | LateNegationJoin;

/** A new fact `f` meets the left memory, if anything waits in it. */
export function callRight(context: NetworkContext, join: MeetingJoin): Code {
  return code`if (${notEmpty(context, join.waiting)}) ${joinName(context, join.id, 'right')}(m, f);`;
}

/** The statements of a first join for the fact `f`. */
export function enterFirst(context: NetworkContext, join: FirstJoin): Code {
  return when(testOf(context, join, null), driveAppendOnly(context, join, code`f`));
}

/** Test of `f`; a call if the test can fail. */
function testOf(context: NetworkContext, join: FirstJoin | MeetingJoin, left: MatchCode | null): Condition {
  if (!join.canFail) {
    return joinCondition(context, join.tests, join.template, { left, right: code`f` });
  }
  const test = joinName(context, join.id, 'test');
  return left === null ? code`${test}(m, f)` : code`${test}(m, l, f)`;
}

const M = { name: code`m`, type: code`RulesetMatcher` };

function leftParameter(context: NetworkContext, shape: Shape) {
  return { name: code`l`, type: matchType(context, shape) };
}

function factParameter(context: NetworkContext, template: string) {
  return { name: code`f`, type: classOf(context, template) };
}

/** The function of a test that can fail; none for another. */
export function emitTest(context: NetworkContext, join: FirstJoin | MeetingJoin): FunctionDeclaration[] {
  if (!join.canFail || rowsAt(context, join.id) !== null) return [];
  const left = join.kind === 'first' ? null : appendOnly(code`l`, join.left);
  const condition = joinCondition(context, join.tests, join.template, { left, right: code`f` });
  return [
    {
      kind: 'function',
      name: joinName(context, join.id, 'test'),
      parameters: [
        M,
        ...(left === null ? [] : [leftParameter(context, left.shape)]),
        factParameter(context, join.template),
      ],
      returns: code`boolean`,
      body: conditionBody(context, condition, true, elementAt(context.plan.rules, join.rule).rule),
      comment: null,
    },
  ];
}

/** That the left match `l` and the fact `f` agree in the slots of the key. */
function sameKey(context: NetworkContext, join: Asking, left: MatchCode): Code[] {
  return join.hash.map(({ slot: name, left: reference }) => {
    const { slot, name: property } = slotOf(context, join.template, name);
    const fact = factAt(context, left, reference.position, reference.template);
    const other = code`${fact}.${slotOf(context, reference.template, required(reference.slot, 'slot')).name}`;
    return equality(context, slot, code`f.${property}`, other, true);
  });
}

/** A loop over facts that may agree with the left match `l`, oldest first (clips-order.md, 3.6). */
function eachFact(context: NetworkContext, join: Asking, left: MatchCode, statement: Code): Code {
  const keyTests = sameKey(context, join, left);
  const facts = memoryOf(context, join.facts);
  const references = facts.kind === 'facts' ? facts.key.map((slot) => pairOf(join, slot)) : [];
  const key = roughLeftKey(context, references, left);
  const asked = askedOf(context, join.facts, join.id);
  const places = asked && code`memory.places(${asked.index}, ${leftKeys(context, asked.pair, left)})`;
  const head =
    places !== null
      ? code`for (let i = 0, end = places === null ? memory.count : places.length; i < end; i++)`
      : key === null
        ? code`for (let i = 0; i < memory.count; i++)`
        : code`for (let { small } = memory, i = small ? memory.front : memory.oldest(${soughtKey(key)}); i >= 0; i = memory.newer(i))`;
  const loops = { head, places, keyTests, order: 'oldest first', name: code`f`, statement } as const;
  return everyItem(context, join.facts, loops);
}

function pairOf({ hash }: Asking, slot: string) {
  return hash.find((pair) => pair.slot === slot)!.left;
}

/** A loop over left matches that may agree with the fact `f`, newest first (clips-order.md, 3.5). */
function eachMatch(context: NetworkContext, join: MeetingJoin, left: MatchCode, statement: Code): Code {
  const keyTests = sameKey(context, join, left);
  const memory = memoryOf(context, join.facts);
  const slots = memory.kind === 'facts' ? memory.key : [];
  const key = roughFactKey(context, join.template, slots, code`f`);
  const asked = askedOf(context, join.waiting, join.id);
  const places =
    asked && code`memory.places(${asked.index}, ${rightKeys(context, join.template, asked.pair)})`;
  const head =
    places !== null
      ? code`for (let i = (places === null ? memory.count : places.length) - 1; i >= 0; i--)`
      : key === null
        ? code`for (let i = memory.count - 1; i >= 0; i--)`
        : code`for (let { small } = memory, i = small ? memory.back : memory.newest(${soughtKey(key)}); i >= 0; i = memory.older(i))`;
  const loops = { head, places, keyTests, order: 'newest first', name: code`l`, statement } as const;
  return everyItem(context, join.waiting, loops);
}

/** All functions of one join. */
export function emitPlainJoin(context: NetworkContext, join: PlainJoin): FunctionDeclaration[] {
  const group = rowsAt(context, join.id);
  if (group !== null) return isMergedRow(context, join.id) ? [] : emitRows(context, join, group);
  const left = appendOnly(code`l`, join.left);
  const [l, f] = [leftParameter(context, join.left), factParameter(context, join.template)];
  const made = code`new ${context.value('Match')}(l, f)`;
  const matched = when(
    testOf(context, join, left),
    join.leads === 'activation'
      ? driveAppendOnly(context, join, made)
      : lines([
          code`const match = ${made};`,
          // Activations have a limit of their own.
          ...(join.leads === 'activations' ? [] : [code`m.log.serial();`]),
          driveAppendOnly(context, join, code`match`),
        ]),
  );
  const each = join.split ? statement`${joinName(context, join.id, 'pass')}(m, l, f);` : matched;
  return [
    ...emitTest(context, join),
    ...(join.split ? [functionOf(context, join, 'pass', [l, f], matched)] : []),
    functionOf(context, join, 'right', [f], eachMatch(context, join, left, each)),
    functionOf(context, join, 'left', [l], eachFact(context, join, left, each)),
  ];
}

/** All rows of a decision table together. */
function emitRows(context: NetworkContext, join: PlainJoin, group: RowGroup): FunctionDeclaration[] {
  const left = appendOnly(code`l`, join.left);
  const { before, each, after } = collectRows(context, group);
  const around = (visited: Code): Code => lines([before, code`{\n${visited}\n}`, after]);
  const [l, f] = [leftParameter(context, join.left), factParameter(context, join.template)];
  return [
    functionOf(context, join, 'right', [f], around(eachMatch(context, join, left, each))),
    functionOf(context, join, 'left', [l], around(eachFact(context, join, left, each))),
  ];
}

function functionOf(
  context: NetworkContext,
  join: MeetingJoin,
  name: 'left' | 'right' | 'pass',
  parameters: FunctionDeclaration['parameters'],
  body: Code,
): FunctionDeclaration {
  return {
    kind: 'function',
    name: joinName(context, join.id, name),
    parameters: [M, ...parameters],
    returns: code`void`,
    body,
    comment: null,
  };
}

/** Test that a fact exists which a left match needs; `statement` runs then. */
function lookFor(
  context: NetworkContext,
  join: Asking,
  left: MatchCode,
  except: Condition,
  statement: Code,
): Code {
  const condition = joinCondition(context, join.tests, join.template, { left, right: code`f` });
  const all = [except, condition].filter((part) => part !== null);
  return eachFact(context, join, left, when(all.length === 0 ? null : joined(all, ' && '), statement));
}

/**
 * `exists`: a left match passes immediately if such a fact exists, else with the first that arrives. It has passed if
 * another, earlier fact agrees with it.
 */
export function emitExistsJoin(context: NetworkContext, join: ExistsJoin): FunctionDeclaration[] {
  const left = appendOnly(code`l`, join.left);
  const [l, f] = [leftParameter(context, join.left), factParameter(context, join.template)];
  const go = driveAppendOnly(context, join, code`l`);
  const supported = joinName(context, join.id, 'pass');
  const first = when(joined([...testsOf(context, join, left), code`!${supported}(m, l, f)`], ' && '), go);
  return [
    {
      ...functionOf(context, join, 'pass', [l, { ...f, name: code`newest` }], lines([])),
      returns: code`boolean`,
      body: lines([
        lookFor(context, join, left, code`f !== newest`, statement`return true;`),
        code`return false;`,
      ]),
    },
    functionOf(context, join, 'right', [f], eachMatch(context, join, left, first)),
    functionOf(
      context,
      join,
      'left',
      [l],
      lookFor(context, join, left, null, lines([go, statement`return;`])),
    ),
  ];
}

function testsOf(context: NetworkContext, join: Asking, left: MatchCode): readonly Code[] {
  const condition = joinCondition(context, join.tests, join.template, { left, right: code`f` });
  return condition === null ? [] : [condition];
}

/** `not`: whether some fact holds the left match back. */
export function emitLateNegationJoin(context: NetworkContext, join: LateNegationJoin): FunctionDeclaration[] {
  const names = elementAt(context.plan.names.joins, join.id);
  const function_ = (
    which: 'blocked' | 'blockedRemovable',
    left: MatchCode,
    type: Code,
  ): FunctionDeclaration => ({
    kind: 'function',
    name: joinName(context, join.id, which),
    parameters: [M, { name: code`l`, type }],
    returns: code`boolean`,
    body: lines([lookFor(context, join, left, null, statement`return true;`), code`return false;`]),
    comment: null,
  });
  return [
    ...(names.blocked === ''
      ? []
      : [function_('blocked', appendOnly(code`l`, join.left), matchType(context, join.left))]),
    ...(names.blockedRemovable === ''
      ? []
      : [function_('blockedRemovable', removable(code`l`, join.left), context.type('PartialMatch'))]),
  ];
}
