/** Findings for documents with missing members: a missing member may close a decision, and should never open one. */
import type { Findings, RawFinding } from '../analysis.ts';
import type { AnalysisContext } from '../context.ts';
import { withoutEach } from '../../../library/document/without-each.ts';
import { drawDocuments } from '../draw-documents.ts';
import type { Request } from '../../../library/suite/request.ts';
import type { Outcome } from '../evidence.ts';
import { nameOf } from './finding.ts';

/** Documents from which members are left out. */
const MOST_DOCUMENTS = 400;

/** Members without which every document is denied or escalated. True of all documents where a denial overrides. */
export function findClosing({ explainable }: AnalysisContext): Findings {
  const { rules, decide } = explainable.checked;
  if (decide !== 'deny-overrides') return { findings: [], unknown: [] };
  const findings = rules.flatMap((rule) =>
    (rule.closesWithout ?? []).map((path): RawFinding => {
      const done = rule.then.action === 'deny' ? 'denied' : 'escalated or denied';
      return {
        code: 'closes-when-missing',
        rule: nameOf(rule),
        message: `without ${path} every document is ${done}: write \`${path}?\` if its absence is fine`,
        at: rule.at,
        with: [],
        facts: null,
      };
    }),
  );
  return { findings, unknown: [] };
}

/** Members whose absence makes a document allowed that is not, seen in documents of suites and drawn ones. */
export function findOpening(context: AnalysisContext, now: number): Findings {
  const { explainable, evidence, isOutOfTime } = context;
  if (!explainable.checked.templates.some(({ from }) => from === 'document'))
    return { findings: [], unknown: [] };
  for (const input of drawDocuments(explainable.checked)) {
    if (isOutOfTime()) break;
    evidence.attempt({ facts: [], input, now });
  }
  const given = evidence.outcomes.filter(
    ({ request, decision }) => request.input !== null && decision !== 'allow',
  );
  const findings = new Map<string, RawFinding>();
  for (const outcome of given.slice(0, MOST_DOCUMENTS)) {
    for (const { path, less } of withoutEach(outcome.request.input)) {
      if (isOutOfTime()) return { findings: [...findings.values()], unknown: [] };
      const request: Request = { ...outcome.request, input: less };
      if (findings.has(path)) continue;
      const after = evidence.attempt(request);
      if (after?.decision === 'allow') findings.set(path, opening(path, outcome, after));
    }
  }
  return { findings: [...findings.values()], unknown: [] };
}

function opening(path: string, { request, decision }: Outcome, after: Outcome): RawFinding {
  const rule = after.winner;
  const [full, less] = [request.input, after.request.input].map((document) => JSON.stringify(document));
  return {
    code: 'open-when-missing',
    rule: rule === null ? null : nameOf(rule),
    message: `leaving out ${path} turns ${decision ?? 'no decision'} into allow: ${full} becomes ${less}`,
    at: rule?.at ?? { file: '', start: 0, end: 0 },
    with: [],
    facts: request.facts,
    input: after.request.input,
  };
}
