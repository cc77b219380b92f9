import type { Report } from '../diagnostics/report.ts';
import type { Ruleset } from '../ruleset.ts';
import type { Syntax } from '../syntax.ts';
import { checkCountedFacts } from './check-counted-facts.ts';
import { checkDecide } from './check-decide.ts';
import { checkFocusCoverage } from './check-focus-coverage.ts';
import { checkFocusOrder } from './check-focus-order.ts';
import { checkHierarchies } from './check-hierarchies.ts';
import { checkModules } from './check-modules.ts';
import { checkRules } from './check-rules.ts';
import { checkRulesetFunctions } from './check-ruleset-functions.ts';
import { checkTemplates } from './check-templates.ts';
import type { Checked, Pass } from './checked.ts';
import { createInternalFunctions } from './internal-functions.ts';

/** The passes in order: each may use what those before it found. */
const PASSES: readonly Pass[] = [
  checkTemplates,
  checkHierarchies,
  checkModules,
  checkFocusOrder,
  checkDecide,
  checkRulesetFunctions,
  checkRules,
  checkCountedFacts,
  checkFocusCoverage,
];

export interface CheckOptions {
  /** Name of the ruleset when no document says `ruleset:`; else the name of the first rule's file is taken. */
  readonly name?: string;
}

/**
 * Resolves every name, types every literal and lowers every operator. Problems are reported, all of them; answers null
 * when the report holds errors, those of the read phase included.
 */
export function checkRuleset(syntax: Syntax, report: Report, options: CheckOptions = {}): Ruleset | null {
  const empty: Checked = {
    syntax,
    decide: 'deny-overrides',
    templates: new Map(),
    hierarchies: new Map(),
    modules: new Map(),
    focusOrder: [],
    functions: [],
    signatures: new Map(),
    internals: createInternalFunctions(new Set()),
    rules: [],
  };
  const checked = PASSES.reduce((before, pass) => pass(before, report), empty);
  if (report.hasErrors()) return null;
  return {
    name: rulesetName(syntax, options),
    version: syntax.ruleGroups.find(({ version }) => version !== null)?.version?.value ?? null,
    decide: checked.decide,
    templates: [...checked.templates.values()],
    modules: [...checked.modules.values()],
    focusOrder: checked.focusOrder,
    hierarchies: [...checked.hierarchies.values()],
    functions: [...checked.internals.made(), ...checked.functions],
    temporal: checked.internals.temporal(),
    rules: checked.rules,
  };
}

function rulesetName({ ruleGroups }: Syntax, options: CheckOptions): string {
  const named = ruleGroups.find(({ ruleset }) => ruleset !== null);
  if (named?.ruleset) return named.ruleset.value;
  const file = ruleGroups[0]?.at.file ?? '';
  return options.name ?? (file.replace(/^.*\//, '').replace(/\.ya?ml$/, '') || 'ruleset');
}
