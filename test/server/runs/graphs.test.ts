import { describe, expect, test } from 'vitest';
import { checkSources } from '../../../compiler/compile.ts';
import { formatMessage } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { NumberText } from '../../../runtime/values/number-text.ts';
import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { RulesetTemplates } from '../../../library/graphs/check-graph.ts';
import { compileGraph } from '../../../library/graphs/compile-graph.ts';
import type { GraphPlan } from '../../../library/graphs/graph.ts';
import type { Evaluated, NodeOutcome } from '../../../server/runs/graphs/outcome.ts';
import { runGraph, type GraphOutcome } from '../../../server/runs/graphs/run-graph.ts';
import { VERDICT } from './support/files.ts';

const MORE = `
templates:
  - name: thing
    slots:
      - { name: count, type: integer }
      - { name: ratio, type: float }
      - { name: text, type: string }
  - name: shared
    scope: fleet
    slots: [{ name: id, type: string }]
  - name: hosted
    from: host
    slots: [{ name: id, type: string }]
`;

function templatesOf(name: string): Promise<RulesetTemplates> {
  if (name === 'broken') return Promise.resolve({ problem: 'does not compile: why' });
  if (name !== 'verdict') return Promise.resolve({ problem: 'is not there' });
  const checked = checkSources([
    { path: 'a.yaml', text: VERDICT },
    { path: 'b.yaml', text: MORE },
  ]);
  return Promise.resolve({
    templates: new Map((checked.ok ? checked.ruleset.templates : []).map((each) => [each.name, each])),
    sensitive: null,
  });
}

async function problems(text: string): Promise<readonly string[]> {
  const source = { path: 'graphs/release.yaml', text };
  const { diagnostics, plan } = await compileGraph(source, 'release', templatesOf);
  const positions = createPositions([source]);
  if (diagnostics.some(({ severity }) => severity === 'error')) expect(plan).toBeNull();
  return diagnostics.map((diagnostic) => {
    const { line, column } = positions.of(diagnostic.at);
    return `${line}:${column}: ${formatMessage(diagnostic)}`;
  });
}

async function plan(text: string): Promise<GraphPlan> {
  const compiled = await compileGraph({ path: 'graphs/release.yaml', text }, 'release', templatesOf);
  expect(compiled.diagnostics).toEqual([]);
  return compiled.plan!;
}

describe('a graph is checked before anything runs', () => {
  test.each([
    ['', ['1:1: expected one YAML document per graph']],
    ['nodes: []\n---\nnodes: []', ['1:1: expected one YAML document per graph']],
    ['a: [', ['1:5: unclosed bracket, or the lines inside the bracket are not indented']],
    ['[]', ['1:1: expected a map, found a list']],
    ['graph: release', ['1:1: a graph needs `nodes`']],
    ['nodes: []', ['1:8: the list is empty: expected at least one element']],
    [
      'graph: deploy\nnodes: [{ id: a, ruleset: verdict }]',
      ['1:8: the graph is named `deploy`, but its file is named `release`'],
    ],
    ['nodes: [{ id: a }]', ['1:9: a node needs `ruleset`']],
    [
      'nodes: [{ id: "1 a", ruleset: verdict }]',
      ['1:15: invalid name `1 a`: expected letters, digits, `_` and `-`, beginning with a letter or `_`'],
    ],
    ['nodes: [{ id: a, ruleset: verdikt }]', ['1:27: ruleset `verdikt` does not exist']],
    ['nodes: [{ id: a, ruleset: broken }]', ['1:27: ruleset `broken` does not compile: why']],
    ['nodes: [{ id: a, ruleset: verdict, rulset: b }]', ['1:36: unknown key `rulset` in a node']],
    [
      'nodes:\n  - { id: a, ruleset: verdict }\n  - { id: a, ruleset: verdict }',
      ['3:11: node `a` is already defined in graphs/release.yaml'],
    ],
    [
      'nodes:\n  - { id: gate, ruleset: verdict }\n  - { id: b, ruleset: verdict, after: [gaet] }',
      ["3:40: unknown node `gaet` (did you mean 'gate'?)"],
    ],
    [
      'nodes:\n  - { id: a, ruleset: verdict, after: [b] }\n  - { id: b, ruleset: verdict, after: [a] }\n  - { id: c, ruleset: verdict, after: [c, b] }',
      [
        '2:40: circular dependency: node `a` waits for `b`, which waits for it',
        '3:40: circular dependency: node `b` waits for `a`, which waits for it',
        '4:40: circular dependency: node `c` waits for `c`, which waits for it',
      ],
    ],
    [
      'nodes:\n  - { id: a, ruleset: verdict }\n  - { id: b, ruleset: verdict, when: { a: [alow], x: deny } }',
      [
        '3:40: `a` does not run before node `b`: list it in `after`',
        "3:44: unknown action `alow`: expected allow, deny, escalate, scope or route (did you mean 'allow'?)",
        '3:51: unknown node `x`',
      ],
    ],
    ['nodes: [{ id: a, ruleset: verdict }]\noutput: b', ['2:9: unknown node `b`']],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: verdikt, data: {} }] }]',
      ["1:56: unknown template `verdikt` (did you mean 'verdict'?)"],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: verdict, data: { si: allow } }] }]',
      [
        '1:44: template `verdict` needs slot `is`',
        "1:73: template `verdict` has no slot `si` (did you mean 'is'?)",
      ],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: verdict, data: { is: alow } }] }]',
      ['1:77: `alow` is not an allowed value of slot `is`'],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: thing, data: { count: 1.5, ratio: "1", text: null } }] }]',
      [
        '1:78: expected INTEGER for slot `count`; this value is never one',
        '1:90: expected FLOAT for slot `ratio`; this value is never one',
        '1:101: expected STRING for slot `text`; this value is never one',
      ],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: thing, data: { count: "${params.a}b", ratio: [1] } }] }]',
      [
        '1:78: expected INTEGER for slot `count`; this value is never one',
        '1:101: expected FLOAT for slot `ratio`; this value is never one',
      ],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: shared, data: { id: x } }] }]',
      ['1:56: a graph cannot assert facts of template `shared`, which a fleet shares'],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: hosted, data: { id: x } }] }]',
      ['1:56: a graph cannot assert facts of template `hosted`, which only the host provides'],
    ],
    [
      'nodes: [{ id: a, ruleset: verdict, facts: [{ template: thing, data: { text: "x ${param.a} ${nodes.b.x} ${params}" } }] }]',
      ['${param.a}', '${nodes.b.x}', '${params}'].map(
        (text, i) =>
          `1:${[80, 91, 104][i]}: invalid reference \`${text}\`: expected \`\${params.name}\`, or \`\${nodes.id.decision}\`, \`.reason\` or \`.metadata.key\``,
      ),
    ],
    [
      'nodes:\n  - { id: a, ruleset: verdict }\n  - { id: b, ruleset: verdict, facts: [{ template: thing, data: { text: "${nodes.a.reason}" } }] }',
      ['3:73: `a` does not run before node `b`: list it in `after`'],
    ],
  ])('%j', async (text, expected) => {
    expect(await problems(text)).toEqual(expected);
  });

  test('its size is bounded', async () => {
    const nodes = Array.from({ length: 201 }, (_, i) => `  - { id: n${i}, ruleset: verdict }`);
    expect(await problems(`nodes:\n${nodes.join('\n')}`)).toEqual(['202:11: more than 200 nodes']);
    const facts = Array.from({ length: 501 }, () => '{ template: thing }').join(', ');
    const [first] = await problems(`nodes:\n  - { id: a, ruleset: verdict, facts: [${facts}] }`);
    expect(first).toBe('2:5: more than 500 facts of one node');
  });
});

/** Runs a graph whose nodes decide what `decide` says. */
async function run(
  text: string,
  params: Record<string, unknown>,
  decide: (facts: readonly FactInput[], node: number) => Partial<Evaluated> | Promise<Partial<Evaluated>>,
  recorded: ReadonlyMap<string, NodeOutcome> = new Map(),
): Promise<GraphOutcome> {
  let count = 0;
  return runGraph({
    plan: await plan(text),
    params,
    recorded,
    async evaluate(_ruleset, facts) {
      const made = await decide(facts, count++);
      return {
        decision: null,
        reason: null,
        rule_trace: [],
        module_trace: [],
        metadata: {},
        duration_us: 1,
        ...made,
      };
    },
    record: (_node, outcome) => Promise.resolve(outcome),
  });
}

function statuses({ result }: GraphOutcome): Record<string, string> {
  return Object.fromEntries(Object.entries(result.nodes).map(([id, { status }]) => [id, status]));
}

const CHAIN = `
nodes:
  - { id: a, ruleset: verdict, facts: [{ template: verdict, data: { is: "\${params.is}" } }] }
  - { id: b, ruleset: verdict, after: [a], when: { a: [allow] } }
  - { id: c, ruleset: verdict, after: [b], facts: [{ template: verdict, data: { is: "\${nodes.a.decision}", why: "\${nodes.a.reason}, \${nodes.a.metadata.k}" } }] }
  - { id: d, ruleset: verdict }
`;

describe('a graph runs', () => {
  test('values keep their type when they are one reference, and are text inside of text', async () => {
    const seen: FactInput[] = [];
    await run(
      `nodes: [{ id: a, ruleset: verdict, facts: [{ template: thing, data: { count: "\${params.deep.n}", text: "n=\${params.deep.n}, $\${x}, \${params.list}", ratio: 1.50 } }] }]`,
      { deep: { n: 9_007_199_254_740_993n }, list: [1, 'a'] },
      (facts) => {
        seen.push(...facts);
        return {};
      },
    );
    expect(seen[0]?.data).toEqual({
      count: 9_007_199_254_740_993n,
      text: 'n=9007199254740993, ${x}, [1,"a"]',
      ratio: new NumberText('1.50'),
    });
  });

  test('a node is skipped unless its guard holds, and what follows runs', async () => {
    const seen: (readonly FactInput[])[] = [];
    const outcome = await run(CHAIN, { is: 'deny' }, (facts) => {
      seen.push(facts);
      return { decision: 'deny', reason: 'r', metadata: { k: 'v' } };
    });
    expect(statuses(outcome)).toEqual({ a: 'succeeded', b: 'skipped', c: 'succeeded', d: 'succeeded' });
    expect(seen.at(-1)?.[0]?.data).toEqual({ is: 'deny', why: 'r, v' });
    expect(outcome.error).toBeNull();
  });

  test('a failed node fails the run, what waits for it does not start, the rest does', async () => {
    const outcome = await run(CHAIN, {}, () => ({ decision: 'allow' }));
    expect(statuses(outcome)).toEqual({ a: 'failed', b: 'not_started', c: 'not_started', d: 'succeeded' });
    expect(outcome.error).toEqual({
      error: 'validation_error',
      detail: "node 'a': the parameter 'is' is missing",
      field: 'params.is',
    });
  });

  test('a reference to what a node does not have fails the node that refers', async () => {
    const outcome = await run(CHAIN, { is: 'allow' }, () => ({ decision: 'allow', reason: 'r' }));
    expect(outcome.error?.detail).toBe("node 'c': unknown metadata.k: node 'a' has none");
  });

  test('nodes without an edge between them run side by side', async () => {
    let open = 0;
    let most = 0;
    const text = `nodes: [{ id: a, ruleset: verdict }, { id: b, ruleset: verdict }, { id: c, ruleset: verdict, after: [a, b] }]`;
    await run(text, {}, async () => {
      most = Math.max(most, ++open);
      await new Promise((resolve) => setTimeout(resolve, 10));
      open--;
      return {};
    });
    expect(most).toBe(2);
  });

  test('the output is the node named, else the last of the document that ran', async () => {
    const decide = (_: unknown, i: number): Partial<Evaluated> => ({
      decision: ['allow', 'deny', 'escalate'][i] ?? null,
    });
    const nodes =
      'nodes: [{ id: a, ruleset: verdict }, { id: b, ruleset: verdict, after: [a] }, { id: c, ruleset: verdict, after: [b], when: { b: [allow] } }]';
    expect((await run(nodes, {}, decide)).result.decision).toBe('deny');
    expect((await run(`${nodes}\noutput: a`, {}, decide)).result.decision).toBe('allow');
    expect((await run(`${nodes}\noutput: c`, {}, decide)).result).toMatchObject({
      decision: null,
      reason: null,
    });
  });

  test('what was recorded before is not evaluated again', async () => {
    const calls: number[] = [];
    const outcome: NodeOutcome = {
      ...{ status: 'succeeded', decision: 'allow', reason: 'before', rule_trace: [], module_trace: [] },
      ...{ metadata: { k: 'v' }, duration_us: 7, error: null },
    };
    const { result } = await run(CHAIN, {}, (_, i) => (calls.push(i), {}), new Map([['a', outcome]]));
    expect(result.nodes['a']).toEqual(outcome);
    expect(calls).toHaveLength(3);
  });

  test('a refusal that says nothing about the node ends the run unfinished', async () => {
    const busy = new ServiceError('shutting_down', 'x');
    await expect(run(CHAIN, { is: 'allow' }, () => Promise.reject(busy))).rejects.toBe(busy);
  });
});
