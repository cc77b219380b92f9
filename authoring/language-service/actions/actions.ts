/** Code actions: fixes of problems, other forms of rules, and parts that become constants or modules. */
import type { DocumentParams, Range } from '../protocol/types.ts';
import type { RunJob } from '../tasks/job.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Asked, CodeAction, GivenDiagnostic } from './action.ts';
import { addCases } from './add-case.ts';
import { changeForms } from './change-form.ts';
import { extractConstant } from './extract-constant.ts';
import { extractModule } from './extract-module.ts';
import { addMissing } from './missing.ts';
import { silence } from './silence.ts';
import { fixAll, suggestions } from './suggestions.ts';

export interface ActionParams extends DocumentParams {
  readonly range: Range;
  readonly context?: {
    readonly only?: readonly string[];
    readonly diagnostics?: readonly GivenDiagnostic[];
    /** 2: the cursor moved there, without a request by the user. */
    readonly triggerKind?: 1 | 2;
  };
}

interface Provider {
  readonly kind: string;
  readonly actions: (asked: Asked) => readonly CodeAction[];
}

/** THE table of code actions, in the order in which they are offered. */
const PROVIDERS: readonly Provider[] = [
  { kind: 'quickfix', actions: suggestions },
  { kind: 'quickfix', actions: addMissing },
  { kind: 'quickfix', actions: addCases },
  { kind: 'quickfix', actions: silence },
  { kind: 'refactor.extract', actions: extractConstant },
  { kind: 'refactor.extract', actions: extractModule },
  { kind: 'source.fixAll.ferrule', actions: fixAll },
];

/** The actions that are found at once. */
export function codeActions(
  workspace: Workspace,
  params: ActionParams,
  client: Asked['client'],
): readonly CodeAction[] {
  const asked = askedOf(workspace, params, client);
  if (asked === null) return [];
  return PROVIDERS.filter(({ kind }) => wants(params, kind)).flatMap(({ actions }) => actions(asked));
}

/** Those, and behind them the other forms of a rule, for which a job runs. */
export async function allCodeActions(
  workspace: Workspace,
  params: ActionParams,
  client: Asked['client'],
  run: RunJob,
): Promise<readonly CodeAction[]> {
  const quick = codeActions(workspace, params, client);
  const asked = wants(params, 'refactor.rewrite') ? askedOf(workspace, params, client) : null;
  return asked === null ? quick : [...quick, ...(await changeForms(asked, run))];
}

function wants({ context: { only, triggerKind } = {} }: ActionParams, kind: string): boolean {
  if (only !== undefined) return only.some((one) => kind === one || kind.startsWith(`${one}.`));
  return kind === 'quickfix' || (kind.startsWith('refactor.') && triggerKind !== 2);
}

function askedOf(
  workspace: Workspace,
  { textDocument, range, context: { diagnostics = [] } = {} }: ActionParams,
  client: Asked['client'],
): Asked | null {
  const document = workspace.find(textDocument.uri);
  if (document === null) return null;
  const [start, end] = [document.lines.offsetAt(range.start), document.lines.offsetAt(range.end)];
  return {
    workspace,
    document,
    ruleset: workspace.rulesetOf(document),
    from: Math.min(start, end),
    to: Math.max(start, end),
    diagnostics: Array.isArray(diagnostics) ? diagnostics : [],
    client,
  };
}
