/** All names of the matcher, given once, in the order of the source. */
import { relationOf } from '../relation.ts';
import type { Rule, Template } from '../ruleset.ts';
import type {
  AgendaPlan,
  Counter,
  JoinPlan,
  NodePlan,
  DeferredRegionPlan,
  RegexSet,
  RulePlan,
} from './match-plan.ts';
import type { MemoryPlan, Shape } from './memory-plan.ts';
import type { Aggregates } from './aggregates.ts';
import type { JoinId, RuleId } from './ids.ts';
import type { Owners } from './owners.ts';
import type { JoinNames, Names, NodeNames, Place, TemplateNames } from './names-plan.ts';
import {
  createMatcherNames,
  createNameSpace,
  createSlotNames,
  type Casing,
  type NameSpace,
} from './name-space.ts';
import { elementAt, required } from '../required.ts';
import { PROPERTIES } from '../thresholds.ts';

/** Names of parameters and locals that every generated function may use. */
const LOCALS =
  'm f l r i data host match memory small fact facts slot gone other older newer step bound n history across newest error document to'.split(
    ' ',
  );

/** A name space that remembers what it gave out. */
function recording(table: NameSpace): NameSpace & { readonly given: string[] } {
  const given: string[] = [];
  const note = (name: string): string => {
    given.push(name);
    return name;
  };
  return {
    given,
    fresh: (parts, casing) => note(table.fresh(parts, casing)),
    exact: (name) => note(table.exact(name)),
  };
}

function templateNames(
  template: Template,
  names: NameSpace,
  members: NameSpace,
  counted: boolean,
  aggregated: boolean,
): TemplateNames {
  const { name } = template;
  const slots = createSlotNames();
  return {
    type: names.fresh([name], 'pascal'),
    facts: members.fresh(['facts-of', name], 'camel'),
    read: names.fresh(['read', name], 'camel'),
    same: names.fresh(['same', name], 'camel'),
    hash: names.fresh(['hash', name], 'camel'),
    assert: names.fresh(['assert', name], 'camel'),
    match: names.fresh(['match', name], 'camel'),
    store: names.fresh(['store', name], 'camel'),
    operations: names.fresh([name, 'operations'], 'camel'),
    counting: counted ? names.fresh([name, 'counting'], 'camel') : null,
    aggregating: aggregated ? names.fresh([name, 'aggregating'], 'camel') : null,
    slots: new Map(template.slots.map((slot) => [slot.name, slots.fresh([slot.name], 'camel')])),
  };
}

/** Label of a join's right side: its template, or the group. */
function rightName(join: JoinPlan): string {
  if (join.kind === 'terminal') return 'rule';
  if (join.kind !== 'removable') return join.template;
  if (join.right.kind === 'node') return join.right.template;
  return join.right.kind === 'group' ? 'group' : 'test';
}

const NO_JOIN_NAMES: JoinNames = {
  left: '',
  right: '',
  pass: '',
  drive: '',
  test: '',
  record: '',
  entry: '',
  expand: '',
  blocked: '',
  blockedRemovable: '',
};

/** True if the test of a removable join is a function: it can fail, or the record of the join needs it. */
export function hasTestFunction(join: JoinPlan): boolean {
  if (join.kind === 'terminal' || join.kind === 'late-negation') return false;
  return join.canFail || (join.kind === 'removable' && join.blocks && join.tests.length > 0);
}

/** The templates of a match. */
const bound = ({ templates, chain }: Shape): string[] =>
  chain.flatMap((position) => templates[position] ?? []);

/** Patterns of a join that several rules share. */
function sharedWords(join: Exclude<JoinPlan, { kind: 'terminal' }>): string[] {
  const left = join.kind === 'first' || join.left === null ? [] : bound(join.left);
  return [...left, rightName(join)];
}

/** @param rule the only one that the join is for; null: several share it */
function joinNames(
  join: Exclude<JoinPlan, { kind: 'terminal' }>,
  rule: Rule | null,
  names: NameSpace,
  asked: { readonly appendOnly: ReadonlySet<JoinId>; readonly removable: ReadonlySet<JoinId> },
): JoinNames {
  const subject = rule === null ? sharedWords(join) : [rule.name, rightName(join)];
  const name = (needed: boolean, prefix: string, casing: Casing = 'camel'): string =>
    needed ? names.fresh([prefix, ...subject], casing) : '';
  const removable = join.kind === 'removable';
  const meets = join.kind === 'join' || join.kind === 'exists';
  const put = removable && join.region !== null;
  return {
    ...NO_JOIN_NAMES,
    drive: name(removable, 'drive'),
    right: name(meets || (removable && join.right.kind !== 'none'), 'right'),
    left: name(meets || (removable && !join.first), 'left'),
    pass: name(join.kind === 'exists' || (join.kind === 'join' && join.split), 'pass'),
    test: name(hasTestFunction(join), 'test'),
    record: name(removable && join.blocks, 'join', 'upper'),
    entry: name(put, 'enter', 'upper'),
    expand: name(put, 'expand'),
    blocked: name(asked.appendOnly.has(join.id), 'blocked'),
    blockedRemovable: name(asked.removable.has(join.id), 'blocked-removable'),
  };
}

/** A memory that several rules read is called by what it holds, and how that is found. */
function sharedMemoryWords(memory: Exclude<MemoryPlan, { kind: 'empty-match' }>): string[] {
  const holdsFacts = memory.kind === 'facts' || memory.kind === 'removable-facts';
  const by = memory.key.map((key) => (typeof key === 'string' ? key : required(key.slot, 'slot')));
  const held = holdsFacts ? [memory.template] : bound(memory.shape);
  return [
    ...held,
    ...(memory.kind === 'removable-facts' ? ['matches'] : []),
    ...(by.length === 0 ? ['all'] : ['by', ...by]),
  ];
}

/**
 * Name of a memory.
 *
 * @param owner the only rule that reads it; null: several do
 */
function memoryWords(memory: MemoryPlan, joins: readonly JoinPlan[], owner: Rule | null): string[] {
  if (owner === null && memory.kind !== 'empty-match') return sharedMemoryWords(memory);
  const own = owner === null ? [] : [owner.name];
  switch (memory.kind) {
    case 'facts':
      return [...own, memory.template];
    case 'removable-facts':
      return [...own, memory.template, 'matches'];
    case 'waiting': {
      const by = memory.key.map(({ slot }) => slot!);
      return [...own, 'left', ...(by.length === 0 ? [] : ['by', ...by])];
    }
    case 'removable-group':
      return [...own, 'group'];
    default:
      return [...own, 'awaiting', rightName(elementAt(joins, memory.join))];
  }
}

/** @param blocked late negation joins that are queried: with matches as they are, or with removable ones */
export function planNames(plan: {
  readonly templates: readonly Template[];
  readonly nodes: readonly NodePlan[];
  readonly regexSets: readonly RegexSet[];
  readonly memories: readonly MemoryPlan[];
  readonly joins: readonly JoinPlan[];
  readonly rules: readonly RulePlan[];
  readonly regions: readonly DeferredRegionPlan[];
  readonly counters: readonly Counter[];
  readonly aggregates: Aggregates;
  readonly agendas: readonly AgendaPlan[];
  readonly owners: Owners;
  readonly blocked: { readonly appendOnly: ReadonlySet<JoinId>; readonly removable: ReadonlySet<JoinId> };
  readonly records: readonly (readonly JoinId[])[];
}): Names {
  const names = recording(createNameSpace(LOCALS));
  const members = recording(createMatcherNames());
  const { joins, nodes, rules, owners } = plan;
  const ruleOf = (owner: RuleId | null = null): Rule | null =>
    owner === null ? null : elementAt(rules, owner).rule;
  const nameOf = (rule: number): string => elementAt(rules, rule).rule.name;
  const counted = new Set(plan.counters.map(({ template }) => template));
  const counters = plan.counters.map(({ kind, template, slots }) =>
    members.fresh([kind, 'of', template, 'by', ...slots], 'camel'),
  );
  const aggregates = plan.aggregates.memories.map(({ form, pattern, slot }) =>
    members.fresh(
      [
        form,
        'of',
        slot ?? '',
        relationOf(pattern.template) ?? pattern.template,
        ...pattern.keys.map((key) => key.slot),
      ],
      'camel',
    ),
  );
  // Rows of relations are counted on demand.
  const aggregated = new Set(
    plan.aggregates.memories.flatMap(({ pattern }) =>
      relationOf(pattern.template) === null ? [pattern.template] : [],
    ),
  );
  const templates = new Map(
    plan.templates.map((template) => [
      template.name,
      templateNames(template, names, members, counted.has(template.name), aggregated.has(template.name)),
    ]),
  );
  const agendas = plan.agendas.map(({ module }) => members.fresh(['agenda-of', module], 'camel'));
  const records = new Map(
    plan.records.flatMap((terminals) => {
      const name = names.fresh([nameOf(joins[elementAt(terminals, 0)]!.rule)], 'upper');
      return terminals.map((terminal) => [terminal, name] as const);
    }),
  );
  const nodeNames = nodes.map(({ template, rule, step, children }): NodeNames => {
    const isTable = step.kind === 'select' && step.by === 'table';
    return {
      test:
        step.kind === 'test' && step.canFail ? names.fresh(['test', nameOf(rule), template], 'camel') : '',
      match: step.kind === 'each' ? names.fresh(['match', nameOf(rule), step.view], 'camel') : '',
      cases: isTable ? names.fresh([template, step.slot, 'cases'], 'upper') : '',
      parts: children.length > 1 ? children.map(() => names.fresh(['match', template, 'part'], 'camel')) : [],
    };
  });
  for (const { step, children, template } of nodes) {
    if (step.kind !== 'select' || step.by !== 'table') continue;
    for (const child of children.flat()) {
      const match = names.fresh(['match', nameOf(elementAt(nodes, child).rule), template], 'camel');
      nodeNames[child] = { ...elementAt(nodeNames, child), match };
    }
  }
  const { allocate, holders } = createPlaces(plan.memories.length + plan.regions.length, members, names);
  const memories = plan.memories.map((memory) =>
    allocate(memoryWords(memory, joins, ruleOf(owners.memories[memory.id]))),
  );
  const regions = plan.regions.map(({ first }) =>
    allocate(['deferred', nameOf(elementAt(joins, first).rule)]),
  );
  return {
    templates,
    joins: joins.map((join) =>
      join.kind === 'terminal'
        ? NO_JOIN_NAMES
        : joinNames(join, ruleOf(owners.joins[join.id]), names, plan.blocked),
    ),
    regexSets: plan.regexSets.map(() => names.fresh(['found'], 'camel')),
    nodes: nodeNames,
    memories,
    regions,
    holders,
    agendas,
    counters,
    aggregates,
    records,
    taken: { module: [...LOCALS, ...names.given], matcher: members.given },
  };
}

/** Gives every memory a property; where there are many, a property of one of the parts. */
function createPlaces(expected: number, members: NameSpace, names: NameSpace) {
  const holders: { readonly property: string; readonly type: string; readonly names: NameSpace }[] = [];
  let taken = 0;
  const allocate = (words: readonly string[]): Place => {
    if (expected <= PROPERTIES) return { part: null, property: members.fresh(words, 'camel') };
    const part = Math.floor(taken++ / PROPERTIES);
    const holder = (holders[part] ??= {
      property: members.fresh(['part', String(part)], 'camel'),
      type: names.fresh(['memories', String(part)], 'pascal'),
      names: createNameSpace(),
    });
    return { part, property: holder.names.fresh(words, 'camel') };
  };
  return { allocate, holders };
}
