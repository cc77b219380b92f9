import type { Source } from '../../../compiler/diagnostics/position.ts';
import { createCollector, type Collector } from '../coverage/collect.ts';
import { Engine } from '../../library/engine.ts';
import { readRulesetSources, rulesetName } from '../../library/sources.ts';

/** A ruleset under test: one engine for all of its cases, with a clock that they set. */
export interface TestRuleset {
  readonly path: string;
  readonly sources: readonly Source[];
  readonly engine: Engine;
  /** Milliseconds since the epoch. */
  readonly clock: { now: number };
  /** `module::rule` of each rule. */
  readonly rules: ReadonlySet<string>;
  /** Slot names by template. */
  readonly slots: ReadonlyMap<string, ReadonlySet<string>>;
  readonly fleet: ReadonlySet<string>;
  /** Told of each evaluation before it is made; null: nobody asks what is covered. */
  readonly collector: Collector | null;
  /** Whether a case that fails tells why a rule did not fire. */
  readonly explains: boolean;
  /** Templates of which only the host brings facts: a test is the host. */
  readonly host: ReadonlySet<string>;
}

/** How the rulesets of suites are loaded. */
export interface LoadOptions {
  /** Keys that the language does not know are warnings. */
  readonly lenient: boolean;
  /** Counts what is covered; left out: not asked for. */
  readonly covered?: boolean;
  /** What imports may not leave; left out: the folder above each ruleset. */
  readonly root?: string;
  /** Values of constants. */
  readonly settings?: readonly Source[];
}

/** Compiles and loads a ruleset. Throws SourceError or CompileError. */
export async function loadTestRuleset(
  path: string,
  { lenient, covered = false, root, settings = [] }: LoadOptions,
): Promise<TestRuleset> {
  const sources = [...(await readRulesetSources(path, path, root)), ...settings];
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
    explains: true,
    collector: covered ? createCollector(sources, rulesetName(path), lenient) : null,
    fleet: new Set(templates.filter(({ scope }) => scope === 'fleet').map(({ name }) => name)),
    host: new Set(templates.filter(({ from }) => from === 'host').map(({ name }) => name)),
  };
}
