/** Code actions: fixes of problems, other forms of rules, and parts that become constants or modules. */
import type { DocumentParams, Range } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Asked, CodeAction, GivenDiagnostic } from './action.ts';
import { addCases } from './add-case.ts';
import { changeForms } from './change-form.ts';
import { extractConstant } from './extract-constant.ts';
import { extractModule } from './extract-module.ts';
import { addMissing } from './missing.ts';
import { silence } from './silence.ts';
import { fixAll, suggestions } from './suggestions.ts';

interface ActionParams extends DocumentParams {
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
  { kind: 'refactor.rewrite', actions: changeForms },
  { kind: 'refactor.extract', actions: extractConstant },
  { kind: 'refactor.extract', actions: extractModule },
  { kind: 'source.fixAll.ferrule', actions: fixAll },
];

export function codeActions(
  workspace: Workspace,
  { textDocument, range, context }: ActionParams,
  client: Asked['client'],
): readonly CodeAction[] {
  const document = workspace.find(textDocument.uri);
  if (document === null) return [];
  const { only, diagnostics = [], triggerKind } = context ?? {};
  // Other forms of a rule take longer to find than a cursor may wait.
  const wants = (kind: string): boolean =>
    only?.some((asked) => kind === asked || kind.startsWith(`${asked}.`)) ??
    (kind === 'quickfix' || (kind.startsWith('refactor.') && triggerKind !== 2));
  const [start, end] = [document.lines.offsetAt(range.start), document.lines.offsetAt(range.end)];
  const asked: Asked = {
    workspace,
    document,
    ruleset: workspace.rulesetOf(document),
    from: Math.min(start, end),
    to: Math.max(start, end),
    diagnostics: Array.isArray(diagnostics) ? diagnostics : [],
    client,
  };
  return PROVIDERS.filter(({ kind }) => wants(kind)).flatMap(({ actions }) => actions(asked));
}
