/** The conformance package of the protocol: what a server passes alone, it passes behind the proxy. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request as send, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProcesses } from './processes.ts';
import { ALLOW_ALL } from './support.ts';
import { FULL } from '../../full.ts';

const CONFORMANCE = resolve('test/agent-sdks/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const SERVER = resolve('test/agent-sdks/conformance-server.mjs');
const CLI = resolve('dist/cli.js');
const TOKEN = 'the-token-of-the-proxy';

const folder = FULL ? await mkdtemp(join(tmpdir(), 'ferrule-conformance-')) : '';
const processes = createProcesses(folder, { SERVICE_API_TOKEN: TOKEN });
const { start } = processes;
const fronts: Server[] = [];
afterAll(async () => {
  await processes.end();
  for (const front of fronts) front.close();
  await rm(folder, { recursive: true });
});

const startServer = (): Promise<string> => start([SERVER, 'http'], /^(\d+)\n/);

/** The package sends no token: this front adds it, and says the port that the request is for. */
async function startProxy(...upstream: readonly string[]): Promise<string> {
  const lock = join(folder, `${processes.count()}.lock`);
  const args = ['mcp', 'proxy', '--ruleset', 'allow.yaml', '--lock', lock, '--listen', '127.0.0.1:0'];
  const port = await start([CLI, ...args, ...upstream], /listening on \S+:(\d+)\/mcp/);
  const front = createServer((request, response) => {
    const { port: own } = front.address() as AddressInfo;
    const { origin, ...rest } = request.headers;
    const headers = { ...rest, authorization: `Bearer ${TOKEN}` };
    const named = origin === undefined ? {} : { origin: origin.replace(`:${own}`, `:${port}`) };
    const { method, url: path } = request;
    const options = { host: '127.0.0.1', port, method, path, headers: { ...headers, ...named } };
    const onward = send(options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      response.flushHeaders();
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  fronts.push(front);
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  return String((front.address() as AddressInfo).port);
}

/** The line of each scenario in the summary. */
async function scenarios(port: string): Promise<readonly string[]> {
  const args = [
    CONFORMANCE,
    'server',
    '--suite',
    'all',
    '--url',
    `http://127.0.0.1:${port}/mcp`,
    '-o',
    folder,
  ];
  const run = promisify(execFile)(process.execPath, args, { cwd: folder });
  // It ends with 1 when a scenario fails.
  const { stdout } = await run.catch((failure: { readonly stdout: string }) => failure);
  return stdout.slice(stdout.indexOf('=== SUMMARY')).match(/^[✓✗] .*$/gmu) ?? [];
}

// A plain run has one server alone and behind the proxy in `servers.test.ts`.
describe.runIf(FULL)('conformance', () => {
  let alone: readonly string[];
  beforeAll(async () => {
    await writeFile(join(folder, 'allow.yaml'), ALLOW_ALL);
    alone = await scenarios(await startServer());
  });

  it('of the server alone', () => {
    expect(alone).toHaveLength(32);
    expect(alone.filter((line) => !line.endsWith(' 0 failed'))).toEqual([]);
  });

  it('behind the proxy that starts it', async () => {
    expect(await scenarios(await startProxy('--', process.execPath, SERVER))).toEqual(alone);
  });

  it('behind the proxy that reaches it over HTTP', async () => {
    const url = `http://127.0.0.1:${await startServer()}/mcp`;
    expect(await scenarios(await startProxy('--upstream', url))).toEqual(alone);
  });
});
