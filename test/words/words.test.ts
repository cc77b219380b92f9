/** Output about rulesets over documents shows paths and conditions as written, and no generated names. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { AUTHOR_TOOLS } from '../../agents/mcp/author-tools.ts';
import { compileSources } from '../../compiler/compile.ts';
import { readRulesetSources } from '../../library/node/sources.ts';
import { runHere } from '../authoring/run-tests.ts';
import { ADMIN_TOKEN, startTestService, type TestService } from '../server/support/service.ts';
import { FULL, full } from '../full.ts';

interface Policy {
  readonly name: string;
  readonly short: string;
  readonly cases: readonly {
    readonly input: unknown;
    readonly facts?: readonly unknown[];
    readonly expect: object;
  }[];
}

const FILE = join(import.meta.dirname, 'policies.yaml');
const POLICIES = (
  parse(await readFile(process.env['FERRULE_WORDS'] ?? FILE, 'utf8')) as readonly Policy[]
).filter(({ name }) => FULL || ['declared', 'table'].includes(name));
const SHIPPED = FULL
  ? ['rulesets/tool-call-gate', 'rulesets/data-access', 'rulesets/spend-limits', 'rulesets/triage']
  : [];
const STARTERS = ['templates/basic', 'templates/agent-gate'];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferrule-words-'));
  for (const { name, short, cases } of POLICIES) {
    await mkdir(join(folder, name, 'rules'), { recursive: true });
    await mkdir(join(folder, name, 'changed'));
    await writeFile(join(folder, name, 'rules', 'rules.yaml'), short);
    await writeFile(join(folder, name, 'changed', 'rules.yaml'), changed(short));
    await writeFile(join(folder, name, 'rules', 'rules.test.yaml'), JSON.stringify({ cases }));
    const wrong = cases.map((one) => ({ ...one, expect: { decision: 'none', reason: 'another' } }));
    await writeFile(
      join(folder, name, 'wrong.test.yaml'),
      JSON.stringify({ ruleset: 'rules', cases: wrong }),
    );
    for (const [i, { input, facts = [] }] of cases.entries())
      await writeFile(join(folder, name, `${i}.json`), JSON.stringify({ input, facts }));
  }
});
afterAll(() => rm(folder, { recursive: true }));

/** Another bound or text in each rule, so that requests are decided differently. */
const changed = (short: string): string =>
  short.replace(/> (\d+)/g, '> 1$1').replace(/== "(\w+)"/g, '== "$1x"');

/** Names that only the compiler makes, and operators of the long form. */
async function hiddenWords(path: string): Promise<readonly string[]> {
  const sources = await readRulesetSources(path);
  const compilation = compileSources(sources, { name: 'words' });
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.diagnostics));
  const text = sources.map((source) => source.text).join('\n');
  const names = compilation.ruleset.templates.flatMap(({ from, name, slots }) =>
    from === 'document' ? [name, ...slots.map((slot) => slot.name)] : [],
  );
  const made = names.filter((name) => /^at\d+$/.test(name) || (name.includes('-') && !text.includes(name)));
  return [...new Set([...made, ...LOWERED.filter((word) => !text.includes(word))])];
}

const LOWERED = [
  ...[
    'not_equals(',
    'equals(',
    'is_true(',
    'is_false(',
    'less_than(',
    'at_most(',
    'greater_than(',
    'at_least(',
  ],
  ...['not_in(', 'has_key(', '(missing)", ', '__', 'input_'],
];

function leaks(output: string, words: readonly string[]): readonly string[] {
  return words.filter((word) => {
    const escaped = word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    const whole = /[\w-]$/.test(word) ? `(?<![\\w-])${escaped}(?![\\w-])` : escaped;
    return new RegExp(whole).test(output);
  });
}

/** Runs a command and looks for what it must not print. */
async function expectWords(words: readonly string[], ...command: readonly string[]): Promise<string> {
  const { out, err } = await runHere(...command);
  expect({
    command,
    leaks: leaks(out + err, words),
    out: leaks(out + err, words).length > 0 ? out + err : '',
  }).toEqual({
    command,
    leaks: [],
    out: '',
  });
  return out + err;
}

describe.each(POLICIES.map(({ name, cases }) => [name, cases.length] as const))('%s', (name, count) => {
  const at = (...parts: readonly string[]): string => join(folder, name, ...parts);
  // Long commands try one ruleset in a plain run.
  const isWhole = FULL || name === 'declared';
  let words: readonly string[];
  beforeAll(async () => {
    words = await hiddenWords(at('rules'));
  });

  it('has names to look for', () => {
    expect(words.some((word) => word.startsWith('input-'))).toBe(true);
  });

  it.each(Array.from({ length: full(count, 1) }, (_, i) => i))('explain, of request %i', async (i) => {
    for (const format of ['text', 'json', 'dot', 'html'])
      await expectWords(
        words,
        'explain',
        at('rules'),
        '--facts',
        at(`${i}.json`),
        '--flip',
        '--format',
        format,
      );
  });

  it.runIf(isWhole)('analyze', async () => {
    for (const format of ['text', 'json', 'sarif'])
      await expectWords(words, 'analyze', at('rules'), '--format', format, '--budget', '2s');
  });

  it.runIf(isWhole)('diff', async () => {
    for (const format of [[], ['--json']]) {
      const out = await expectWords(
        words,
        'diff',
        at('rules'),
        at('changed'),
        '--budget',
        '2s',
        '--seed',
        '1',
        ...format,
      );
      expect(out).toMatch(/permissive|incomparable/);
    }
  });

  it('test, of cases that pass and that fail', async () => {
    for (const format of ['pretty', 'json', 'junit', 'tap', 'github']) {
      await expectWords(words, 'test', at('rules'), '--format', format);
      await expectWords(words, 'test', at('wrong.test.yaml'), '--format', format);
    }
  });

  it.runIf(isWhole)('test --coverage and --mutate', async () => {
    for (const format of ['text', 'json', 'lcov', 'html'])
      await expectWords(words, 'test', at('rules'), `--coverage=${format}`);
    const out = await expectWords(words, 'test', at('rules'), '--mutate', '--budget', '4s');
    expect(out).toMatch(/mutants found/);
    if (FULL) await expectWords(words, 'test', at('rules'), '--mutate', '--json', '--budget', '4s');
  });

  it('types, info, validate and evaluate', async () => {
    await expectWords(words, 'types', at('rules'));
    await expectWords(words, 'info', at('rules'));
    await expectWords(words, 'info', at('rules'), '--json');
    await expectWords(words, 'validate', at('rules'));
    await expectWords(words, 'evaluate', at('rules'), '--facts', at('0.json'), '--include', 'firings,facts');
  });

  it('tools for assistants', async () => {
    for (const tool of AUTHOR_TOOLS) {
      for (let i = 0; i < full(count, 1); i++) {
        const request = JSON.parse(await readFile(at(`${i}.json`), 'utf8')) as object;
        const args =
          tool.name === 'test' ? { path: `${name}/wrong.test.yaml` } : { path: `${name}/rules`, ...request };
        const text = await tool.run(
          { ...args, ...(tool.name === 'explain' ? { flip: 'allow' } : {}) },
          folder,
        );
        expect({ tool: tool.name, i, leaks: leaks(text, words) }).toEqual({ tool: tool.name, i, leaks: [] });
      }
    }
  });
});

describe('over HTTP', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(
      Object.fromEntries(POLICIES.map(({ name, short }) => [`${name}.yaml`, short])),
      { SERVICE_ADMIN_TOKEN: ADMIN_TOKEN, SERVICE_AUDIT: `file:${join(folder, 'log')}` },
      'declared.yaml',
    );
    const own = POLICIES.find(({ name }) => name === 'declared');
    await service.write('next.yaml', changed(own?.short ?? ''));
  });
  afterAll(() => service.close());

  it('describes and explains what is mounted', async () => {
    const words = await hiddenWords(join(folder, 'declared', 'rules'));
    const own = POLICIES.find(({ name }) => name === 'declared');
    for (const path of ['/v1/templates', '/v1/rules', '/v1/modules', '/v1/status']) {
      const { text } = await service.request('GET', path);
      expect({ path, leaks: leaks(text, words) }).toEqual({ path, leaks: [] });
    }
    for (const { input, facts = [] } of own?.cases ?? []) {
      const body = { ruleset: 'declared.yaml', input, facts };
      const explained = await service.post('/v1/explain', { ...body, flip: true });
      expect(explained.status).toBe(200);
      expect(leaks(explained.text, words)).toEqual([]);
      const evaluated = await service.post('/v1/evaluate', {
        ruleset: 'declared.yaml',
        input,
        facts,
        include: ['firings', 'facts'],
      });
      expect(evaluated.status).toBe(200);
      expect(leaks(evaluated.text, words)).toEqual([]);
    }
    const dry = await service.post(
      '/v1/rules/reload?dry_run=true',
      { ruleset_path: 'next.yaml' },
      { token: ADMIN_TOKEN },
    );
    expect(dry.json).toMatchObject({ dry_run: true, decisions: own?.cases.length });
    expect((dry.json['changes'] as readonly unknown[]).length).toBeGreaterThan(0);
    expect(leaks(dry.text, words)).toEqual([]);
  });
});

describe.each([...SHIPPED, ...STARTERS])('%s', (path) => {
  it('is described by what it declares', async () => {
    const words = await hiddenWords(path);
    await expectWords(words, 'types', path);
    await expectWords(words, 'info', path, '--json');
    await expectWords(words, 'test', path, '--coverage');
    const copy = join(folder, 'copies', path);
    await cp(path, copy, { recursive: true });
    await expectWords(words, 'analyze', copy, '--budget', '2s');
  });
});
