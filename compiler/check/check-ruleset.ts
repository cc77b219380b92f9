import type { Report } from '../diagnostics/report.ts';
import { inferSignatures } from '../language/expression/check-functions.ts';
import { createExpressionTyper } from '../language/expression/function-versions.ts';
import type { Ruleset, RulesetFunction } from '../ruleset.ts';
import type { TemporalFunction } from '../temporal-meaning.ts';
import type { Syntax } from '../syntax.ts';
import { checkApprovals } from './passes/check-approvals.ts';
import { checkBudgets } from './passes/check-budgets.ts';
import { checkConstants } from './passes/check-constants.ts';
import { checkCountedFacts } from './passes/check-counted-facts.ts';
import { checkDecide } from './passes/check-decide.ts';
import { checkAuthzen } from './passes/check-authzen.ts';
import { checkDefault } from './passes/check-default.ts';
import { checkFocusCoverage } from './passes/check-focus-coverage.ts';
import { checkFocusOrder } from './passes/check-focus-order.ts';
import { checkHierarchies } from './passes/check-hierarchies.ts';
import { checkInput } from './passes/check-input.ts';
import { checkModules } from './passes/check-modules.ts';
import { checkOpenDenials } from './passes/check-open-denials.ts';
import { checkOrderDependence } from './passes/check-order-dependence.ts';
import { checkPatternSizes } from './passes/check-pattern-sizes.ts';
import { checkRelations } from './passes/check-relations.ts';
import { checkRowTests } from './passes/check-row-tests.ts';
import { checkRules } from './passes/check-rules.ts';
import { checkRulesetFunctions } from './passes/check-ruleset-functions.ts';
import { checkSettled } from './passes/check-settled.ts';
import { checkTemplates } from './passes/check-templates.ts';
import type { Checked, Pass } from './checked.ts';
import { followSensitive } from './sensitive.ts';
import { stagesOf } from './scope/stages.ts';
import { typeAggregate, typeAllRules } from './type-rules.ts';
import { createInternalFunctions } from './scope/internal-functions.ts';

/** The passes in order: each may use what those before it found. */
const PASSES: readonly Pass[] = [
  checkConstants,
  checkTemplates,
  checkRelations,
  checkHierarchies,
  checkModules,
  checkFocusOrder,
  checkDecide,
  checkDefault,
  checkInput,
  checkAuthzen,
  checkRulesetFunctions,
  checkRules,
  checkApprovals,
  checkPatternSizes,
  checkRowTests,
  checkCountedFacts,
  checkSettled,
  checkOrderDependence,
  checkOpenDenials,
  checkFocusCoverage,
  checkBudgets,
];

interface CheckOptions {
  /** Name of the ruleset when no document says `ruleset:`; else the name of the first rule's file is taken. */
  readonly name?: string;
  /** Rows of decision tables report each cell, for callers that read cells. */
  readonly cells?: boolean;
}

/**
 * Resolves every name, types every literal and lowers every operator. Reports every problem; returns null
 * when the report holds errors, those of the read phase included.
 */
export function checkRuleset(syntax: Syntax, report: Report, options: CheckOptions = {}): Ruleset | null {
  const empty: Checked = {
    syntax,
    decide: 'deny-overrides',
    default: null,
    input: [],
    constants: new Map(),
    writtenOut: { values: 0 },
    authzen: null,
    budgets: [],
    templates: new Map(),
    relations: new Map(),
    hierarchies: new Map(),
    modules: new Map(),
    focusOrder: [],
    functions: [],
    signatures: new Map(),
    internals: createInternalFunctions(new Set()),
    rules: [],
    tellsCells: options.cells ?? false,
  };
  const checked = PASSES.reduce((before, pass) => pass(before, report), empty);
  if (report.hasErrors()) return null;
  const functions = [...checked.internals.made(), ...checked.functions];
  const temporal = checked.internals.temporal();
  const typed = typeRules(checked, functions, temporal);
  const { rules, typedFunctions } = typed;
  const relations = [...checked.relations.values()];
  const matched = [...checked.templates.values(), ...relations.map(({ template }) => template)];
  const sensitive = followSensitive(matched, rules, typedFunctions);
  return {
    name: rulesetName(syntax, options),
    version: ownGroups(syntax).find(({ version }) => version !== null)?.version?.value ?? null,
    decide: checked.decide,
    default: checked.default,
    templates: [...checked.templates.values()],
    relations,
    modules: [...checked.modules.values()],
    focusOrder: checked.focusOrder,
    hierarchies: [...checked.hierarchies.values()],
    functions,
    typedFunctions,
    temporal,
    aggregates: typed.aggregates,
    stages: typed.stages,
    rules,
    input: checked.input,
    authzen: checked.authzen,
    ...(checked.budgets.length === 0 ? {} : { budgets: checked.budgets }),
    ...(sensitive === null ? {} : { sensitive }),
  };
}

/** Operators ask for functions while rules are checked, so what rules call is typed when all are known. */
function typeRules(
  { rules, templates, relations, signatures: known }: Checked,
  functions: readonly RulesetFunction[],
  temporal: readonly TemporalFunction[],
): Pick<Ruleset, 'rules' | 'stages' | 'aggregates' | 'typedFunctions'> {
  const called = functions.filter(({ kind }) => kind !== 'temporal').map(({ definition }) => definition);
  const added = called.filter(({ name }) => !known.has(name));
  const signatures = inferSignatures(added, { templates, signatures: known });
  const typer = createExpressionTyper(
    called,
    { templates, signatures },
    new Map(temporal.map((each) => [each.name, each])),
  );
  // Patterns match the rows of relations too; expressions never see them.
  const hidden = [...relations.values()].map(({ template }) => [template.name, template] as const);
  const types = { type: typer.type, templates: new Map([...templates, ...hidden]) };
  const aggregates = new Map(
    temporal.flatMap(({ name, meaning }) =>
      meaning.kind === 'aggregate' ? [[name, typeAggregate(meaning.aggregate, types)] as const] : [],
    ),
  );
  return {
    rules: typeAllRules(rules, types),
    stages: typeAllRules(stagesOf(rules), types),
    aggregates,
    typedFunctions: typer.functions(),
  };
}

/** Those of the ruleset itself: what it imports has a name and a version of its own. */
function ownGroups({ ruleGroups }: Syntax): Syntax['ruleGroups'] {
  return ruleGroups.filter(({ at }) => !at.file.startsWith('../'));
}

function rulesetName(syntax: Syntax, options: CheckOptions): string {
  const ruleGroups = ownGroups(syntax);
  const named = ruleGroups.find(({ ruleset }) => ruleset !== null);
  if (named?.ruleset) return named.ruleset.value;
  const file = ruleGroups[0]?.at.file ?? '';
  return options.name ?? (file.replace(/^.*\//, '').replace(/\.ya?ml$/, '') || 'ruleset');
}
