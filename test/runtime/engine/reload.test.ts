import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CompileError, Engine, SourceError, ValidationError } from '../../../library/node/engine.ts';
import { GATE } from './compiled.ts';

const RULES_ONLY = `
module: gate
rules:
  - name: everyone
    when: [{ template: person, alias: $p }]
    then: { action: escalate, reason: "ask {p.name}" }
`;
const ANN = { template: 'person', data: { name: 'Ann', role: 'admin' } };

async function gateEngine(options = {}): Promise<Engine> {
  const engine = await Engine.fromSources([{ path: 'gate.yaml', text: GATE }], options);
  engine.assertFacts([ANN]);
  return engine;
}

describe('reloadRules', () => {
  it('replaces the rules and keeps the facts and what the YAML leaves out', async () => {
    const engine = await gateEngine();
    engine.evaluate();
    const before = engine.hash;
    const reload = await engine.reloadRules({ yaml: RULES_ONLY });
    expect(reload).toEqual({ hashBefore: before, hashAfter: engine.hash, warnings: engine.warnings });
    expect(reload.hashAfter).not.toBe(before);
    expect(engine.hash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(engine.evaluate()).toMatchObject({
      decision: 'escalate',
      reason: 'ask Ann',
      ruleTrace: ['gate::everyone'],
    });
    expect(engine.describe().modules.map(({ name }) => name)).toContain('audit');
  });

  it('keeps them over any number of reloads', async () => {
    const engine = await gateEngine();
    for (const action of ['route', 'scope', 'allow']) {
      await engine.reloadRules({ yaml: RULES_ONLY.replace('escalate', action) });
      expect(engine.evaluate({ scoped: true }).decision).toBe(action);
    }
  });

  it('changes nothing when the YAML does not compile', async () => {
    const engine = await gateEngine();
    const { hash } = engine;
    const reloading = engine.reloadRules({ yaml: RULES_ONLY.replace('person', 'persn') });
    await expect(reloading).rejects.toThrow(CompileError);
    await expect(reloading).rejects.toThrow(/^ruleset\.yaml:5:24: error /);
    expect(engine.hash).toBe(hash);
    expect(engine.evaluate().reason).toBe('Ann is an admin');
  });

  it('changes nothing when a fact no longer fits', async () => {
    const engine = await gateEngine();
    const stricter = GATE.replace('[guest, admin], default: guest', '[guest, root], default: guest').replace(
      'equals(admin)',
      'equals(root)',
    );
    await expect(engine.reloadRules({ yaml: stricter })).rejects.toThrow(ValidationError);
    expect(engine.evaluate().reason).toBe('Ann is an admin');
    engine.clearFacts();
    await engine.reloadRules({ yaml: stricter });
    expect(() => engine.assertFacts([ANN])).toThrow('not in allowed values');
  });

  it('takes a path, and reports a missing one', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-reload-'));
    const engine = await gateEngine();
    await writeFile(join(folder, 'rules.yaml'), RULES_ONLY);
    await engine.reloadRules(folder);
    expect(engine.evaluate().decision).toBe('escalate');
    await rm(folder, { recursive: true });
    await expect(engine.reloadRules(folder)).rejects.toThrow(SourceError);
    expect(engine.evaluate({ scoped: true }).decision).toBe('escalate');
  });

  it('runs one after the other', async () => {
    const engine = await gateEngine();
    const results = await Promise.all([
      engine.reloadRules({ yaml: RULES_ONLY }),
      engine.reloadRules({ yaml: RULES_ONLY.replace('escalate', 'route') }),
    ]);
    expect(results[1].hashBefore).toBe(results[0].hashAfter);
    expect(engine.evaluate().decision).toBe('route');
  });

  it('keeps times to live of templates that are still there, and the age of facts', async () => {
    let now = 0;
    const engine = await Engine.fromSources([{ path: 'gate.yaml', text: GATE }], { now: () => now });
    engine.assertFacts([ANN]);
    engine.setTtl('person', 10);
    now = 10_001;
    await engine.reloadRules({ yaml: RULES_ONLY });
    expect(engine.cleanupExpired()).toBe(1);
  });

  it('notifies subscribers', async () => {
    const engine = await gateEngine();
    const kinds: string[] = [];
    engine.subscribe(({ kind }) => kinds.push(kind));
    await engine.reloadRules({ yaml: RULES_ONLY });
    expect(kinds).toEqual(['reloaded']);
  });
});

it('an engine of strict options takes no warnings', async () => {
  const yaml = `${GATE}\nunknown_key: 1\n`;
  await expect(Engine.fromSources([{ path: 'a.yaml', text: yaml }], { strict: true })).rejects.toThrow(
    CompileError,
  );
  const engine = await Engine.fromSources([{ path: 'a.yaml', text: yaml }], { lenient: true });
  expect(engine.warnings.join('\n')).toContain('unknown_key');
});
