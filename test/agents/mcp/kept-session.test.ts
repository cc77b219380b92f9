/** The session of a proxy in a store: what becomes of it when it ends there. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGate, type Gate } from '../../../agents/gate/gate.ts';
import { keepSession, type KeptSession } from '../../../agents/mcp/kept-session.ts';
import { startTestService, TOKEN, type TestService } from '../../server/support/service.ts';

const POLICY = `
ruleset: once
templates:
  - { name: call, slots: [{ name: tool, type: string }, { name: session, type: string }] }
  - { name: observation, slots: [{ name: session, type: string }, { name: source, type: symbol }] }
input:
  - { template: call, slots: { tool: $.tool.name, session: $.session } }
rules:
  - name: once
    when:
      - { template: call, alias: $call }
      - not: [{ template: observation, conditions: [{ slot: session, expression: equals($call.session) }] }]
    then: { action: allow, reason: nothing was seen }
`;

let service: TestService;
const open: KeptSession[] = [];
beforeAll(async () => {
  service = await startTestService({ 'once.yaml': POLICY }, {});
});
afterAll(async () => {
  for (const kept of open) kept.close();
  await service.close();
});

interface Kept {
  readonly gate: Gate;
  readonly told: readonly string[];
  readonly decide: () => Promise<string>;
  /** Ends the session of the last request to the service. */
  readonly end: () => Promise<void>;
}

/** @param fails whether a request to this path does not arrive */
function keep(session: string, isNamed: boolean, fails: (path: string) => boolean = () => false): Kept {
  const told: string[] = [];
  let last = session;
  const kept = keepSession({
    url: service.url,
    token: TOKEN,
    ruleset: 'once',
    session,
    isNamed,
    useMs: 1_000_000,
    tell: (line) => told.push(line),
    fetch: async (url, init) => {
      if (fails(new URL(url as URL).pathname)) throw new TypeError('the service is away');
      const body = JSON.parse(init?.body as string) as { session?: string };
      last = body.session ?? last;
      return fetch(url, init);
    },
  });
  open.push(kept);
  const gate = createGate({ decider: kept.deciderOf('enforce') });
  return {
    gate,
    told,
    async decide() {
      const { verdict, code } = await gate.decide({ agent: 'a1', session, tool: 'x', callId: 'c', args: {} });
      return `${verdict} ${code}`;
    },
    end: async () => {
      const { status } = await service.request('DELETE', `/v1/sessions/${last}`);
      expect(status).toBe(200);
    },
  };
}
const seen = (session: string) => ({ session, tool: 'x', callId: 'c', result: 'text' });

it('another goes on with what it saw, however many calls find it gone at once', async () => {
  const { gate, told, decide, end } = keep('own', false);
  expect(await decide()).toBe('allow allow');
  await gate.observe(seen('own'));
  await end();
  expect(await Promise.all([decide(), decide(), decide()])).toEqual(Array(3).fill('deny deny'));
  expect(told).toEqual(['the session ended in the store: a new one continues with the same facts']);
  await end();
  await gate.observe(seen('own'));
  expect([await decide(), told.length]).toEqual(['deny deny', 2]);
});

it('nothing is decided before the other knows what it saw', async () => {
  let isAway = false;
  const { gate, told, decide, end } = keep('torn', false, (path) => isAway && path === '/v1/facts');
  expect(await decide()).toBe('allow allow');
  await gate.observe(seen('torn'));
  await end();
  isAway = true;
  for (let i = 0; i < 2; i++) expect(await decide()).toBe('deny engine_unreachable');
  await expect(gate.observe(seen('torn'))).rejects.toThrow('the service is away');
  expect(told).toEqual([]);
  isAway = false;
  expect([await decide(), told.length]).toEqual(['deny deny', 1]);
});

it('one that others may share is refused: what they saw is unknown', async () => {
  const { gate, told, decide, end } = keep('shared', true);
  expect(await decide()).toBe('allow allow');
  await end();
  for (let i = 0; i < 2; i++) expect(await decide()).toBe('deny session_gone');
  await expect(gate.observe(seen('shared'))).rejects.toThrow('its facts are lost');
  expect(told).toHaveLength(1);
  expect(await keep('shared', true).decide()).toBe('deny session_gone');
  expect(await keep('other', true).decide()).toBe('allow allow');
});
