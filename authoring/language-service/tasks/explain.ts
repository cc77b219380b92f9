import { INVALID_PARAMS, RequestError, type PositionParams, type Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { namesOf } from '../names/collect.ts';
import { writeJson } from '../../../library/json.ts';
import type { AskedRequest, Job, JobNode, JobPlace, RunJob } from './job.ts';
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
  const node = ({ text, place, written, holds, children }: JobNode): Node => ({
    text,
    range: rangeOf(workspace, ruleset, place, written ?? null),
    holds,
    ...(children === undefined ? {} : { children: children.map(node) }),
  });
  const flips = done.flips.map(({ text, facts, input }) => ({
    text,
    ...(isExact(facts, input) ? { facts: valueOf(facts), input: valueOf(input) } : {}),
  }));
  const name = nameRange(ruleset, rule);
  const whole = (one: JobNode): Node => (name === null ? node(one) : { ...node(one), range: name });
  return { ...done, flips, why: done.why.map(whole), whyNot: done.whyNot.map(whole) };
}

const valueOf = (text: string | undefined): unknown => (text === undefined ? undefined : JSON.parse(text));

/** True if the protocol can carry every digit. */
const isExact = (...texts: readonly (string | undefined)[]): boolean =>
  texts.every((text) => text === undefined || writeJson(valueOf(text)) === text);

/** The name of a rule where it is written; null for a row of a table. */
function nameRange(ruleset: RulesetOfDocument, rule: string): Range | null {
  for (const { document } of ruleset.analysis.members) {
    const found = rulesIn(ruleset, document).find((one) => one.rule === rule);
    if (found !== undefined) return document.lines.rangeOf(found.name.start, found.name.end);
  }
  return null;
}

/** The text that is known to be there, else the name, else the rest of the line. */
function rangeOf(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  place: JobPlace,
  written: string | null,
): Range {
  const { file, line, column } = place;
  const document = ruleset.analysis.byPath.get(file);
  const offset = document === undefined ? 0 : document.lines.startOf(line - 1) + column - 1;
  const isThere = written !== null && document?.text.startsWith(written, offset) === true;
  const name = document === undefined || isThere ? null : namesOf(ruleset).at(document, offset);
  if (document !== undefined && name?.start === offset) return document.lines.rangeOf(name.start, name.end);
  return locate(workspace, ruleset, place, written)?.range ?? { start: ZERO, end: ZERO };
}

const ZERO = { line: 0, character: 0 };
