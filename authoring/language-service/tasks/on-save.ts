import type { DiagnosticCode } from '../../../compiler/diagnostics/codes.ts';
import { explained } from '../diagnostics/page.ts';
import type { Document } from '../documents/document.ts';
import { RequestError, type LspDiagnostic } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import type { RunJob } from './job.ts';
import { firstError, jobOf, locate } from './ruleset-job.ts';
import { runTests } from './run-tests.ts';
import { keepShown, type ShownCase } from './shown-cases.ts';
import type { JobFinding } from './work/do-job.ts';

/** Findings of a save, by the address of the document. */
export interface Saved {
  /** Findings and failing tests of a document, as long as no text changed that they are about. */
  readonly of: (workspace: Workspace, document: Document) => readonly LspDiagnostic[];
  /** Looks at the ruleset of a document again. Resolves when there is something to show. */
  readonly look: (workspace: Workspace, uri: string, run: RunJob) => Promise<void>;
}

interface Look {
  /** The texts that were looked at. */
  readonly basis: string;
  readonly found: ReadonlyMap<string, readonly LspDiagnostic[]>;
}

export function createSaved(): Saved {
  const looks = new Map<string, Look>();
  return {
    of(workspace, document) {
      const found = [...looks].flatMap(([key, look]) =>
        look.found.get(document.key) !== undefined ? [{ key, look }] : [],
      );
      return found.flatMap(({ key, look }) => {
        const ruleset = workspace.rulesets().find((one) => one.key === key);
        if (ruleset === undefined || basisOf(ruleset, workspace) !== look.basis) return [];
        return look.found.get(document.key) ?? [];
      });
    },
    async look(workspace, uri, run) {
      const document = workspace.find(uri);
      const ruleset = document === null ? null : workspace.rulesetOf(document);
      if (ruleset === null) return;
      const found = new Map<string, LspDiagnostic[]>();
      const add = (key: string, one: LspDiagnostic): void => {
        found.set(key, [...(found.get(key) ?? []), one]);
      };
      if (firstError(ruleset) === null) {
        if (workspace.settings.analyzeOnSave) await addFindings(workspace, ruleset, run, add);
        if (workspace.settings.testOnSave) await addFailures(workspace, ruleset, run, add);
      }
      looks.set(ruleset.key, { basis: basisOf(ruleset, workspace), found });
    },
  };
}

/** All texts of the ruleset and its suites: a diagnostic goes with the first edit that may have fixed its cause. */
function basisOf(ruleset: RulesetOfDocument, workspace: Workspace): string {
  const { analyzeOnSave, testOnSave } = workspace.settings;
  return JSON.stringify([jobOf(ruleset, workspace), analyzeOnSave, testOnSave]);
}

type Add = (key: string, one: LspDiagnostic) => void;

async function addFindings(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  run: RunJob,
  add: Add,
): Promise<void> {
  const findings =
    (await orNothing(() => run({ kind: 'analyze', ruleset: jobOf(ruleset, workspace) }))) ?? [];
  const shownCases: ShownCase[] = [];
  for (const { file, line, column, code, message, severity, shown } of findings as readonly JobFinding[]) {
    const document = ruleset.analysis.byPath.get(file);
    const location = locate(workspace, ruleset, { file, line, column });
    if (document === undefined || location === null) continue;
    // A problem that the compiler reports is not repeated.
    const isTold = ruleset.analysis.diagnostics.some(
      (one) => (one.code as string) === code && one.at.file === file,
    );
    if (isTold) continue;
    if (shown !== null)
      shownCases.push({ key: document.key, line: location.range.start.line, name: message, request: shown });
    add(document.key, {
      range: location.range,
      severity: severity === 'warning' ? 2 : 3,
      code,
      codeDescription: explained(workspace),
      source: 'ferrule analyze',
      message,
    });
  }
  keepShown(ruleset, 'findings', shownCases);
}

async function addFailures(
  workspace: Workspace,
  ruleset: RulesetOfDocument,
  run: RunJob,
  add: Add,
): Promise<void> {
  const done = await orNothing(() => runTests(workspace, { ids: [ruleset.key] }, run, () => undefined));
  const { results = [] } = (done ?? {}) as {
    readonly results?: readonly {
      readonly state: string;
      readonly messages: readonly {
        readonly text: string;
        readonly location?: { uri: string; range: LspDiagnostic['range'] };
      }[];
    }[];
  };
  for (const { state, messages } of results)
    for (const { text, location } of state === 'failed' ? messages : []) {
      const document = location === undefined ? null : workspace.find(location.uri);
      if (document === null || location === undefined) continue;
      add(document.key, {
        range: location.range,
        severity: 1,
        code: 'test-failed' satisfies DiagnosticCode,
        codeDescription: explained(workspace),
        source: 'ferrule test',
        message: text,
      });
    }
}

/** No request waits for the work of a save: a limit ends it silently, and a newer save starts it again. */
async function orNothing<T>(action: () => Promise<T>): Promise<T | null> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof RequestError) return null;
    throw error;
  }
}
