/** The packed library and command line on the other versions of Node that are kept going, as npm brings them. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installLibrary, pack, type Consumer } from './packed.ts';

const VERSIONS = ['22.23.3', '24.9.0'];
/** npm's packages of Node, one for each system. */
const PLATFORM = `node-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
const FERRULE = join('node_modules', 'ferrule', 'dist', 'cli.js');
const FACTS = '[{"template": "agent", "data": {"id": "a1"}}]';

const PROGRAM = `
import { Engine } from 'ferrule';
import { compile } from 'ferrule/compiler';
import { readFileSync } from 'node:fs';
const engine = await Engine.fromRules('rulesets/tool-call-gate', { cache: 'cache' });
console.log(engine.evaluate({ scoped: true, facts: ${FACTS} }).decision);
console.log(compile([{ path: 'a.yaml', text: 'ruleset: empty\\nrules: []\\n' }]).ok);
await import('ferrule/engine'); await import('ferrule/runtime'); await import('ferrule/client'); await import('ferrule/gate');
`;

let consumer: Consumer;
let tarball: string;
beforeAll(async () => {
  tarball = await pack();
  consumer = await installLibrary(
    tarball,
    ...VERSIONS.map((version) => `node-${version}@npm:${PLATFORM}@${version}`),
  );
  await cp('rulesets', join(consumer.folder, 'rulesets'), { recursive: true });
  await writeFile(join(consumer.folder, 'facts.json'), FACTS);
  await writeFile(join(consumer.folder, 'run.mjs'), PROGRAM);
});
afterAll(async () => {
  await consumer.remove();
  await rm(dirname(tarball), { recursive: true, force: true });
});

describe.each(VERSIONS)('on Node %s', (version) => {
  const node = (...args: readonly string[]): Promise<string> =>
    consumer.run(join(consumer.folder, 'node_modules', `node-${version}`, 'bin', 'node'), ...args);

  it('the library compiles, keeps what it compiled, and decides', async () => {
    expect(await node('--version')).toBe(`v${version}\n`);
    expect(await node('run.mjs')).toBe('deny\ntrue\n');
    expect(await node('run.mjs')).toBe('deny\ntrue\n');
  });

  it('the command line evaluates and validates', async () => {
    const evaluate = [FERRULE, 'evaluate', 'rulesets/tool-call-gate', '--facts', 'facts.json', '--no-cache'];
    expect(JSON.parse(await node(...evaluate))).toMatchObject({ decision: 'deny' });
    expect(await node(FERRULE, 'validate', 'rulesets/triage')).toMatch(/^ok: \d+ templates/);
  });
});
