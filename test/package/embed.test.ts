/**
 * The packed service in an existing Fastify application. A plain run leaves the types of packed examples to consumer.test.ts, and
 * the names of packages that are not installed.
 */
import { cp, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ModuleKind, ScriptTarget, transpileModule } from 'typescript';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { FULL, full } from '../full.ts';
import { examplesOf, installLibrary, pack, typeProblems, type Consumer } from './packed.ts';

const TOKEN = 'a-token-of-the-test';

let consumer: Consumer;
let tarball: string;
beforeAll(async () => {
  tarball = await pack();
  consumer = await installLibrary(tarball, 'fastify@5.12.8', '@types/node@20.19.43');
  await cp('rulesets', join(consumer.folder, 'rulesets'), { recursive: true });
  await cp('rulesets/tool-call-gate', join(consumer.folder, 'rulesets', 'access'), { recursive: true });
});
afterAll(async () => {
  await consumer.remove();
  await rm(dirname(tarball), { recursive: true, force: true });
});

it.runIf(FULL)('the examples of its page compile under strict options', async () => {
  for (const [i, example] of (await examplesOf('docs/guides/embedding.md')).entries()) {
    await writeFile(join(consumer.folder, `example-${i}.ts`), example);
  }
  await writeFile(
    join(consumer.folder, 'wrong.ts'),
    `import { ferrule } from 'ferrule/server';
     import { fastify } from 'fastify';
     // @ts-expect-error no setting has such a name
     await fastify().register(ferrule, { settings: { DATABSE_URL: 'postgres://127.0.0.1' } });`,
  );
  expect(await typeProblems(consumer, ['node'])).toBe('');
});

const program = (settings: object): string => `
  import { fastify } from 'fastify';
  import { ferrule } from 'ferrule/server';
  const app = fastify();
  const settings = ${JSON.stringify({ SERVICE_API_TOKEN: TOKEN, SERVICE_WORKERS: '1', ...settings })};
  try {
    await app.register(ferrule, { prefix: '/policy', settings });
    const url = await app.listen({ port: 0, host: '127.0.0.1' });
    const response = await fetch(url + '/policy/v1/evaluate', {
      method: 'POST',
      headers: { authorization: 'Bearer ${TOKEN}', 'content-type': 'application/json' },
      body: JSON.stringify({ ruleset: 'tool-call-gate', facts: [] }),
    });
    console.log(response.status, (await response.json()).decision);
  } catch (error) {
    console.log(error.message);
  }
  await app.close();
`;

it('responds there, and lets the process end when it is closed', async () => {
  const settings = { SERVICE_RULESET_ROOT: 'rulesets', SERVICE_DATA_DIR: ':memory:' };
  await writeFile(join(consumer.folder, 'run.mjs'), program(settings));
  expect(await consumer.run(process.execPath, 'run.mjs')).toBe('200 deny\n');
});

/** Requests the service below `/policy` of a listening application, ends it, and returns the status and the decision. */
const ask = (ruleset: string, headers: object): string => `
  const { port } = app.server.address();
  const response = await fetch(\`http://127.0.0.1:\${port}/policy/v1/evaluate\`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...${JSON.stringify(headers)} },
    body: JSON.stringify({ ruleset: '${ruleset}', facts: [] }),
  });
  const { decision } = await response.json();
  await app.close();
  console.log(response.status, decision);
`;

async function runExample(number: number, rest: string): Promise<string> {
  const example = (await examplesOf('docs/guides/embedding.md'))[number] ?? '';
  const here = example.replace('port: 3000', 'port: 0').replace('logger: true', 'logger: false');
  const { outputText } = transpileModule(`${here}\n${rest}`, {
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  await writeFile(
    join(consumer.folder, 'example.mjs'),
    `process.env.POLICY_TOKEN = '${TOKEN}';\n${outputText}`,
  );
  return consumer.run(process.execPath, 'example.mjs');
}

it.runIf(FULL)('the first example of its page accepts the token', async () => {
  expect(await runExample(0, ask('access', { authorization: `Bearer ${TOKEN}` }))).toBe('200 deny\n');
});

const TEAMS = [
  ['shop', 'tool-call-gate', '404 undefined\n'],
  ['nobody', 'tool-call-gate', '401 undefined\n'],
  ['ops', 'tool-call-gate', '200 deny\n'],
] as const;
it.each(TEAMS.slice(full(0, -1)))(
  'the second example of its page knows %s',
  async (team, ruleset, answer) => {
    const application = `
    import { fastify } from 'fastify';
    const app = fastify();
    await addPolicy(app);
    await app.listen({ port: 0 });
  `;
    expect(await runExample(1, application + ask(ruleset, { 'x-team': team }))).toBe(answer);
  },
);

it.runIf(FULL)('names the package that its settings need and that is not installed', async () => {
  await writeFile(join(consumer.folder, 'store.mjs'), program({ SERVICE_DATA_DIR: 'data' }));
  expect(await consumer.run(process.execPath, 'store.mjs')).toContain(
    'this needs the package lmdb: run `npm install lmdb`',
  );
});
