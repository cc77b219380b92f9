/** Joins whose activations can be found one by one, newest first, without their memories (runtime/deferral.ts). */
import type { Join } from '../../plan/network.ts';
import { code, comment, joined, lines, literal, typed, type Code } from '../../write/code.ts';
import type { Declaration } from './declaration.ts';
import { joinCondition, secondaryCondition, when } from './emit-test.ts';
import { factKey, leftKey } from './join-key.ts';
import { rightSide, sidesOf } from './join-sides.ts';
import type { NetworkContext } from './network-context.ts';

/** Places a match on the step once for each child, in the order in which children are driven. */
function pushMatch(context: NetworkContext, join: Join, fact: Code, left: Code): Code {
  const targets = join.children.map(({ join: child }) => {
    const names = context.network.join(child);
    return child.terminal === null ? names.expand : names.rule;
  });
  const make = code`${context.context.value('looseMatch')}(${fact}, ${left}, m.log)`;
  const [only] = targets;
  if (targets.length === 1) return code`step.push(${only!}, ${make});`;
  const pushes = targets.map((target) => code`step.push(${target}, match);`);
  return code`const match = ${make};\n${joined(pushes, '\n')}`;
}

/** What a new fact of the first pattern leads to. */
function expandFirst(context: NetworkContext, join: Join): Code {
  const condition = joinCondition(context.context, join, sidesOf(context.context, join));
  return when(condition, pushMatch(context, join, code`r.fact`, code`null`));
}

/** What a match of the patterns before leads to; a negated pattern holds it back as soon as it has any fact. */
function expandLeft(context: NetworkContext, join: Join): Code {
  if (join.right.kind !== 'alpha') throw new TypeError('a join that can wait has a pattern on its right');
  const { context: module } = context;
  const sides = sidesOf(module, join);
  const key = leftKey(module, join, sides.left!);
  const memory = code`m.${context.network.node(join.right.node).removable}`;
  const oldest = key === null ? code`${memory}.oldest` : code`${memory}.get(${key})?.oldest ?? null`;
  const condition = joinCondition(module, join, sides);
  if (join.negated) {
    const free = when(secondaryCondition(module, join, sides), pushMatch(context, join, code`null`, code`l`));
    if (condition.code === null) return code`if ((${oldest}) !== null) return;\n${free}`;
    return code`for (let r = ${oldest}; r !== null; r = r.newer) {
if (${condition.code}) return;
}
${free}`;
  }
  return code`const { bound } = step;
for (let r = ${oldest}; r !== null && r.serial <= bound; r = r.newer) {
${when(condition, pushMatch(context, join, code`r.fact`, code`l`))}
}`;
}

/** Whether a match that passes this negated pattern becomes one activation right away, before any rule fires. */
function endsAtOnce(join: Join): boolean {
  const [child] = join.children;
  if (child === undefined || join.children.length > 1) return false;
  return child.join.terminal !== null || (child.join.negated && endsAtOnce(child.join));
}

/**
 * Whether any match is there that a new fact of a negated pattern can hold back. Those that a step has found, past the
 * pattern but short of an activation, are in no memory: where there can be such, the answer is yes.
 */
function meets(context: NetworkContext, join: Join): Code {
  if (!endsAtOnce(join)) return code`() => true`;
  const { context: module } = context;
  if (join.right.kind !== 'alpha') throw new TypeError('a join that can wait has a pattern on its right');
  const { template, hash } = join.right.node;
  const key = factKey(module, template, hash, rightSide(module, join)!);
  const memory = code`m.${context.network.join(join).leftMemory}`;
  const type = module.value('PartialMatch');
  const matcher = typed(code`RulesetMatcher`);
  return key === null
    ? code`(m${matcher}) => ${memory}.newest !== null`
    : code`(m${matcher}, r${typed(type)}) => (${memory}.get(${key})?.newest ?? null) !== null`;
}

/** The function that finds what follows from a match, and what the runtime knows of a new fact at the join. */
export function emitDeferredJoin(context: NetworkContext, join: Join): Declaration[] {
  const names = context.network.join(join);
  const { context: module } = context;
  const type = module.value('PartialMatch');
  const { module: ruleModule, name } = join.rule;
  return [
    {
      kind: 'function',
      name: names.expand,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        { name: join.first ? code`r` : code`l`, type },
        { name: code`step`, type: module.type('DeferredStep') },
      ],
      returns: code`void`,
      body: lines([join.first ? expandFirst(context, join) : expandLeft(context, join)]),
      comment: comment(`${ruleModule}::${name}: what follows, to be found one by one`),
    },
    {
      kind: 'constant',
      name: names.entry,
      type: module.type('DeferredEntry'),
      exported: false,
      comment: null,
      value: code`{
right: ${names.right},
expand: ${join.first ? names.expand : literal(null)},
meets: ${join.negated ? meets(context, join) : literal(null)},
}`,
    },
  ];
}
