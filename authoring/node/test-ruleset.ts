import { loadModule } from '../../library/node/load-ruleset.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { createCollector } from '../coverage/collect.ts';
import type { TestRuleset } from '../run/test-ruleset.ts';
import { Engine } from '../../library/node/engine.ts';
import { readRulesetSources, rulesetName } from '../../library/node/sources.ts';

/** Options for loading the rulesets of suites. */
export interface LoadOptions {
  /** Keys that the language does not know are warnings. */
  readonly lenient: boolean;
  /** Counts coverage (default: off). */
  readonly covered?: boolean;
  /** Root directory for imports (default: parent of each ruleset). */
  readonly root?: string;
  /** Real path of a file that a suite or its ruleset names; it throws for forbidden files (default: all are allowed). */
  readonly confine?: (path: string) => Promise<string>;
  /** Values of constants. */
  readonly settings?: readonly Source[];
}

/** Compiles and loads a ruleset. Throws SourceError or CompileError. */
export async function loadTestRuleset(
  path: string,
  { lenient, covered = false, root, confine, settings = [] }: LoadOptions,
): Promise<TestRuleset> {
  const sources = [
    ...(await readRulesetSources(path, confine === undefined ? path : root, root)),
    ...settings,
  ];
  const clock = { now: 0 };
  const engine = await Engine.fromSources(sources, {
    warmUp: false,
    name: rulesetName(path),
    lenient,
    now: () => clock.now,
  });
  const { rules, templates } = engine.describe();
  return {
    path,
    sources,
    engine,
    clock,
    rules: new Set(rules.map(({ name }) => name)),
    slots: new Map(templates.map(({ name, slots }) => [name, new Set(slots.map((slot) => slot.name))])),
    budgets: new Set((engine.ruleset.budgets ?? []).map(({ name: budget }) => budget)),
    explain: (asked) => engine.explain(asked),
    load: loadModule,
    collector: covered ? createCollector(sources, rulesetName(path), lenient, loadModule) : null,
    fleet: new Set(templates.filter(({ scope }) => scope === 'fleet').map(({ name }) => name)),
    host: new Set(templates.filter(({ from }) => from === 'host').map(({ name }) => name)),
  };
}
