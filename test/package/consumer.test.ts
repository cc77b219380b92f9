import { execFile } from 'node:child_process';
import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FULL } from '../full.ts';
import { examplesOf, installLibrary, pack, sizeOf, typeProblems, type Consumer } from './packed.ts';

const execute = promisify(execFile);
const MEGABYTE = 1_000_000;
const FERRULE = join('node_modules', 'ferrule', 'dist', 'cli.js');

/** A program whose facts are checked by the types of a ruleset. */
async function writeTyped(consumer: Consumer): Promise<void> {
  const types = await consumer.run(process.execPath, FERRULE, 'types', 'rulesets/tool-call-gate');
  await writeFile(join(consumer.folder, 'gate.d.ts'), types);
  const program = `
    import { Engine } from 'ferrule';
    import type { Facts } from './gate.js';
    const engine = await Engine.fromRules<Facts>('rulesets/tool-call-gate');
    engine.assertFact('agent', { id: 'a1' });
    // @ts-expect-error no such template
    engine.assertFact('agnet', { id: 'a1' });
    // @ts-expect-error no such slot
    engine.evaluate({ scoped: true, facts: [{ template: 'agent', data: { identity: 'a1' } }] });
  `;
  await writeFile(join(consumer.folder, 'typed.ts'), program);
}

/** A program that imports a compiled module. The module needs esbuild to be made; its types are of the packed library. */
async function writeCompiled(consumer: Consumer): Promise<void> {
  const out = join(consumer.folder, 'compiled');
  const words = ['compile', 'rulesets/tool-call-gate', '--target', 'js', '--out', out];
  await execute(process.execPath, [join('dist', 'cli.js'), ...words]);
  const program = `
    import { createEngine, ruleset, type Decision, type Facts } from './compiled/ruleset.mjs';
    const engine = createEngine();
    const facts: Facts[] = [{ template: 'agent', data: { id: 'a1' } }];
    console.log(ruleset.name, engine.evaluate({ scoped: true, facts }).decision);
    export type Answer = Decision;
    // @ts-expect-error no such template
    engine.assertFact('agnet', { id: 'a1' });
  `;
  await writeFile(join(consumer.folder, 'compiled.ts'), program);
}

describe('the packed library in another project', () => {
  let consumer: Consumer;
  let tarball: string;
  beforeAll(async () => {
    tarball = await pack();
    consumer = await installLibrary(tarball);
    await cp('rulesets', join(consumer.folder, 'rulesets'), { recursive: true });
  });
  afterAll(async () => {
    await consumer.remove();
    await rm(dirname(tarball), { recursive: true, force: true });
  });

  it('is one package of four megabytes, with its pages a little above one and the studio below two', async () => {
    expect(consumer.packages).toEqual(['ferrule']);
    const installed = join(consumer.folder, 'node_modules', 'ferrule');
    const pages = (await sizeOf(join(installed, 'docs'))) + (await sizeOf(join(installed, 'examples')));
    const studio = await sizeOf(join(installed, 'dist', 'studio'));
    expect(consumer.bytes - pages - studio).toBeLessThan(4.4 * MEGABYTE);
    expect(studio).toBeLessThan(2 * MEGABYTE);
    expect(pages).toBeLessThan(1.2 * MEGABYTE);
  });

  it('compiles the examples of the documentation under strict options, by the types of a ruleset and of a module', async () => {
    const pages = [
      'README.md',
      'docs/reference/library.md',
      'docs/guides/fleet.md',
      'docs/guides/agents.md',
      'docs/reference/client.md',
    ];
    const examples = (await Promise.all(pages.map(examplesOf))).flat();
    expect(examples.length).toBeGreaterThan(2);
    for (const [i, example] of examples.entries()) {
      await writeFile(join(consumer.folder, `example-${i}.ts`), example);
    }
    await writeTyped(consumer);
    await writeCompiled(consumer);
    expect(await typeProblems(consumer)).toBe('');
  });

  it('evaluates a ruleset', async () => {
    const program = `
      import { Engine } from 'ferrule';
      const engine = await Engine.fromRules('rulesets/tool-call-gate');
      console.log(engine.evaluate({ scoped: true, facts: [] }).decision);
    `;
    await writeFile(join(consumer.folder, 'run.mjs'), program);
    expect(await consumer.run(process.execPath, 'run.mjs')).toBe('deny\n');
  });

  it('names the package that a command needs and that is not installed', async () => {
    const refusal = consumer.run(
      process.execPath,
      FERRULE,
      'compile',
      'rulesets/triage',
      '--target',
      'typescript',
    );
    await expect(refusal).rejects.toMatchObject({
      code: 1,
      stderr: 'ferrule: this needs the package ts-morph: run `npm install ts-morph`\n',
    });
  });

  it.runIf(FULL)('names the package that a port of gRPC needs', async () => {
    const options = ['serve', '--root', 'rulesets'];
    const environment = ['SERVICE_GRPC_PORT=0', 'SERVICE_PORT=0', 'SERVICE_DATA_DIR=:memory:'];
    const refusal = consumer.run('env', ...environment, process.execPath, FERRULE, ...options);
    await expect(refusal).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'SERVICE_GRPC_PORT: this needs the package @grpc/grpc-js: run `npm install @grpc/grpc-js`\n',
      ) as string,
    });
  });

  it('names the package that the plugin of bundlers needs', async () => {
    const program = "await import('ferrule/plugin').catch(({ message }) => console.log(message));";
    await writeFile(join(consumer.folder, 'bundle.mjs'), program);
    expect(await consumer.run(process.execPath, 'bundle.mjs')).toBe(
      'ferrule/plugin: this needs the package unplugin: run `npm install unplugin`\n',
    );
  });

  it.runIf(FULL).each([[['mcp', 'serve'], 'server']])(
    'names the package that %j needs',
    async (words, name) => {
      await expect(consumer.run(process.execPath, FERRULE, ...words)).rejects.toMatchObject({
        code: 1,
        stderr: `ferrule: this needs the package @modelcontextprotocol/${name}: run \`npm install @modelcontextprotocol/${name}\`\n`,
      });
    },
  );
});
