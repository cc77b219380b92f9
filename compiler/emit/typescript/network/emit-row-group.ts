/** Decision tables: the row is found once, and the rule of that row is activated. */
import { classOf } from '../context.ts';
import type { JoinId } from '../../../plan/ids.ts';
import type { RemovableJoin, TerminalJoin } from '../../../plan/match-plan.ts';
import type { RowGroup } from '../../../plan/row-groups.ts';
import { required } from '../../../required.ts';
import { code, lines, literal, types, type Code } from '../code/code.ts';
import { emitExpression } from '../expression/expression.ts';
import { ruleArguments } from './emit-test.ts';
import { agendaProperty, appendOnly, recordName, type NetworkContext } from './network-context.ts';
import type { Parameter } from '../code/declaration.ts';
import { matchType, scopeFor, type Sides } from './reference.ts';
import { sidesOf } from './sides.ts';

/** Name of a group's code. */
export interface GroupNames {
  /** Function: the number of the row for a left match and a fact. */
  readonly choose: Code;
  /** Constant: record, level and place by the number of the row. */
  readonly rows: Code;
}

interface Chooser {
  readonly parameters: readonly Parameter[];
  readonly sides: Sides;
}

/** Parameters of the function that finds the row, after the matcher, by the kind of the joins. */
function chooserOf(context: NetworkContext, { representative }: RowGroup): Chooser {
  const { plan } = context;
  const join = required(plan.joins[representative], 'row group');
  if (join.kind === 'removable') {
    const type = context.type('PartialMatch');
    const names = join.first ? [code`r`] : [code`l`, code`r`];
    return { parameters: names.map((name) => ({ name, type })), sides: sidesOf(context, join) };
  }
  if (join.kind !== 'first' && join.kind !== 'join') throw new TypeError('no join of a table');
  const fact = { name: code`f`, type: classOf(context, join.template) };
  if (join.kind === 'first') return { parameters: [fact], sides: { left: null, right: code`f` } };
  return {
    parameters: [{ name: code`l`, type: matchType(context, join.left) }, fact],
    sides: { left: appendOnly(code`l`, join.left), right: code`f` },
  };
}

/** Declares the function and the constant of a group, once. */
function namesOfGroup(context: NetworkContext, group: RowGroup): GroupNames {
  const known = context.groupNames.get(group);
  if (known !== undefined) return known;
  const { plan } = context;
  const { rule } = required(plan.rules[required(plan.joins[group.representative], 'row group').rule], 'rule');
  const names = {
    choose: context.names.fresh(['row', 'for', rule.name.split('/')[0] ?? ''], 'camel'),
    rows: context.names.fresh([rule.name.split('/')[0] ?? '', 'rows'], 'upper'),
  };
  context.groupNames.set(group, names);
  const { parameters, sides } = chooserOf(context, group);
  const chosen = emitExpression(group.choice.bound.expression, scopeFor(context, group.choice.bound, sides));
  context.declared.push(
    {
      kind: 'function',
      name: names.choose,
      parameters: [{ name: code`m`, type: code`RulesetMatcher` }, ...parameters],
      returns: code`number`,
      body: code`try {
return Number(${chosen.code});
} catch (error) {
throw ${context.value('inRule')}(error, ${ruleArguments(context, rule)});
}`,
      comment: null,
    },
    {
      kind: 'constant',
      name: names.rows,
      type: code`ReadonlyMap${types`<number, readonly [record: ${context.type('RuleRecord')}, level: number, place: number]>`}`,
      value: code`new Map([
${lines(
  group.members.map(
    ({ row, terminal }, place) =>
      code`[${literal(row)}, [${recordName(context, terminal)}, ${literal(terminalOf(context, terminal).level)}, ${literal(place)}]],`,
  ),
)}
])`,
      exported: false,
      comment: null,
    },
  );
  return names;
}

function terminalOf({ plan }: NetworkContext, id: JoinId): TerminalJoin {
  const join = plan.joins[id];
  if (join?.kind !== 'terminal') throw new TypeError('a row ends in its rule');
  return join;
}

/** All rows of a table belong to one module. */
function agendaOf(context: NetworkContext, { members: [first] }: RowGroup): Code {
  const { rule } = terminalOf(context, required(first, 'row').terminal);
  return agendaProperty(context, required(context.plan.rules[rule], 'rule').rule.module);
}

/** A first join: the fact is the match. */
export function enterRows(context: NetworkContext, group: RowGroup): Code {
  const { choose, rows } = namesOfGroup(context, group);
  const row = context.names.fresh(['row'], 'camel');
  return code`const ${row} = ${rows}.get(${choose}(m, f));
if (${row} !== undefined) m.${agendaOf(context, group)}.activate(${row}[1], ${row}[0], f);`;
}

/** Code around a loop over matches that meet, and the code for each pair. */
interface RowLoop {
  readonly before: Code;
  readonly each: Code;
  readonly after: Code;
}

/**
 * CLIPS goes through all matches that meet for one row, then for the next: what was found is put in that order before it
 * is activated.
 */
export function collectRows(context: NetworkContext, group: RowGroup): RowLoop {
  const { choose, rows } = namesOfGroup(context, group);
  return {
    before: code`const found = new ${context.value('RowMatches')}();`,
    each: code`{
const row = ${rows}.get(${choose}(m, l, f));
if (row !== undefined) found.add(row, new ${context.value('Match')}(l, f));
}`,
    after: code`found.activate(m.${agendaOf(context, group)});`,
  };
}

/** The same for removable matches. */
export function collectRemovableRows(
  context: NetworkContext,
  group: RowGroup,
  { first }: RemovableJoin,
): RowLoop {
  const { choose, rows } = namesOfGroup(context, group);
  const left = first ? literal(null) : code`l`;
  return {
    before: code`const found = new ${context.value('RemovableRowMatches')}();`,
    each: code`{
const row = ${rows}.get(${choose}(m, ${first ? code`r` : code`l, r`}));
if (row !== undefined) found.add(row, ${left}, r);
}`,
    after: code`found.activate(m.${agendaOf(context, group)}, m.log);`,
  };
}
