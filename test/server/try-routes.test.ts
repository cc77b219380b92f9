import { once } from 'node:events';
import { connect } from 'node:net';
import type { Server } from 'node:http';
import { fastify, type FastifyInstance } from 'fastify';
import { expect, test } from 'vitest';
import { createPause } from '../../server/evaluation/main/pause.ts';
import { startTrial } from '../../server/http/try-routes.ts';

/** Response to another client on the port where a service tries itself. */
async function strangerOn(port: number, authorization: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET / HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`);
  let text = '';
  socket.on('data', (data: Buffer) => (text += data.toString())).on('error', () => undefined);
  await once(socket, 'close');
  return text;
}

test('a service tries itself where other clients are refused', async () => {
  const app = fastify() as unknown as FastifyInstance<Server>;
  const strangers: Promise<string>[] = [];
  const tried: unknown[] = [];
  const callers: unknown[] = [];
  const trial = startTrial(() => null, createPause());
  app.post('/v1/evaluate', (request) => {
    tried.push(request.body);
    callers.push(trial.authenticate(request, {} as never));
    if (tried.length === 1) strangers.push(strangerOn(request.socket.localPort ?? 0, 'Bearer nobody'));
    return {};
  });
  await trial.run(app, ['access'], '', 3);
  expect(tried).toHaveLength(3);
  expect(new Set(tried.map((body) => JSON.stringify(body)))).toEqual(
    new Set(['{"ruleset":"access","facts":[]}']),
  );
  expect(callers).not.toContain(null);
  expect(await Promise.all(strangers)).toEqual(['']);
  await app.close();
});

test('once the trial is over, a service does not know its own token any more', async () => {
  const app = fastify() as unknown as FastifyInstance<Server>;
  const trial = startTrial(() => null, createPause());
  let authorization: string | undefined;
  app.post('/v1/evaluate', (request) => {
    ({ authorization } = request.headers);
    return {};
  });
  await trial.run(app, ['access'], '', 1);
  trial.end();
  expect(authorization).toMatch(/^Bearer /);
  expect(trial.authenticate({ headers: { authorization } } as never, {} as never)).toBeNull();
  await app.close();
});

test('a trial ends at once when the service does', async () => {
  const app = fastify() as unknown as FastifyInstance<Server>;
  const trial = startTrial(() => null, createPause());
  let tried = 0;
  app.post('/v1/evaluate', () => {
    if (++tried === 2) trial.end();
    return {};
  });
  await trial.run(app, ['access'], '', 1_000);
  await trial.run(app, ['access'], '', 1_000);
  expect(tried).toBe(2);
  await app.close();
});
