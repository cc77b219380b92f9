/** Joins whose activations can be found one by one, newest first, without their memories (runtime/matching/deferral.ts). */
import type { RemovableJoin } from '../../../plan/match-plan.ts';
import type { MemoryId } from '../../../plan/ids.ts';
import { code, comment, joined, lines, literal, statement, typed, type Code } from '../code/code.ts';
import type { Declaration } from '../code/declaration.ts';
import { slotsOf } from './removable-slots.ts';
import { when } from '../code/statements.ts';
import { joinCondition } from './emit-test.ts';
import { factKey, leftKey } from './join-key.ts';
import { joinName, joinOf, memoryPath, recordName, type NetworkContext } from './network-context.ts';
import { leftMembers, rightMembers } from './removable-members.ts';
import { rightSide, sidesOf } from './sides.ts';
import { elementAt, required } from '../../../required.ts';

function templateOf({ right }: RemovableJoin): string {
  if (right.kind !== 'node') throw new TypeError('a join that can wait has a pattern on its right');
  return right.template;
}

/** The memory of the facts on the right. */
function alphaOf({ right }: RemovableJoin): MemoryId {
  if (right.kind !== 'node' || right.memory === null) throw new TypeError('a further pattern has a memory');
  return right.memory;
}

/** Places a match on the step once for each child, in the order in which children are driven. */
function pushMatch(context: NetworkContext, join: RemovableJoin, fact: Code, left: Code): Code {
  const targets = join.children.map(({ join: child }) => {
    return joinOf(context, child).kind === 'terminal'
      ? recordName(context, child)
      : joinName(context, child, 'expand');
  });
  const make = code`${context.value('looseMatch')}(${fact}, ${left}, m.log)`;
  const [only] = targets;
  if (targets.length === 1) return statement`step.push(${required(only, 'only')}, ${make});`;
  const pushes = targets.map((target) => code`step.push(${target}, match);`);
  return code`const match = ${make};\n${joined(pushes, '\n')}`;
}

/** Statements for a new fact of the first pattern. */
function expandFirst(context: NetworkContext, join: RemovableJoin): Code {
  const condition = joinCondition(context, join.tests, templateOf(join), sidesOf(context, join));
  return when(condition, pushMatch(context, join, code`r.fact`, code`null`));
}

/** Statements for a match of the earlier patterns; a negated pattern blocks it as soon as it has a fact. */
function expandLeft(context: NetworkContext, join: RemovableJoin): Code {
  const sides = sidesOf(context, join);
  const key = leftKey(context, join.hash, required(sides.left, 'left'));
  const memory = code`m.${memoryPath(context, alphaOf(join))}`;
  const oldest = key === null ? code`${memory}.oldest` : code`${memory}.get(${key})?.oldest ?? null`;
  const condition = joinCondition(context, join.tests, templateOf(join), sides);
  const members = rightMembers(context, join);
  const each = (body: Code, within: Code | null): Code => {
    if (members === null)
      return code`for (let r = ${oldest}; r !== null${within === null ? code`` : code` && ${within}`}; r = r.newer) {\n${body}\n}`;
    const left = within === null ? body : lines([code`if (!(${within})) break;`, body]);
    return code`for (const r of ${members}) {\n${left}\n}`;
  };
  if (join.mode === 'negated') {
    const judged = joinCondition(context, join.secondary, templateOf(join), sides);
    const free = when(judged, pushMatch(context, join, code`null`, code`l`));
    if (condition === null) return code`if ((${oldest}) !== null) return;\n${free}`;
    return lines([each(code`if (${condition}) return;`, null), free]);
  }
  const body = when(condition, pushMatch(context, join, code`r.fact`, code`l`));
  return lines([code`const { bound } = step;`, each(body, code`r.serial <= bound`)]);
}

/**
 * True if a match exists that a new fact of a negated pattern can block. Those that a step has found, past the
 * pattern but short of an activation, are in no memory: where there can be such, the answer is yes.
 */
function meets(context: NetworkContext, join: RemovableJoin): Code {
  if (!join.endsAtOnce) return code`() => true`;
  const members = leftMembers(context, join);
  if (members !== null) {
    const parameters = code`m${typed(code`RulesetMatcher`)}, r${typed(context.type('PartialMatch'))}`;
    return code`(${parameters}) => ${members}.length > 0`;
  }
  const key = factKey(
    context,
    templateOf(join),
    slotsOf(join),
    required(rightSide(context, join), 'the right side'),
  );
  const memory = code`m.${memoryPath(context, required(join.memory, 'memory'))}`;
  const type = context.type('PartialMatch');
  const matcher = typed(code`RulesetMatcher`);
  return key === null
    ? code`(m${matcher}) => ${memory}.newest !== null`
    : code`(m${matcher}, r${typed(type)}) => (${memory}.get(${key})?.newest ?? null) !== null`;
}

/** The function that finds what follows from a match, and what the runtime knows of a new fact at the join. */
export function emitDeferredJoin(context: NetworkContext, join: RemovableJoin): Declaration[] {
  const type = context.type('PartialMatch');
  const { module: ruleModule, name } = elementAt(context.plan.rules, join.rule).rule;
  const expand = joinName(context, join.id, 'expand');
  return [
    {
      kind: 'function',
      name: expand,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: join.first ? code`r` : code`l`, type },
        { name: code`step`, type: context.type('DeferredStep') },
      ],
      returns: code`void`,
      body: lines([join.first ? expandFirst(context, join) : expandLeft(context, join)]),
      comment: comment(`${ruleModule}::${name}: what follows, to be found one by one`),
    },
    {
      kind: 'constant',
      name: joinName(context, join.id, 'entry'),
      type: context.type('DeferredEntry'),
      exported: false,
      comment: null,
      value: code`{
right: ${joinName(context, join.id, 'right')},
expand: ${join.first ? expand : literal(null)},
meets: ${join.mode === 'negated' ? meets(context, join) : literal(null)},
}`,
    },
  ];
}
