import { createPositions } from '../../compiler/diagnostics/line-column.ts';
import { documentParts } from '../../compiler/document-parts.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';
import { formatMessage } from '../../compiler/diagnostics/format.ts';
import { documentMembers } from '../../library/document/members.ts';
import { errorDetail } from '../../library/error-detail.ts';
import { writeJson } from '../../library/json.ts';
import { RequestError } from '../../library/read-request.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import type { Answers, Decision, Problem, Question, RequestShape } from '../protocol/messages.ts';
import type { Decider, OpenRulesets } from './rulesets.ts';
import { splitRequest } from './request.ts';

/** Compiles the ruleset and decides the request. A ruleset with errors decides nothing. */
export function decide({ ruleset, request, clock }: Question, rulesets: OpenRulesets): Answers['decide'] {
  const compilation = rulesets.compile(ruleset);
  const positions = createPositions(compilation.sources);
  const problems = compilation.diagnostics.map((one) => problemOf(one, positions));
  if (!compilation.ok) return { problems, decision: null, error: null, shape: null };
  const decider = rulesets.decider(ruleset);
  const shape = shapeOf(decider);
  try {
    return { problems, decision: decisionOf(decider, request, clock), error: null, shape };
  } catch (error) {
    if (error instanceof RequestError) return { problems, decision: null, error: error.message, shape };
    if (error instanceof FerruleError) return { problems, decision: null, error: errorDetail(error), shape };
    throw error;
  }
}

function problemOf(diagnostic: Diagnostic, positions: ReturnType<typeof createPositions>): Problem {
  const { code, severity, at } = diagnostic;
  const { line, column } = positions.of(at);
  const { file, start, end } = at;
  return { code, severity, message: formatMessage(diagnostic), file, line, column, start, end };
}

function decisionOf(decider: Decider, request: string, clock: number | null): Decision {
  const split = splitRequest(decider.engine, request);
  decider.clock.now = clock ?? Date.now();
  const result = decider.engine.evaluate({ scoped: true, ...split });
  return {
    verdict: result.decision ?? 'none',
    reason: result.reason,
    obligations: (result.obligations ?? []).map((one) => writeJson(one)),
    missing: result.missing ?? [],
    durationUs: result.durationUs,
  };
}

/** Templates that callers and the host send, and the paths of the document that rules read. */
function shapeOf({ compilation, engine }: Decider): RequestShape {
  const { templates } = engine.describe();
  return {
    templates: templates
      .filter(({ from }) => from !== 'document')
      .map(({ name, slots }) => ({
        name,
        fields: slots.map((slot) => ({
          name: slot.name,
          type: slot.list ? 'list' : slot.type.toLowerCase(),
          allowed: slot.allowedValues,
          required: slot.required,
        })),
      })),
    paths: documentMembers(documentParts(compilation.ruleset)).map(({ path, type, list }) => ({
      path,
      type: list === true ? 'list' : (type ?? 'any').toLowerCase(),
    })),
  };
}
