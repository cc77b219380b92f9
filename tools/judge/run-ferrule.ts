import { compileSources } from '../../compiler/compile.ts';
import type { Template } from '../../compiler/ruleset.ts';
import type { Ruleset } from '../../compiler/untyped.ts';
import { Engine } from '../../runtime/engine.ts';
import { EvaluationError, LimitError, ValidationError } from '../../runtime/engine/errors.ts';
import type { EvaluationResult } from '../../runtime/engine/evaluation-result.ts';
import { tellsOfOverflow } from '../../runtime/functions/failure.ts';
import { Engine as DocumentEngine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import { shownObligation } from '../../library/node/clips/shown-obligation.ts';
import { FIRING_LIMIT, MATCH_LIMIT, type Answer, type PhaseAnswer } from '../../library/node/clips/answer.ts';
import { factText } from '../../library/node/clips/fact-text.ts';
import { JUDGE_NOW_MS } from '../../library/node/clips/host-functions.ts';
import type { Case } from './program.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

/** A case that ferrule has compiled and evaluated; the constructs are for CLIPS. */
export interface FerruleRun {
  readonly answer: Answer;
  /**
   * The first run done over in request scope, twice with half of its facts held by the engine and the others given, and
   * twice with all of them given. It must answer as the first run does, whatever was evaluated before. Empty when the
   * first run has no answer.
   */
  readonly scoped: readonly Answer[];
  /** null when the YAML does not compile. */
  readonly compiled: { readonly ruleset: Ruleset; readonly constructs: string } | null;
  /** For CLIPS: the facts of each run, those of the document included. */
  readonly phases: readonly Phase[];
}

const SCOPED_RUNS = 2;

function phaseAnswer(result: EvaluationResult, facts: readonly string[]): PhaseAnswer {
  const { decision, reason, metadata, obligations, ruleTrace, moduleTrace } = result;
  return {
    decision: decision ?? '',
    reason: reason ?? '',
    metadata: Object.entries(metadata),
    // CLIPS has one TRUE for the symbol and the truth value: what differs in nothing else is one obligation to it.
    ...(obligations === undefined ? {} : { obligations: [...new Set(obligations.map(shownObligation))] }),
    ruleTrace,
    moduleTrace,
    facts,
  };
}

function factTexts(engine: Engine, templates: readonly Template[]): readonly string[] {
  const byName = new Map(templates.map((template) => [template.name, template]));
  return engine.facts().flatMap((fact) => {
    const template = byName.get(fact.template);
    return template ? [factText(template, fact.data)] : [];
  });
}

/** The answer of `evaluate`, or of what it throws. */
function answering(evaluate: () => readonly PhaseAnswer[]): Answer {
  try {
    return { kind: 'answered', phases: evaluate() };
  } catch (error) {
    if (error instanceof EvaluationError && tellsOfOverflow(error.message))
      return { kind: 'none', cause: 'overflow', problem: error.message };
    if (error instanceof EvaluationError) return { kind: 'failed', problem: error.message };
    if (error instanceof LimitError && error.limit === 'firings') return { kind: 'limited' };
    if (error instanceof LimitError) return { kind: 'none', cause: 'too large', problem: error.message };
    if (error instanceof ValidationError)
      return { kind: 'none', cause: 'facts refused', problem: error.message };
    return {
      kind: 'broken',
      problem: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
}

/** Rules can raise errors over the rows of relations, which exist when the engine is made. */
function runPlain(
  createEngine: () => Engine,
  templates: readonly Template[],
  { phases, document }: Case,
): Answer {
  return answering(() => {
    const engine = createEngine();
    return phases.map((phase) => {
      for (const { template, data } of phase) engine.assertFact(template, data);
      const result = document === undefined ? engine.evaluate() : engine.evaluate({ input: document });
      return phaseAnswer(result, factTexts(engine, templates));
    });
  });
}

function runScoped(
  engine: Engine,
  templates: readonly Template[],
  phase: Phase,
  heldCount: number,
  document: unknown,
): readonly Answer[] {
  const held = phase.slice(0, heldCount);
  const once = () =>
    answering(() => {
      const before = factTexts(engine, templates).join('\n');
      const given = document === undefined ? {} : { input: document };
      const facts = phase.slice(heldCount);
      const answer = phaseAnswer(engine.evaluate({ scoped: true, facts, ...given }), []);
      if (factTexts(engine, templates).join('\n') !== before)
        throw new Error('a scoped evaluation left facts behind');
      return [answer];
    });
  const asserted = answering(() => {
    engine.assertFacts(held);
    return [];
  });
  return asserted.kind === 'answered' ? Array.from({ length: SCOPED_RUNS }, once) : [asserted];
}

const documentFacts = (loaded: ReturnType<typeof loadRuleset>, document: unknown): Phase =>
  new DocumentEngine(loaded).readDocument(document);

/** Compiles and evaluates a case with ferrule, in this process. */
export async function runFerrule(judged: Case): Promise<FerruleRun> {
  const { yaml, phases, document } = judged;
  const compilation = compileSources([{ path: 'ruleset.yaml', text: yaml }]);
  if (!compilation.ok) {
    const problem = compilation.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message }) => `${code}: ${message}`)
      .join('\n');
    return { answer: { kind: 'none', cause: 'not compiled', problem }, scoped: [], compiled: null, phases };
  }
  const { ruleset, javascript } = compilation;
  const loaded = loadRuleset(javascript());
  const createEngine = (matches: number) =>
    new Engine(loaded, { now: () => JUDGE_NOW_MS, limits: { firings: FIRING_LIMIT, matches } });
  const answer = runPlain(() => createEngine(MATCH_LIMIT), ruleset.templates, judged);
  const [first = []] = phases;
  // In request scope a document comes before the facts that are given, and CLIPS has it after them: all are held.
  const helds = document === undefined ? [first.length >> 1, 0] : [first.length];
  const scoped =
    answer.kind === 'answered'
      ? helds.flatMap((held) => runScoped(createEngine(Infinity), ruleset.templates, first, held, document))
      : [];
  const facts = document === undefined || answer.kind !== 'answered' ? [] : documentFacts(loaded, document);
  const all = document === undefined ? phases : [[...first, ...facts]];
  return { answer, scoped, compiled: { ruleset, constructs: emitClips(ruleset) }, phases: all };
}
