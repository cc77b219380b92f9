import { INVALID_PARAMS, RequestError, type PositionParams, type Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import type { AskedRequest, Job, JobNode, RunJob } from './job.ts';
import { jobOf, locate, requireNoErrors } from './ruleset-job.ts';
import { ruleAt, rulesIn } from './rules-of.ts';
import { sampleOf } from './sample.ts';
import type { ExplainDone } from './work/explain-rule.ts';

interface ExplainParams extends PositionParams {
  readonly case?: string;
  readonly facts?: unknown;
  readonly input?: unknown;
}

interface Node {
  readonly text: string;
  readonly range: Range;
  readonly holds: boolean | null;
  readonly children?: readonly Node[];
}

/** `ferrule/explain`: why, why not and flips for the rule at the cursor; null outside a rule. */
export async function explainAt(
  workspace: Workspace,
  params: ExplainParams,
  run: RunJob,
): Promise<object | null> {
  const document = workspace.find(params.textDocument.uri);
  const ruleset = document === null ? null : workspace.rulesetOf(document);
  if (document === null || ruleset === null) return null;
  const rule = ruleAt(ruleset, document, document.lines.offsetAt(params.position));
  if (rule === null) return null;
  const { facts, input } = params;
  const isGiven = facts !== undefined || input !== undefined;
  const given = isGiven ? JSON.stringify({ facts: facts ?? [], input: input ?? null }) : null;
  return explainRule(workspace, ruleset, rule, { given, case: params.case ?? null }, run);
}

export interface RuleParams {
  readonly uri: string;
  readonly rule: string;
}

/** The commands of lenses: `{ uri, rule }`. Throws RequestError for a rule that is not there. */
export async function runCommand(
  workspace: Workspace,
  kind: 'evaluate' | 'whyNot' | 'clips' | 'matcher',
  { uri, rule }: RuleParams,
  run: RunJob,
): Promise<unknown> {
  const document = typeof uri === 'string' ? workspace.find(uri) : null;
  const ruleset = document === null ? null : workspace.rulesetOf(document);
  if (document === null || ruleset === null)
    throw new RequestError(INVALID_PARAMS, `${String(uri)} belongs to no ruleset`);
  requireNoErrors(ruleset);
  const isKnown = ruleset.analysis.ruleset?.rules.some((one) => `${one.module}::${one.name}` === rule);
  if (isKnown !== true && !rulesIn(ruleset, document).some((one) => one.rule === rule))
    throw new RequestError(INVALID_PARAMS, `the ruleset has no rule ${String(rule)}`);
  if (kind === 'whyNot') return explainRule(workspace, ruleset, rule, { given: null, case: null }, run);
  const own = jobOf(ruleset, workspace);
  const request = { given: null, case: null, sample: sampleOf(ruleset, workspace) };
  const job: Job =
    kind === 'evaluate'
      ? { kind, ruleset: own, rule, request }
      : { kind: 'show', ruleset: own, rule, what: kind };
  return run(job);
}

async function explainRule(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  rule: string,
  asked: Omit<AskedRequest, 'sample'>,
  run: RunJob,
): Promise<object> {
  requireNoErrors(ruleset);
  const request = { ...asked, sample: sampleOf(ruleset, workspace) };
  const job: Job = { kind: 'explain', ruleset: jobOf(ruleset, workspace), rule, request };
  const done = (await run(job)) as ExplainDone;
  const node = ({ text, place, holds, children }: JobNode): Node => ({
    text,
    range: locate(workspace, ruleset, place)?.range ?? { start: ZERO, end: ZERO },
    holds,
    ...(children === undefined ? {} : { children: children.map(node) }),
  });
  return { ...done, why: done.why.map(node), whyNot: done.whyNot.map(node) };
}

const ZERO = { line: 0, character: 0 };
