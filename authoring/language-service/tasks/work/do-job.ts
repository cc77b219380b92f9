import { CompileError } from '../../../../library/compile-error.ts';
import { compileOrThrow } from '../../../../library/compile-or-throw.ts';
import { errorDetail } from '../../../../library/error-detail.ts';
import { evaluateResponse } from '../../../../library/evaluate-response.ts';
import { writeJson } from '../../../../library/json.ts';
import type { LoadModule } from '../../../../library/load-module.ts';
import { RequestError } from '../../../../library/read-request.ts';
import { readSuite } from '../../../../library/suite/read-suite.ts';
import { FerruleError } from '../../../../runtime/engine/errors.ts';
import { analyze } from '../../../analyze/analyze.ts';
import type { Finding } from '../../../analyze/analysis.ts';
import { outcomeOf } from '../../../mutate/outcome.ts';
import type { Job, JobRequest, JobResult, JobRuleset } from '../job.ts';
import { changeForms } from './change-forms.ts';
import { explainRule } from './explain-rule.ts';
import { findRequest } from './find-request.ts';
import { loadRuleset } from './load.ts';
import { runTests } from './run-tests.ts';
import { shownRequest } from './shown-request.ts';
import { emitClips } from '../../../../compiler/emit/clips/emit-clips.ts';

export type JobAnswer =
  | { readonly kind: 'results'; readonly results: readonly JobResult[] }
  | { readonly kind: 'done'; readonly value: unknown }
  /** For the user: the ruleset has errors, or refuses the facts. */
  | { readonly kind: 'problem'; readonly message: string }
  | { readonly kind: 'defect'; readonly message: string };

/** Milliseconds of one analysis on save. */
const ANALYSIS_MS = 10_000;

/** Does one job, in the worker. The last message is not of the kind `results`. */
export async function doJob(job: Job, load: LoadModule, tell: (answer: JobAnswer) => void): Promise<void> {
  try {
    const value = await valueOf(job, load, (results) => {
      tell({ kind: 'results', results });
    });
    tell({ kind: 'done', value });
  } catch (error) {
    const problem = problemOf(error);
    if (problem !== null) tell({ kind: 'problem', message: problem });
    else tell({ kind: 'defect', message: error instanceof Error ? error.message : String(error) });
  }
}

function problemOf(error: unknown): string | null {
  if (error instanceof FerruleError) return errorDetail(error);
  return error instanceof CompileError || error instanceof RequestError ? error.message : null;
}

async function valueOf(
  job: Job,
  load: LoadModule,
  emit: (results: readonly JobResult[]) => void,
): Promise<unknown> {
  switch (job.kind) {
    case 'test':
      return runTests(job, load, emit);
    case 'analyze':
      return findingsOf(job.ruleset, load);
    case 'explain':
      return explainRule(job, load);
    case 'evaluate': {
      const { tested, facts, hostFacts, input } = findRequest(job.ruleset, job.rule, job.request, load);
      const result = tested.engine.evaluate({ scoped: true, facts, hostFacts, input });
      return `${writeJson(evaluateResponse(result))}\n`;
    }
    case 'change-form':
      return changeForms(job.ruleset, job);
    case 'show': {
      const { name, sources, lenient } = job.ruleset;
      const compilation = compileOrThrow(sources, { name, lenient });
      return job.what === 'clips'
        ? { text: ruleOf(emitClips(compilation.ruleset), job.rule), languageId: 'clips' }
        : { text: compilation.javascript(), languageId: 'javascript' };
    }
  }
}

/** Findings, with the request that shows each if there is one. */
export type JobFinding = Pick<Finding, 'file' | 'line' | 'column' | 'code' | 'message' | 'severity'> & {
  readonly shown: JobRequest | null;
};

function findingsOf(ruleset: JobRuleset, load: LoadModule): readonly JobFinding[] {
  const { name, sources, lenient, suites } = ruleset;
  const now = Date.now();
  const requests = suites.flatMap(({ key, text, folder }) => {
    const read = readSuite(key, text, folder);
    const cases = read.ok ? read.suite.cases : [];
    return cases.flatMap((one) =>
      one.steps === null ? [{ facts: one.facts, input: one.input, now: one.now ?? now }] : [],
    );
  });
  const compilation = compileOrThrow(sources, { name, lenient, cells: true });
  const { findings } = analyze(compilation, load, { requests, now, budgetMs: ANALYSIS_MS });
  const tested = findings.some(({ facts }) => facts !== null) ? loadRuleset(ruleset, load).tested : null;
  return findings.map(({ file, line, column, code, message, severity, facts, input }) => {
    const request = { facts: facts ?? [], input: input ?? null, now: null, otherwise: now };
    const result = facts === null || tested === null ? null : outcomeOf(tested, request);
    const shown = result === null ? null : shownRequest(request, result.decision);
    return { file, line, column, code, message, severity, shown };
  });
}

/** The construct of one rule; all constructs if none has its name. */
function ruleOf(clips: string, rule: string): string {
  const start = clips.search(new RegExp(`^\\(defrule ${rule.replace(/[^\w:]/g, '\\$&')}(?=\\s)`, 'm'));
  if (start === -1) return clips;
  const end = clips.slice(start + 1).search(/^\((?:def|set|focus)/m);
  return (end === -1 ? clips.slice(start) : clips.slice(start, start + 1 + end)).trimEnd() + '\n';
}
