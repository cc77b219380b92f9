/** The plan phase: from CLIPS' network (compiler/order) to what the matcher is made of. Never fails. */
import { factTemplate, itemTemplate } from '../order/list-items.ts';
import type { AlphaNode, Join, Network } from '../order/network.ts';
import { relationOf } from '../relation.ts';
import type { Rule, Ruleset, Slot, Template } from '../ruleset.ts';
import { RUN_TEMPLATES, STAGE_TEMPLATE, TICK_TEMPLATE } from '../hidden-templates.ts';
import { planAgendas } from './agendas.ts';
import { planAggregates } from './aggregates.ts';
import { templateFlag, planReachable } from './reachable-templates.ts';
import { planCounters } from './counters.ts';
import { planViews } from './item-views.ts';
import { planJoins } from './joins.ts';
import { tellingColumns } from './keys.ts';
import type { JoinPlan, MatchPlan, NodePlan, NodeStep, DeferredRegionPlan } from './match-plan.ts';
import type { JoinId, RuleId } from './ids.ts';
import { planNeeds } from './match-need.ts';
import { planMemberIndexes, planMemberPairs } from './member-indexes.ts';
import { planMembership } from './membership.ts';
import { planOwners } from './owners.ts';
import { planMemories, type Memories } from './memories.ts';
import { planNames } from './names.ts';
import { allNodes } from './nodes.ts';
import { partition, selectBy, sizes } from './partition.ts';
import { rankOf } from './ranks.ts';
import { planRegexSets } from './regex-sets.ts';
import { planRelations } from './relations.ts';
import { planRecords } from './records.ts';
import { classify, type Kinds } from './retractable.ts';
import { planIntrinsics } from './intrinsics.ts';
import { planMemoized } from './memoized.ts';
import { planRowChoices } from './row-choices.ts';
import { mergedRowsOf, planRowGroups } from './row-groups.ts';
import { planShapes } from './shapes.ts';
import { elementAt, entryOf } from '../required.ts';

/** Templates of which the matcher itself asserts facts. */
const HIDDEN: ReadonlyMap<string, { readonly description: string; readonly slots: readonly string[] }> =
  new Map([
    [TICK_TEMPLATE, { description: 'asserted right before the first rule fires', slots: [] }],
    [
      STAGE_TEMPLATE,
      { description: 'asserted when a module with aggregates gets the focus', slots: ['module'] },
    ],
  ]);

function withHidden(
  { templates: declared, relations, rules }: Ruleset,
  { roots }: Network,
): readonly Template[] {
  const [rule] = rules;
  const templates = [...declared, ...relations.map(({ template }) => template)];
  if (rule === undefined) return templates;
  const { at } = rule;
  const hidden = [...HIDDEN].flatMap(([name, { description, slots }]): Template[] => {
    if (!roots.has(name)) return [];
    const own = slots.map((slot) => hiddenSlot(slot, at));
    return [{ name, description, scope: 'session', from: 'caller', slots: own, at }];
  });
  return [...templates, ...hidden];
}

function hiddenSlot(name: string, at: Rule['at']): Slot {
  return {
    name,
    type: 'SYMBOL',
    list: false,
    maxItems: null,
    required: true,
    default: null,
    allowed: null,
    at,
  };
}

function planRegions(
  { regions }: Kinds,
  { agendas }: Pick<MatchPlan, 'agendas'>,
): readonly DeferredRegionPlan[] {
  return [...regions].map(([first, joins], id) => {
    const { module, salience } = joins.find(({ terminal }) => terminal !== null)!.rule;
    const negated = joins.flatMap(({ negated: isNegated, right }) =>
      isNegated && right.kind === 'alpha' ? [factTemplate(right.node.template)] : [],
    );
    const { saliences } = agendas.find((agenda) => agenda.module === module)!;
    const level = saliences.indexOf(salience);
    return { id, first: first.id, module, level, negated: [...new Set(negated)] };
  });
}

function planStep(
  { template, step, children }: AlphaNode,
  templates: ReadonlyMap<string, Template>,
): NodeStep {
  if (step.kind === 'test') {
    const fails = step.tests.some((test) => test.kind === 'expression' && test.bound.expression.canFail);
    return { ...step, canFail: fails };
  }
  if (step.kind === 'each') return { ...step, view: itemTemplate(template, step.slot) };
  if (step.kind !== 'select') return step;
  const slot = entryOf(templates, template).slots.find(({ name }) => name === step.slot)!;
  return { ...step, by: selectBy(children.length, slot.type === 'FLOAT') };
}

function planNodes(
  nodes: readonly AlphaNode[],
  { facts, removableFacts }: Memories,
  { kindOf }: Kinds,
  templates: ReadonlyMap<string, Template>,
  ruleId: (of: AlphaNode) => RuleId,
): readonly NodePlan[] {
  const size = sizes(nodes);
  return nodes.map((node) => {
    const { id, template, entries, children, step } = node;
    return {
      id,
      template,
      step: planStep(node, templates),
      children: step.kind === 'select' ? [children.map((child) => child.id)] : partition(children, size),
      searches: [],
      entries: entries.filter((join) => kindOf[join.id] !== 'late-negation').map((join) => join.id),
      facts: facts.get(id) ?? null,
      removable: removableFacts.get(id) ?? null,
      makesMatch: entries.some((join) => kindOf[join.id] === 'removable'),
      need: null,
      rule: ruleId(node),
    };
  });
}

/** Late negation joins that are queried: with matches as they are, or with removable ones. */
function planBlocked(joins: readonly JoinPlan[], { removable }: Kinds) {
  const passed = (of: boolean): JoinId[] =>
    joins.flatMap((join) => (join.kind === 'terminal' && join.removable === of ? join.passed : []));
  const appendOnly = joins
    .filter(({ kind, id }) => kind === 'late-negation' && !removable[id])
    .map(({ id }) => id);
  return { appendOnly: new Set(appendOnly), removable: new Set(passed(true)) };
}

/** Plans the matcher of a ruleset on the network that CLIPS would build. */
export function planMatching(ruleset: Ruleset, network: Network): MatchPlan {
  const templates = withHidden(ruleset, network);
  const all = [...ruleset.stages, ...ruleset.rules];
  const ruleIds = new Map(all.map((rule, id) => [rule, id]));
  const ruleId = ({ rule }: Join | AlphaNode): RuleId => entryOf(ruleIds, rule);
  const flags = new Map(templates.map(({ name }, place) => [name, templateFlag(place)]));

  const alpha = allNodes(network);
  const views = planViews(alpha, templates);
  const byName = new Map(
    [...templates, ...views.map(({ template }) => template)].map((template) => [template.name, template]),
  );
  const agendas = planAgendas({ ...ruleset, rules: all });
  const counters = planCounters(ruleset.temporal);
  const aggregates = planAggregates(ruleset.aggregates);
  const kinds = classify(network, all);
  const shapes = planShapes(network, kinds);
  const rowGroups = planRowGroups(alpha, network, kinds);
  const keyed = { templates: byName, telling: tellingColumns(ruleset.relations) };
  const found = planMemories(network, alpha, keyed, kinds, shapes, mergedRowsOf(rowGroups));
  const flagged = planMembership(found.all, network, shapes, kinds);
  const memories = { ...found, all: planReachable(flagged, network, kinds, flags) };
  const regions = planRegions(kinds, { agendas });
  const regionOf = new Map(
    [...kinds.regions.values()].flatMap((joins, id) => joins.map((join) => [join, id])),
  );
  const joins = planJoins({ network, kinds, shapes, memories, ruleId, regionOf, agendas });
  const needed = planNeeds(planNodes(alpha, memories, kinds, byName, ruleId), joins, memories.all, rowGroups);
  const { nodes, sets } = planRegexSets(needed);
  const rules = all.map((rule, id) => ({
    id,
    rule,
    rank: rule.then.action === null ? null : rankOf(rule.then.action, ruleset.decide),
    terminals: [] as JoinId[],
  }));
  for (const { kind, id, rule } of joins) if (kind === 'terminal') elementAt(rules, rule).terminals.push(id);
  const records = planRecords(rules, joins);
  const blocked = planBlocked(joins, kinds);
  const rows = planRelations(ruleset.relations, joins, nodes, memories.all);
  const kept = { memories: rows.memories, counters, aggregates };
  const owners = planOwners(joins, rows.memories, rowGroups);
  const intrinsics = planIntrinsics(ruleset.typedFunctions, ruleset.functions);
  const named = { templates, nodes, regexSets: sets, ...kept, joins, rules, regions, agendas, owners };
  return {
    ...named,
    relations: rows.relations,
    views,
    templates: templates.map((template) => ({
      template,
      hidden: RUN_TEMPLATES.has(template.name) || relationOf(template.name) !== null,
      root: network.roots.get(template.name)?.id ?? null,
      flag: entryOf(flags, template.name),
      flagged: memories.all.flatMap((memory) =>
        (memory.kind === 'facts' && memory.flag !== null && memory.template === template.name) ||
        (memory.kind === 'waiting' && memory.flag !== null && memory.shape.templates[0] === template.name)
          ? [memory.id]
          : [],
      ),
    })),
    primes: [...network.rightPrimes, ...network.leftPrimes].map(({ id }) => id),
    rowGroups,
    choices: planRowChoices(ruleset.typedFunctions),
    intrinsics,
    memoized: planMemoized(ruleset.typedFunctions, network, alpha, intrinsics),
    temporal: new Map(ruleset.temporal.map((item) => [item.name, item])),
    ordered: kinds.ordered,
    obliges: ruleset.rules.some(({ then }) => then.obligations.length > 0),
    members: planMemberIndexes(rows.memories, joins, byName),
    fullNetwork: kinds.shortened ? network : null,
    fullNetworkMembers: kinds.shortened ? planMemberPairs(network, byName) : new Map(),
    names: planNames({ ...named, blocked, records }),
  };
}
