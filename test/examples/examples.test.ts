import { execFile, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { FULL } from '../full.ts';

const FOLDER = 'examples/agents';
const page = readFileSync(`${FOLDER}/README.md`, 'utf8');
const shown = [...page.matchAll(/```\n\$ node (\S+)\n([^]*?)```/g)].map(
  ([, name = '', output = '']) => [name, output] as const,
);

const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not here: its example is skipped');
/** Files that examples start, without those that only import them. */
const HELPERS = ['serve.mjs', 'mcp-server.mjs'];

/** Adapters run with their SDKs in test/agent-sdks, the client in test/package, and a gate over HTTP in test/walk. */
const REPEATED = ['ai-sdk.mjs', 'langchain.mjs', 'openai-agents.mjs', 'client.mjs', 'http-gate.mjs'];
const run = shown.filter(([name]) => FULL || !REPEATED.includes(name));

test.each(run.filter(([name]) => hasPython || name !== 'python.mjs'))(
  '%s prints what its page says',
  async (name, output) => {
    const words = ['--import', './test/examples/resolve.mjs', `${FOLDER}/${name}`];
    const { stdout } = await promisify(execFile)(process.execPath, words);
    expect(stdout).toBe(output);
  },
);

test('every example is on the page', () => {
  const examples = readdirSync(FOLDER).filter((name) => name.endsWith('.mjs') && !HELPERS.includes(name));
  expect(shown.map(([name]) => name).sort()).toEqual(examples.sort());
});
