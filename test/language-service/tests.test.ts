import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startClient, type Client } from './client.ts';
import { applied, type Range } from './places.ts';

const RULES = `rules:
  big:
    deny: "too much"
    if: input.amount > 5
  rest:
    allow: "small"
    if: input.amount <= 5
`;
const SUITE = `suite: amounts
cases:
  - name: big is denied
    input: { amount: 9 }
    expect: { decision: deny, fired: { includes: ["MAIN::big"] } }
  - name: small is allowed
    input: { amount: 1 }
    expect: { decision: allow }
`;

interface Item {
  readonly id: string;
  readonly label: string;
  readonly kind: string;
  readonly children?: readonly Item[];
}

interface Result {
  readonly id: string;
  readonly state: string;
  readonly messages: readonly {
    readonly text: string;
    readonly expected?: string;
    readonly actual?: string;
  }[];
}

interface Ran {
  readonly results: readonly Result[];
  readonly coverage?: readonly {
    readonly uri: string;
    readonly rules: readonly {
      readonly rule: string;
      readonly fired: number;
      readonly conditions: readonly {
        readonly range: unknown;
        readonly held: number;
        readonly failed: number;
      }[];
    }[];
  }[];
  readonly mutants?: readonly { readonly change: string; readonly survived: boolean }[];
}

interface Added {
  readonly title: string;
  readonly edit: {
    readonly changes: Readonly<
      Record<string, readonly { readonly range: Range; readonly newText: string }[]>
    >;
  };
}

async function start(
  rules = RULES,
  suite = SUITE,
  initializationOptions: unknown = {},
): Promise<{ client: Client; uri: string; suiteUri: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-lsp-'));
  await writeFile(join(folder, 'gate.yaml'), rules);
  await writeFile(join(folder, 'gate.test.yaml'), suite);
  const client = await startClient({ folders: [pathToFileURL(folder).href], initializationOptions });
  const uri = pathToFileURL(join(folder, 'gate.yaml')).href;
  return { client, uri, suiteUri: pathToFileURL(join(folder, 'gate.test.yaml')).href };
}

const position = (line: number, character = 4) => ({ line, character });

describe('tests in the editor', () => {
  it('are listed by ruleset, suite and case', async () => {
    const { client, uri } = await start();
    const { items } = await client.request<{ items: readonly Item[] }>('ferrule/testItems', { uri });
    expect(items.map(({ label, kind }) => [label, kind])).toEqual([['gate', 'ruleset']]);
    const [suite] = items[0]?.children ?? [];
    expect(suite?.label).toBe('amounts');
    expect(suite?.children?.map(({ label }) => label)).toEqual(['big is denied', 'small is allowed']);
    expect(await client.request('ferrule/testItems', {})).toEqual({ items });
    expect(await client.request('ferrule/testItems', { uri: 'file:///nowhere.yaml' })).toEqual({ items: [] });
    await client.end();
  });

  it('run on the text in the editor, with coverage, mutants and results as they are made', async () => {
    const { client, uri } = await start();
    const partial: Result[] = [];
    client.connection.onNotification(
      '$/progress',
      (params: { token: string; value: { results: Result[] } }) => {
        if (params.token === 'mine') partial.push(...params.value.results);
      },
    );
    const ran = await client.request<Ran>('ferrule/runTests', {
      coverage: true,
      mutate: true,
      partialResultToken: 'mine',
    });
    expect(ran.results.map(({ state }) => state)).toEqual(['passed', 'passed']);
    expect(partial).toEqual(ran.results);
    const [covered] = ran.coverage ?? [];
    expect(covered?.uri).toBe(uri);
    expect(covered?.rules.map(({ rule, fired }) => [rule, fired])).toEqual([
      ['MAIN::big', 1],
      ['MAIN::rest', 1],
    ]);
    expect(covered?.rules[0]?.conditions).toEqual([
      {
        range: { start: position(3, 8), end: position(3, 24) },
        held: 1,
        failed: 1,
      },
    ]);
    expect(ran.mutants).toContainEqual(expect.objectContaining({ survived: true }));
    expect(ran.mutants).toContainEqual(expect.objectContaining({ survived: false }));
    await client.open(uri, RULES.replace('> 5', '> 50'));
    const changed = await client.request<Ran>('ferrule/runTests', {});
    expect(changed.results.map(({ state }) => state)).toEqual(['failed', 'passed']);
    expect(changed.results[0]?.messages[0]).toMatchObject({ expected: 'MAIN::big' });
    const one = await client.request<Ran>('ferrule/runTests', { ids: [changed.results[1]?.id] });
    expect(one.results.map(({ id }) => id)).toEqual([changed.results[1]?.id]);
    await client.end();
  });

  it('gain the case that a surviving mutant lacks', async () => {
    const { client, uri, suiteUri } = await start();
    const actions = (): Promise<readonly Added[]> =>
      client.request('textDocument/codeAction', {
        textDocument: { uri },
        range: { start: position(3), end: position(3) },
        context: { diagnostics: [], only: ['quickfix'] },
      });
    expect(await actions()).toEqual([]);
    await client.request('ferrule/runTests', { mutate: true });
    const [first] = await actions();
    expect(first?.title).toMatch(/^Add a case: not /);
    const suite = applied(SUITE, first?.edit.changes[suiteUri] ?? []);
    expect(suite).toMatch(
      /\n {2}- name: "not .*"\n {4}input: \{.*\}\n {4}expect: \{ decision: \w+ \}\n$/,
    );
    await client.open(suiteUri, suite);
    const again = await client.request<Ran>('ferrule/runTests', { mutate: true });
    expect(again.results.map(({ state }) => state)).toEqual(['passed', 'passed', 'passed']);
    await client.open(uri, RULES.replace('> 5', '> 4'));
    expect(await actions()).toEqual([]);
    await client.end();
  });

  it('are errored with the first error of a ruleset, or of their suite', async () => {
    const { client } = await start(RULES.replace('if:', 'iff:'));
    const { results } = await client.request<Ran>('ferrule/runTests', {});
    expect(results.map(({ state }) => state)).toEqual(['errored', 'errored']);
    expect(results[0]?.messages[0]?.text).toContain('neither `if` nor `for`');
    await client.end();
    const other = await start(RULES, 'cases: 5\n');
    const broken = await other.client.request<Ran>('ferrule/runTests', {});
    expect(broken.results.map(({ state }) => state)).toEqual(['errored']);
    await other.client.end();
  });

  it('can be cancelled', async () => {
    const { client } = await start();
    const { CancellationTokenSource } = await import('vscode-jsonrpc/node.js');
    const source = new CancellationTokenSource();
    const running = client.connection.sendRequest('ferrule/runTests', { mutate: true }, source.token);
    source.cancel();
    await expect(running).rejects.toMatchObject({ code: -32800 });
    await client.end();
  });
});

describe('explain at the cursor', () => {
  it('says why, why not and what would change it, for a case, facts or a document', async () => {
    const { client, uri } = await start();
    const ask = (line: number, more: object = {}): Promise<unknown> =>
      client.request('ferrule/explain', { textDocument: { uri }, position: position(line), ...more });
    expect(await ask(3)).toMatchObject({
      rule: 'MAIN::big',
      fired: 1,
      decision: 'deny',
      why: [{ holds: true, text: expect.stringContaining('too much') as unknown }],
      whyNot: [],
    });
    expect(await ask(3, { input: { amount: 2 } })).toMatchObject({
      fired: 0,
      decision: 'allow',
      why: [],
      whyNot: [{ holds: false }],
      flips: [{ text: expect.stringContaining('input.amount') as unknown }, {}],
    });
    const { items } = await client.request<{ items: readonly Item[] }>('ferrule/testItems', {});
    const small = items[0]?.children?.[0]?.children?.[1]?.id;
    expect(await ask(3, { case: small })).toMatchObject({ fired: 0, decision: 'allow' });
    expect(await ask(0)).toBeNull();
    await client.end();
  });

  it('refuses a ruleset with errors, and facts that do not fit', async () => {
    const { client, uri } = await start();
    const ask = { textDocument: { uri }, position: position(3) };
    await expect(client.request('ferrule/explain', { ...ask, facts: 5 })).rejects.toMatchObject({
      code: -32803,
    });
    await client.open(uri, `${RULES}  other:\n    allow: x\n`);
    await expect(client.request('ferrule/explain', ask)).rejects.toMatchObject({ code: -32803 });
    await client.end();
  });
});

describe('lenses and commands', () => {
  it('are on the line of a rule and do what they say', async () => {
    const { client, uri, suiteUri } = await start();
    type Lens = {
      range: unknown;
      command: { title: string; command: string; arguments: readonly unknown[] };
    };
    const lenses = await client.request<readonly Lens[]>('textDocument/codeLens', { textDocument: { uri } });
    expect(lenses.slice(0, 5).map(({ command }) => command.title)).toEqual([
      'Evaluate',
      'Why not?',
      '1 case',
      'Show CLIPS',
      'Show matcher',
    ]);
    expect(lenses[2]?.command.arguments).toMatchObject([
      { uri, rule: 'MAIN::big', cases: [{ uri: suiteUri }] },
    ]);
    const run = (command: string, rule = 'MAIN::big'): Promise<unknown> =>
      client.request('workspace/executeCommand', { command, arguments: [{ uri, rule }] });
    expect(await run('ferrule.showClips')).toMatchObject({
      languageId: 'clips',
      text: expect.stringMatching(/^\(defrule MAIN::big\b/) as unknown,
    });
    expect(await run('ferrule.showMatcher')).toMatchObject({ languageId: 'javascript' });
    expect(JSON.parse((await run('ferrule.evaluate')) as string)).toMatchObject({ decision: 'deny' });
    expect(await run('ferrule.whyNot')).toMatchObject({ rule: 'MAIN::big', fired: 1 });
    await expect(run('ferrule.whyNot', 'MAIN::none')).rejects.toMatchObject({ code: -32602 });
    await expect(run('ferrule.none')).rejects.toMatchObject({ code: -32602 });
    await client.end();
  });

  it('are off with codeLens: false', async () => {
    const { client, uri } = await start(RULES, SUITE, { codeLens: false });
    expect(await client.request('textDocument/codeLens', { textDocument: { uri } })).toEqual([]);
    await client.end();
  });
});

describe('on save', () => {
  it('shows failing tests and findings, and takes them back with the next edit', async () => {
    const { client, uri, suiteUri } = await start();
    await client.open(uri, RULES);
    await client.open(suiteUri, SUITE);
    const wrong = SUITE.replace('decision: allow', 'decision: deny');
    await client.edit(suiteUri, 2, [{ text: wrong }]);
    await client.notify('textDocument/didSave', { textDocument: { uri: suiteUri } });
    const failing = await client.published(suiteUri, ({ diagnostics }) => diagnostics.length > 0);
    expect(failing.diagnostics[0]).toMatchObject({
      source: 'ferrule test',
      code: 'test-failed',
      severity: 1,
    });
    await client.edit(suiteUri, 3, [{ text: SUITE }]);
    await client.published(suiteUri, ({ version, diagnostics }) => version === 3 && diagnostics.length === 0);
    const doubled = `${RULES}  never:\n    deny: "x"\n    if: input.amount > 5 and input.amount < 3\n`;
    await client.edit(uri, 2, [{ text: doubled }]);
    await client.notify('textDocument/didSave', { textDocument: { uri } });
    const found = await client.published(uri, ({ diagnostics }) =>
      diagnostics.some(({ source }) => source === 'ferrule analyze'),
    );
    expect(found.version).toBe(2);
    await client.end();
  });
});
