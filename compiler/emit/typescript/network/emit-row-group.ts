/** Decision tables: the row is found once, and the rule of that row is activated. */
import { classOf } from '../context.ts';
import type { FirstJoin, PlainJoin } from '../../../plan/match-plan.ts';
import type { RowGroup } from '../../../plan/row-groups.ts';
import { code, lines, literal, types, type Code } from '../code/code.ts';
import { emitExpression } from '../expression/expression.ts';
import { ruleArguments } from './emit-test.ts';
import { agendaProperty, growing, recordName, type NetworkContext } from './network-context.ts';
import { matchType, scopeFor } from './reference.ts';

/** What the code of a group is called. */
export interface GroupNames {
  /** Function: the number of the row for a left match and a fact. */
  readonly choose: Code;
  /** Constant: record, level and place by the number of the row. */
  readonly rows: Code;
}

/** Declares the function and the constant of a group, once. */
export function namesOfGroup(context: NetworkContext, group: RowGroup): GroupNames {
  const known = context.groupNames.get(group);
  if (known !== undefined) return known;
  const { context: module, plan } = context;
  const { leader } = group;
  const { rule } = plan.rules[leader.rule]!;
  const names = {
    choose: module.names.fresh(['row', 'for', rule.name.split('/')[0] ?? ''], 'camel'),
    rows: module.names.fresh([rule.name.split('/')[0] ?? '', 'rows'], 'upper'),
  };
  context.groupNames.set(group, names);
  const left = leader.kind === 'first' ? null : growing(code`l`, leader.left);
  const chosen = emitExpression(
    group.choice.bound.expression,
    scopeFor(module, group.choice.bound, { left, right: code`f` }),
  );
  context.declared.push(
    {
      kind: 'function',
      name: names.choose,
      parameters: [
        { name: code`m`, type: code`RulesetMatcher` },
        ...(left === null ? [] : [{ name: code`l`, type: matchType(module, left.shape) }]),
        { name: code`f`, type: classOf(module, leader.template) },
      ],
      returns: code`number`,
      body: code`try {
return Number(${chosen.code});
} catch (error) {
throw ${module.value('inRule')}(error, ${ruleArguments(module, rule)});
}`,
      comment: null,
    },
    {
      kind: 'constant',
      name: names.rows,
      type: code`ReadonlyMap${types`<number, readonly [record: ${module.type('RuleRecord')}, level: number, place: number]>`}`,
      value: code`new Map([
${lines(
  group.members.map(
    ({ row, terminal }, place) =>
      code`[${literal(row)}, [${recordName(context, terminal.id)}, ${literal(terminal.level)}, ${literal(place)}]],`,
  ),
)}
])`,
      exported: false,
      comment: null,
    },
  );
  return names;
}

function agendaOf(context: NetworkContext, { members }: RowGroup): Code {
  const { module } = context.plan.rules[members[0]!.terminal.rule]!.rule;
  return agendaProperty(context, module);
}

/** A first join: the fact is the match. */
export function enterRows(context: NetworkContext, group: RowGroup, _join: FirstJoin): Code {
  const { choose, rows } = namesOfGroup(context, group);
  const row = context.context.names.fresh(['row'], 'camel');
  return code`const ${row} = ${rows}.get(${choose}(m, f));
if (${row} !== undefined) m.${agendaOf(context, group)}.activate(${row}[1], ${row}[0], f);`;
}

/**
 * The code around a loop over matches that meet. CLIPS goes through all of them for one row, then for the next: what was
 * found is put in that order before it is activated.
 */
export function collectRows(
  context: NetworkContext,
  group: RowGroup,
  _join: PlainJoin,
): { readonly before: Code; readonly each: Code; readonly after: Code } {
  const { choose, rows } = namesOfGroup(context, group);
  const { context: module } = context;
  const found = module.value('RowMatches');
  return {
    before: code`const found = new ${found}();`,
    each: code`{
const row = ${rows}.get(${choose}(m, l, f));
if (row !== undefined) found.add(row, new ${module.value('Match')}(l, f));
}`,
    after: code`found.activate(m.${agendaOf(context, group)});`,
  };
}
