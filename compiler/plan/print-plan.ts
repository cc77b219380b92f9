/** The plan as text, for readers and tests: one line a memory, a pattern and a join. */
import type { HashPair, JoinTest, Reference } from '../order/network.ts';
import type { Expression } from '../language/expression/expression.ts';
import type { Aggregates } from './aggregates.ts';
import type { RowChoice } from './row-choices.ts';
import type { JoinPlan, MatchPlan, NodePlan, NodeTest } from './match-plan.ts';
import type { MemoryPlan, Shape } from './memory-plan.ts';
import type { RegexSetId } from './ids.ts';
import { elementAt } from '../required.ts';

function referenceText({ side, position, slot }: Reference): string {
  const owner = side === 'right' ? 'fact' : `match[${position}]`;
  return slot === null ? owner : `${owner}.${slot}`;
}

/** An expression in the notation of CLIPS, shortened to its outline where it is a form. */
function expressionText(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return JSON.stringify(expression.value.value, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      );
    case 'variable':
      return '?' + expression.name;
    case 'call':
      return `(${[expression.name, ...expression.args.map(expressionText)].join(' ')})`;
    case 'fact-slot':
      return `?${expression.variable}:${expression.slot}`;
    default:
      return `(${expression.kind} …)`;
  }
}

function testText(test: NodeTest | JoinTest): string {
  switch (test.kind) {
    case 'constant':
      return `${test.slot} ${test.equal ? '=' : '≠'} ${String(test.value.value)}`;
    case 'compare': {
      const other = 'with' in test ? referenceText(test.with) : test.other;
      return `${test.slot} ${test.equal ? '=' : '≠'} ${other}`;
    }
    case 'agree':
      return `agree on match[${test.position}].${test.slot}`;
    case 'found':
      return `pattern ${test.place} of s${test.set} ${test.equal ? 'found' : 'not found'}`;
    case 'expression':
      return expressionText(test.bound.expression);
  }
}

const listText = (items: readonly unknown[]): string => (items.length === 0 ? 'nothing' : items.join(', '));
const idsText = (letter: string, ids: readonly number[]): string => listText(ids.map((id) => letter + id));

function shapeText({ templates, chain }: Shape): string {
  return `[${chain.map((position) => templates[position] ?? '-').join(' ')}]`;
}

function memoryText(memory: MemoryPlan, members: MatchPlan['members']): string {
  const parts = [`m${memory.id} ${memory.kind}`];
  if (memory.kind === 'facts' || memory.kind === 'removable-facts') {
    parts.push(`${memory.template} of n${memory.node}`);
    if (memory.key.length > 0) parts.push('by ' + memory.key.join(', '));
  } else if (memory.kind === 'empty-match') parts.push(`of j${memory.join}`);
  else {
    parts.push(
      `${shapeText(memory.shape)} ${memory.kind === 'waiting' ? `after j${memory.after}` : `of j${memory.join}`}`,
    );
    if (memory.key.length > 0) parts.push('by ' + memory.key.map(referenceText).join(', '));
  }
  const indexes = members.get(memory.id)?.pairs ?? [];
  for (const { left, right } of indexes) parts.push(`by members ${right} and ${referenceText(left)}`);
  parts.push('read by ' + idsText('j', memory.readers));
  if ('flag' in memory && memory.flag !== null)
    parts.push(`flag ${memory.flag.word}:${memory.flag.bit}${memory.flag.atOnce ? ' at once' : ''}`);
  if ('awaited' in memory && memory.awaited !== null) parts.push(`awaits ${memory.awaited}`);
  return parts.join(', ');
}

function stepText({ step }: NodePlan): string {
  switch (step.kind) {
    case 'test':
      return step.tests.map(testText).join(' and ') + (step.canFail ? ' (can fail)' : '');
    case 'select':
      return `${step.slot} by ${step.by}`;
    case 'constant':
      return `is ${String(step.value.value)}`;
    case 'each':
      return `each of ${step.slot} as ${step.view}`;
    default:
      return step.kind;
  }
}

function nodeLines(plan: MatchPlan, id: number, indent: string): string[] {
  const node = elementAt(plan.nodes, id);
  const memories = [node.facts, node.removable].filter((memory) => memory !== null);
  const parts = [`${indent}n${id} ${stepText(node)}`];
  if (memories.length > 0) parts.push('into ' + idsText('m', memories));
  if (node.entries.length > 0) parts.push('enters ' + idsText('j', node.entries));
  if (node.need !== null)
    parts.push(`if m${node.need.awaited} is awaited or met at ${idsText('j', node.need.met)}`);
  return [
    parts.join(', '),
    ...node.children.flatMap((group, i) => [
      ...(node.children.length > 1 ? [`${indent}  function ${i + 1}`] : []),
      ...node.searches
        .filter(({ group: at }) => at === i)
        .map(({ set }) => `${indent}  ${setText(plan, set)}`),
      ...group.flatMap((child) => nodeLines(plan, child, indent + '  ')),
    ]),
  ];
}

function setText({ regexSets }: MatchPlan, id: RegexSetId): string {
  const { slot, patterns } = elementAt(regexSets, id);
  return `s${id} searches ${slot} for ${patterns.map((pattern) => JSON.stringify(pattern)).join(', ')}`;
}

function hashText({ slot, left }: HashPair): string {
  return `${slot} = ${referenceText(left)}`;
}

function joinText(plan: MatchPlan, join: JoinPlan): string {
  const rule = elementAt(plan.rules, join.rule).rule;
  const parts: string[] = [];
  if (join.kind === 'terminal') {
    parts.push(`j${join.id} fires ${rule.module}::${rule.name} with ${shapeText(join.shape)}`);
    if (join.removable) parts.push('removable');
    if (join.passed.length > 0) parts.push('unless held back at ' + idsText('j', join.passed));
    if (join.region !== null) parts.push(`in deferred region ${join.region}`);
    return parts.join(', ');
  }
  const kind = join.kind === 'removable' ? `removable ${join.mode}${join.first ? ' first' : ''}` : join.kind;
  const right =
    join.kind !== 'removable'
      ? `n${join.node} ${join.template}`
      : join.right.kind === 'node'
        ? `n${join.right.node} ${join.right.template}`
        : join.right.kind;
  parts.push(`j${join.id} ${kind} ${right}`);
  if (join.kind !== 'first' && join.hash.length > 0) parts.push('by ' + join.hash.map(hashText).join(', '));
  if (join.tests.length > 0) parts.push('if ' + join.tests.map(testText).join(' and '));
  if ((join.kind === 'removable' || join.kind === 'late-negation') && join.secondary.length > 0)
    parts.push('then if ' + join.secondary.map(testText).join(' and '));
  if (join.canFail) parts.push('can fail');
  if (plan.owners.joins[join.id] === null) parts.push('shared');
  if (join.kind === 'removable') {
    if (join.region !== null) parts.push(`in deferred region ${join.region}`);
    if (join.leftGuard !== 'none') parts.push(`left guard: ${join.leftGuard}`);
    if (join.endsAtOnce && join.mode === 'negated' && join.region !== null) parts.push('ends at once');
  }
  if (join.kind === 'join' && join.leads !== 'matches')
    parts.push(join.leads === 'activation' ? 'one activation' : 'activations only');
  parts.push(
    'to ' + listText(join.children.map((child) => `j${child.join}${child.side === 'right' ? ' right' : ''}`)),
  );
  return parts.join(', ');
}

function aggregateTexts({ memories, functions }: Aggregates): readonly string[] {
  return [
    ...memories.map(({ form, pattern, own, slot }, id) => {
      const parts = [`a${id} ${form} of ${slot === null ? '' : `${slot} of `}${pattern.template}`];
      if (pattern.keys.length > 0) parts.push('by ' + listText(pattern.keys.map((key) => key.slot)));
      if (own.length > 0) parts.push('if ' + own.map(expressionText).join(' and '));
      return parts.join(', ');
    }),
    ...[...functions].map(([name, { kind, steps }]) => {
      const parts = steps.map(({ memory, tests }) =>
        [`a${memory}`, ...tests.map(expressionText)].join(' if '),
      );
      return `aggregate ${name} ${kind === 'kept' ? 'is' : 'joins'} ${parts.join(', ')}`;
    }),
  ];
}

function choiceLines({ name, rows, columns, rest }: RowChoice): readonly string[] {
  const left = rest.filter((test) => test !== null).length;
  return [
    `chooses ${name} among ${rows} rows${left === 0 ? '' : `, ${left} of them tested further`}`,
    ...columns.map(({ parameter, classes: { kind, constants }, cells }) => {
      const values = constants.map(({ value }) => String(value));
      return `  ?${parameter} ${kind} ${listText(values)}, ${cells.length} cells`;
    }),
  ];
}

/** The whole plan; ends with a line break. */
export function printPlan(plan: MatchPlan): string {
  const lines: string[] = [];
  for (const { template, root, flag } of plan.templates) {
    lines.push(`template ${template.name}, arrives as ${flag}${root === null ? ', matched by nothing' : ''}`);
    if (root !== null)
      lines.push(
        ...nodeLines(plan, root, '  ').slice(elementAt(plan.nodes, root).children.length > 0 ? 1 : 0),
      );
  }
  if (plan.memories.length > 0)
    lines.push('memories', ...plan.memories.map((memory) => '  ' + memoryText(memory, plan.members)));
  for (const { rule, id, rank } of plan.rules) {
    lines.push(`rule ${rule.module}::${rule.name}${rank === null ? '' : `, rank ${rank}`}`);
    for (const join of plan.joins) if (join.rule === id) lines.push('  ' + joinText(plan, join));
  }
  for (const { id, first, module, negated } of plan.regions) {
    lines.push(`deferred region ${id} behind j${first}, fires in ${module}, negates ${listText(negated)}`);
  }
  for (const { module, saliences, place } of plan.agendas) {
    const never = place === null && saliences.length > 0 ? ', never in focus' : '';
    lines.push(`agenda ${module}: ${listText(saliences)}${never}`);
  }
  for (const { representative, members, choice } of new Set(plan.rowGroups.values())) {
    lines.push(`j${representative} stands for ${members.length} rows, chosen by ${testText(choice)}`);
  }
  for (const choice of plan.choices.values()) lines.push(...choiceLines(choice));
  for (const { name, by } of plan.intrinsics.values()) lines.push(`${name} is ${by} of the runtime`);
  for (const name of plan.memoized.values()) lines.push(`memoizes the last call of ${name}`);
  for (const { kind, template, slots } of plan.counters)
    lines.push(`counts ${kind} of ${template} by ${slots.join(', ')}`);
  lines.push(...aggregateTexts(plan.aggregates));
  if (plan.obliges) lines.push('returns obligations');
  if (plan.fullNetwork !== null) lines.push('keeps the full network for facts that come and go');
  return lines.join('\n') + '\n';
}
