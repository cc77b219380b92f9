import type { Source } from '../../../compiler/diagnostics/position.ts';
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
  /** Templates of which only the host brings facts: a test is the host. */
  readonly host: ReadonlySet<string>;
}

/** Compiles and loads a ruleset. Throws SourceError or CompileError. */
export async function loadTestRuleset(path: string, lenient: boolean): Promise<TestRuleset> {
  const sources = await readRulesetSources(path);
  const clock = { now: 0 };
  const engine = await Engine.fromSources(sources, {
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
    fleet: new Set(templates.filter(({ scope }) => scope === 'fleet').map(({ name }) => name)),
    host: new Set(templates.filter(({ from }) => from === 'host').map(({ name }) => name)),
  };
}
