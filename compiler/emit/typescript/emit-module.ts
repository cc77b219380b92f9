/** The TypeScript target: the plan as a module of specialised code, one function a template, a join and a rule. */
import type { JoinPlan, MatchPlan } from '../../plan/match-plan.ts';
import type { Rule, Ruleset } from '../../ruleset.ts';
import { elementAt, entryOf, required } from '../../required.ts';
import type { TypedCode } from './expression/typed-code.ts';
import { emitAggregateFunctions } from './aggregates/emit-joined.ts';
import { comment, joined, lines } from './code/code.ts';
import { createContext } from './context.ts';
import type { Declaration } from './code/declaration.ts';
import { emitExplained } from './explain/emit-explained.ts';
import { emitFullNetwork } from './network/emit-full-network.ts';
import { emitFunctions } from './expression/function-versions.ts';
import { emitInput } from './input/emit-input.ts';
import { emitMatch } from './network/emit-alpha.ts';
import {
  emitLateNegationJoin,
  emitPlainJoin,
  emitExistsJoin,
  emitTest,
} from './network/emit-append-only-join.ts';
import { emitMatcherClass } from './network/emit-matcher.ts';
import { emitRulesetExport } from './network/emit-ruleset-export.ts';
import { emitRemovableJoin } from './network/emit-removable-join.ts';
import { emitRows } from './network/emit-relations.ts';
import { emitRule } from './rules/emit-rule.ts';
import { emitTemplate } from './facts/emit-template.ts';
import type { GeneratedModule } from './code/generated-module.ts';
import { createNetworkContext, type NetworkContext } from './network/network-context.ts';
import { scopeWith } from './expression/module-scope.ts';

function emitJoin(context: NetworkContext, join: JoinPlan): Declaration[] {
  switch (join.kind) {
    case 'first':
      return emitTest(context, join);
    case 'join':
      return emitPlainJoin(context, join);
    case 'exists':
      return emitExistsJoin(context, join);
    case 'late-negation':
      return emitLateNegationJoin(context, join);
    case 'removable':
      return emitRemovableJoin(context, join);
    case 'terminal':
      return [];
  }
}

/** Declarations that every module needs. */
const READING = [
  'match: a new fact meets the patterns of its template, in the order in which CLIPS visits them. right: a new fact meets',
  'the matches of the patterns before it; left: such a match meets the facts. pass, drive: what follows from a match.',
  'blocked: a fact holds the match back. store: facts that were found by their flags go into the memories.',
];

/** Each rule with its joins, its right side and its record; then what several rules share. */
function emitRules(
  context: NetworkContext,
  heading: (rule: Rule) => Declaration,
): { readonly rules: readonly Declaration[]; readonly shared: readonly Declaration[] } {
  const { joins, rules, owners, names } = context.plan;
  const own = rules.map((): Declaration[] => []);
  const shared: Declaration[] = [];
  for (const join of joins) (own[owners.joins[join.id] ?? -1] ?? shared).push(...emitJoin(context, join));
  const recorded = new Set<string>();
  for (const join of joins) {
    const record = names.records.get(join.id);
    if (join.kind !== 'terminal' || record === undefined || recorded.has(record)) continue;
    recorded.add(record);
    own[join.rule]?.push(...emitRule(context, join));
  }
  return {
    rules: own.flatMap((declarations, id) =>
      declarations.length === 0 ? [] : [heading(elementAt(rules, id).rule), ...declarations],
    ),
    shared,
  };
}

/**
 * The matcher module of a ruleset. Deterministic: the same ruleset gives the same module.
 *
 * @param position `file:line:column` of a place in the YAML
 * @param explained the module also evaluates its conditions one by one; only for the loader
 */
export function emitModule(
  ruleset: Ruleset,
  plan: MatchPlan,
  position: (at: Rule['at']) => string,
  explained = false,
): GeneratedModule {
  const context = createContext(ruleset, plan, position);
  const joins = createNetworkContext(context);
  const section = (title: string): Declaration => ({ kind: 'section', comment: comment('--- ' + title) });
  const under = (title: string, declarations: readonly Declaration[]): readonly Declaration[] =>
    declarations.length === 0 ? [] : [section(title), ...declarations];

  const relations = new Map(plan.relations.map(({ relation }) => [relation.template.name, relation]));
  const templates = plan.templates.flatMap(({ template, root, flag }) => {
    const names = entryOf(context.templates, template.name);
    const relation = relations.get(template.name);
    const own =
      relation === undefined
        ? emitTemplate(context, names, root !== null, flag)
        : emitRows(context, names, relation);
    return [...own, ...(root === null ? [] : emitMatch(joins, names, root))];
  });
  const aggregates = emitAggregateFunctions(context);
  const { rules, shared } = emitRules(joins, (rule) =>
    section('rule ' + rule.module + '::' + rule.name + ', ' + position(rule.at)),
  );
  const fullNetwork = emitFullNetwork(joins);
  const flags = new Map(plan.templates.map(({ template, flag }) => [template.name, flag]));
  const input = emitInput(context, (name) => entryOf(flags, name));
  const matcher = emitMatcherClass(joins);
  const asked = explained ? emitExplained(context) : [];
  // Last, because only the versions of functions that something called are made.
  const functions = emitFunctions(
    context.functions,
    ruleset.typedFunctions,
    plan,
    scopeWith(context, (name) => required<TypedCode>(null, name)),
  );
  const exported = emitRulesetExport(joins, input.mapping);

  const header = lines([
    comment(
      `Generated by ferrule from the ruleset ${ruleset.name}. Do not edit: change the rules and generate again.`,
    ),
    ...READING.map(comment),
  ]);
  const called: Declaration[] =
    functions.length === 0 ? [] : [{ kind: 'statements', code: joined(functions, '\n\n') }];
  return {
    header,
    imports: context.imported,
    declarations: [
      ...under('constants', context.constants),
      ...templates,
      ...under('functions', called),
      ...under('aggregates', aggregates),
      ...rules,
      ...under('what several rules share', shared),
      ...joins.declared,
      ...fullNetwork,
      ...under('matcher', matcher),
      ...input.declarations,
      ...exported,
      ...asked,
    ],
  };
}
