import type { Evaluation } from '../../../evidence/evaluation.ts';
import type { Evaluated, WorkerEvidence } from '../../../evidence/worker-evidence.ts';
import type { EvaluateOptions } from '../../../runtime/engine/engine-options.ts';
import type { Included } from '../../../runtime/engine/evaluation-result.ts';

/**
 * Evaluates a request, attests and records it. Throws FerruleError, and ServiceError `audit_unavailable`: nothing that
 * cannot be recorded is decided.
 */
export function evaluate(evidence: WorkerEvidence, evaluation: Evaluation): Evaluated {
  const result = evaluation.engine.evaluate(optionsOf(evaluation, evidence.expect(evaluation)));
  return evidence.record(evaluation, result);
}

/** All options each time: what is compiled for objects of one literal need not be compiled again for those of another. */
export function optionsOf(
  {
    facts,
    hostFacts = [],
    document,
    counts = false,
  }: Pick<Evaluation, 'facts' | 'hostFacts' | 'document' | 'counts'>,
  include: readonly Included[],
): EvaluateOptions {
  return { scoped: true, facts, hostFacts, input: document, include, counts };
}
