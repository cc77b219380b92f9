import { allCodeActions, type ActionParams } from './actions/actions.ts';
import type { Workspace } from './workspace/workspace.ts';
import { INVALID_PARAMS, RequestError, type ClientAbilities } from './protocol/types.ts';
import { explainAt, runCommand, type RuleParams } from './tasks/explain.ts';
import type { RunJob } from './tasks/job.ts';
import { runTests, type TestResult } from './tasks/run-tests.ts';

type Task = (
  workspace: Workspace,
  params: unknown,
  run: RunJob,
  onResults: (results: readonly TestResult[]) => void,
  client: ClientAbilities,
) => Promise<unknown>;

/** THE table of tasks: each request that takes time, and runs in a worker. They come before the rows of the methods. */
export const TASKS: Readonly<Record<string, Task>> = {
  'ferrule/runTests': (workspace, params, run, onResults) =>
    runTests(workspace, (params ?? {}) as Parameters<typeof runTests>[1], run, onResults),
  'ferrule/explain': (workspace, params, run) =>
    explainAt(workspace, params as Parameters<typeof explainAt>[1], run),
  'textDocument/codeAction': (workspace, params, run, _, client) =>
    allCodeActions(workspace, params as ActionParams, client, run),
  'workspace/executeCommand': (workspace, params, run) => {
    const { command, arguments: [argument] = [] } = params as {
      readonly command: string;
      readonly arguments?: readonly RuleParams[];
    };
    const kind = COMMANDS[command];
    if (kind === undefined || argument === undefined)
      throw new RequestError(INVALID_PARAMS, `unknown command, or wrong arguments: ${command}`);
    return runCommand(workspace, kind, argument, run);
  },
};

/** The commands that the server carries out. */
export const COMMANDS: Readonly<Record<string, 'evaluate' | 'whyNot' | 'clips' | 'matcher'>> = {
  'ferrule.evaluate': 'evaluate',
  'ferrule.whyNot': 'whyNot',
  'ferrule.showClips': 'clips',
  'ferrule.showMatcher': 'matcher',
};

/** Tasks whose responses change texts: after a newer edit they are refused. */
export const EDITS: ReadonlySet<string> = new Set(['textDocument/codeAction']);
