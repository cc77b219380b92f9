import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Engine, ScopeError, ValidationError, type FactInput } from '../../../library/node/engine.ts';
import { compileSources } from '../../../compiler/compile.ts';
import { runCli } from '../../cli/run-cli.ts';
import { APPROVAL, PAYMENT, PAYMENTS } from './ruleset.ts';
import { emitClips } from '../../../compiler/emit/clips/emit-clips.ts';

const engineOf = (text: string): Promise<Engine> => Engine.fromSources([{ path: 'payments.yaml', text }]);
const refusal = {
  name: 'ScopeError',
  code: 'scope_error',
  template: 'approval',
  message: "Template 'approval' is 'from: host': only the host brings its facts",
};

describe('facts that only the host brings', async () => {
  const engine = await engineOf(PAYMENTS);

  test.each<[string, () => unknown]>([
    ['facts', () => engine.evaluate({ scoped: true, facts: [PAYMENT, APPROVAL] })],
    ['assertFact', () => engine.assertFact('approval', APPROVAL.data)],
    ['assertFacts', () => engine.assertFacts([PAYMENT, APPROVAL])],
    ['assertShared', () => engine.assertShared([APPROVAL])],
  ])('are refused in %s', (_door, enter) => {
    expect(enter).toThrow(ScopeError);
    expect(enter).toThrow(expect.objectContaining({ code: refusal.code, message: refusal.message }) as Error);
    expect(engine.size).toBe(0);
  });

  test('are refused with their place among the facts', () => {
    try {
      engine.evaluate({ scoped: true, facts: [PAYMENT, APPROVAL] });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ ...refusal, index: 1 });
    }
  });

  test('come in as hostFacts, before all others, and are gone with the evaluation', () => {
    const result = engine.evaluate({
      scoped: true,
      facts: [PAYMENT],
      hostFacts: [APPROVAL],
      include: ['facts'],
    });
    expect([result.decision, result.reason]).toEqual(['allow', 'ann approved p1']);
    expect(result.facts?.map(({ template }) => template)).toEqual(['approval', 'payment']);
    expect(engine.size).toBe(0);
    expect(engine.evaluate({ scoped: true, facts: [PAYMENT] }).decision).toBe('deny');
  });

  test('are validated like any others', () => {
    const bring = (hostFacts: readonly FactInput[]) => () =>
      engine.evaluate({ scoped: true, facts: [PAYMENT], hostFacts });
    expect(bring([{ template: 'approval', data: {} }])).toThrow(ValidationError);
    expect(bring([{ template: 'aproval', data: {} }])).toThrow("Unknown template 'aproval'");
    expect(bring([{ template: 'approval', data: { id: 'p1', of: 1 } }])).toThrow('Unknown slot(s)');
    expect(bring('x' as unknown as FactInput[])).toThrow('Facts must be an array');
    expect(bring([null as unknown as FactInput])).toThrow(ValidationError);
    expect(bring([PAYMENT, APPROVAL])().decision).toBe('allow');
    expect(engine.size).toBe(0);
  });

  test('are given to scoped evaluations only, and stay when the host asserts them', () => {
    expect(() => engine.evaluate({ hostFacts: [APPROVAL] } as object)).toThrow(
      'Facts are given to scoped evaluations only',
    );
    expect(engine.assertHostFacts([APPROVAL])).toBe(1);
    expect(engine.evaluate({ scoped: true, facts: [PAYMENT] }).decision).toBe('allow');
    expect(engine.query('approval')).toEqual([APPROVAL.data]);
    expect(engine.clearFacts()).toBe(1);
  });

  test('are listed as such', () => {
    const from = engine.describe().templates.map((template) => [template.name, template.from]);
    expect(from).toEqual([
      ['payment', undefined],
      ['approval', 'host'],
    ]);
  });
});

test('a reload carries them over, but makes none of what a caller brought', async () => {
  const engine = await engineOf(PAYMENTS);
  engine.assertHostFacts([APPROVAL]);
  await engine.reloadRules({ yaml: `${PAYMENTS}# again\n` });
  expect(engine.query('approval')).toHaveLength(1);

  const open = await engineOf(PAYMENTS.replace('    from: host\n', '    from: caller\n'));
  open.assertFacts([APPROVAL]);
  await expect(open.reloadRules({ yaml: PAYMENTS })).rejects.toThrow(ScopeError);
  expect(open.evaluate({ scoped: true, facts: [APPROVAL, PAYMENT] }).decision).toBe('allow');
});

test('CLIPS never sees it', () => {
  const clips = (text: string): string => {
    const compilation = compileSources([{ path: 'payments.yaml', text }]);
    if (!compilation.ok) throw new Error('does not compile');
    return emitClips(compilation.ruleset);
  };
  expect(clips(PAYMENTS)).toBe(clips(PAYMENTS.replace('    from: host\n', '')));
});

describe('on the command line', () => {
  async function folderOf(files: Readonly<Record<string, string>>): Promise<string> {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-host-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return folder;
  }

  test('--host-facts brings them, --facts does not', async () => {
    const folder = await folderOf({
      'payments.yaml': PAYMENTS,
      'facts.json': JSON.stringify([PAYMENT]),
      'host.json': JSON.stringify([APPROVAL]),
      'batch.jsonl': `${JSON.stringify([PAYMENT])}\n${JSON.stringify([APPROVAL])}\n`,
    });
    const at = (name: string): string => join(folder, name);
    const host = ['--host-facts', at('host.json')];
    const refused = await runCli(['evaluate', at('payments.yaml'), '--facts', at('host.json')]);
    expect([refused.code, refused.err]).toEqual([1, `ferrule: ${refusal.message}\n`]);
    const allowed = await runCli(['evaluate', at('payments.yaml'), '--facts', at('facts.json'), ...host]);
    expect(JSON.parse(allowed.out)).toMatchObject({ decision: 'allow', reason: 'ann approved p1' });
    const batch = await runCli(['evaluate', at('payments.yaml'), '--batch', at('batch.jsonl'), ...host]);
    const lines = batch.out.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
      { decision: 'allow' },
      { error: 'scope_error', field: 'facts[0].template' },
    ]);
  });

  test('the cases of a test are the host', async () => {
    const folder = await folderOf({
      'payments.yaml': PAYMENTS,
      'payments.test.yaml': `cases:
  - name: approved
    facts: [${JSON.stringify(PAYMENT)}, ${JSON.stringify(APPROVAL)}]
    expect: { decision: allow }
  - name: held
    facts: [${JSON.stringify(APPROVAL)}]
    steps:
      - { evaluate: [${JSON.stringify(PAYMENT)}], expect: { decision: allow } }
`,
    });
    const { code, out, err } = await runCli(['test', folder]);
    expect([code, err, out]).toEqual([0, '', expect.stringContaining('2') as string]);
  });

  test('types keeps them apart', async () => {
    const folder = await folderOf({ 'payments.yaml': PAYMENTS });
    const { out } = await runCli(['types', join(folder, 'payments.yaml')]);
    expect(out).toContain('export type Facts = { readonly template: "payment"; readonly data: Payment };');
    expect(out).toContain(
      'export type HostFacts = { readonly template: "approval"; readonly data: Approval };',
    );
  });
});
