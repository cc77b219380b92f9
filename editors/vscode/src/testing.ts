import * as vscode from 'vscode';
import type { BaseLanguageClient } from 'vscode-languageclient';
import { rangeOf } from './commands.ts';
import { showMutants, type Mutant } from './mutants.ts';

type LspRange = Parameters<typeof rangeOf>[0];

interface Item {
  readonly id: string;
  readonly label: string;
  readonly uri: string;
  readonly range: LspRange;
  readonly children?: readonly Item[];
}

interface Result {
  readonly id: string;
  readonly state: 'passed' | 'failed' | 'skipped' | 'errored';
  readonly durationMs: number;
  readonly messages: readonly {
    readonly text: string;
    readonly expected?: string;
    readonly actual?: string;
    readonly location?: { readonly uri: string; readonly range: LspRange };
  }[];
}

interface Ran {
  readonly results: readonly Result[];
  readonly mutants?: readonly Mutant[];
  readonly coverage?: readonly {
    readonly uri: string;
    readonly rules: readonly {
      readonly rule: string;
      readonly range: LspRange;
      readonly fired: number;
      readonly conditions: readonly {
        readonly range: LspRange;
        readonly held: number;
        readonly failed: number;
      }[];
    }[];
  }[];
}

/** Measurements of a run beside the results. */
interface Asked {
  readonly coverage?: true;
  readonly mutate?: true;
}

/** The view Testing: suites and cases, results as they arrive, coverage and surviving mutants in the gutter. */
export function registerTests(context: vscode.ExtensionContext, client: BaseLanguageClient): void {
  const controller = vscode.tests.createTestController('ferrule', 'ferrule');
  const refresh = async (): Promise<void> => {
    const { items } = await client.sendRequest<{ readonly items: readonly Item[] }>('ferrule/testItems', {});
    controller.items.replace(items.map((item) => toItem(controller, item)));
  };
  controller.refreshHandler = refresh;
  const details = new WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>();
  const tellMutants = showMutants(context);
  const profile = (label: string, kind: vscode.TestRunProfileKind, asked: Asked): vscode.TestRunProfile => {
    const own = controller.createRunProfile(
      label,
      kind,
      async (request, token) => {
        const mutants = await run(controller, client, request, token, asked, details);
        if (asked.mutate === true) tellMutants(mutants);
      },
      asked.mutate === undefined,
    );
    own.loadDetailedCoverage = (_, file) => Promise.resolve(details.get(file) ?? []);
    return own;
  };
  profile('Run', vscode.TestRunProfileKind.Run, {});
  const mutants = profile('Run with Mutants', vscode.TestRunProfileKind.Run, { mutate: true });
  profile('Run with Coverage', vscode.TestRunProfileKind.Coverage, { coverage: true });
  context.subscriptions.push(
    controller,
    vscode.commands.registerCommand('ferrule.runMutants', async () => {
      const source = new vscode.CancellationTokenSource();
      await mutants.runHandler(new vscode.TestRunRequest(undefined, undefined, mutants), source.token);
      source.dispose();
    }),
    vscode.workspace.onDidSaveTextDocument(() => void refresh()),
    vscode.workspace.onDidOpenTextDocument(() => void refresh()),
  );
  void refresh();
}

function toItem(
  controller: vscode.TestController,
  { id, label, uri, range, children = [] }: Item,
): vscode.TestItem {
  const item = controller.createTestItem(id, label, vscode.Uri.parse(uri));
  item.range = rangeOf(range);
  item.children.replace(children.map((child) => toItem(controller, child)));
  return item;
}

async function run(
  controller: vscode.TestController,
  client: BaseLanguageClient,
  request: vscode.TestRunRequest,
  token: vscode.CancellationToken,
  asked: Asked,
  details: WeakMap<vscode.FileCoverage, vscode.FileCoverageDetail[]>,
): Promise<readonly Mutant[]> {
  const run = controller.createTestRun(request);
  if (!vscode.workspace.isTrusted) {
    run.appendOutput('Tests do not run in a folder that is not trusted.\r\n');
    run.end();
    return [];
  }
  const leaves = new Map<string, vscode.TestItem>();
  const collect = (item: vscode.TestItem): void => {
    if (request.exclude?.includes(item) === true) return;
    if (item.children.size === 0) leaves.set(item.id, item);
    else item.children.forEach(collect);
  };
  if (request.include === undefined) controller.items.forEach(collect);
  else request.include.forEach(collect);
  for (const item of leaves.values()) run.started(item);
  const partialResultToken = `ferrule-tests-${Date.now()}`;
  const told = new Set<string>();
  const tell = (results: readonly Result[]): void => {
    for (const result of results) {
      const item = leaves.get(result.id);
      if (item === undefined || told.has(result.id)) continue;
      told.add(result.id);
      tellResult(run, item, result);
    }
  };
  const listening = client.onNotification(
    '$/progress',
    (params: { readonly token: unknown; readonly value: Ran }) => {
      if (params.token === partialResultToken) tell(params.value.results);
    },
  );
  try {
    const params = { ids: [...leaves.keys()], ...asked, partialResultToken };
    const ran = await client.sendRequest<Ran>('ferrule/runTests', params, token);
    tell(ran.results);
    for (const { uri, rules } of ran.coverage ?? []) {
      const all = rules.flatMap(({ rule, range, fired, conditions }): vscode.FileCoverageDetail[] => [
        new vscode.DeclarationCoverage(rule, fired, rangeOf(range)),
        ...conditions.map(
          (one) =>
            new vscode.StatementCoverage(one.held + one.failed, rangeOf(one.range), [
              new vscode.BranchCoverage(one.held, rangeOf(one.range), 'held'),
              new vscode.BranchCoverage(one.failed, rangeOf(one.range), 'failed'),
            ]),
        ),
      ]);
      const file = vscode.FileCoverage.fromDetails(vscode.Uri.parse(uri), all);
      details.set(file, all);
      run.addCoverage(file);
    }
    return ran.mutants ?? [];
  } catch (error) {
    if (!token.isCancellationRequested) run.appendOutput(`${String(error)}\r\n`);
    return [];
  } finally {
    listening.dispose();
    run.end();
  }
}

function tellResult(
  run: vscode.TestRun,
  item: vscode.TestItem,
  { state, durationMs, messages }: Result,
): void {
  const told = messages.map(({ text, expected, actual, location }) => {
    const message =
      expected === undefined || actual === undefined
        ? new vscode.TestMessage(text)
        : vscode.TestMessage.diff(text, expected, actual);
    if (location !== undefined)
      message.location = new vscode.Location(vscode.Uri.parse(location.uri), rangeOf(location.range));
    return message;
  });
  if (state === 'passed') run.passed(item, durationMs);
  else if (state === 'failed') run.failed(item, told, durationMs);
  else if (state === 'errored') run.errored(item, told, durationMs);
  else run.skipped(item);
}
