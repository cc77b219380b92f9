/** A store that is closed in the middle of its work finishes it, and its thread ends. */
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../evidence/support.ts';
import { StateStore } from '../../../store/state-store.ts';
import type { NewApproval } from '../../../store/approvals/approval-store.ts';

const problems: object[] = [];
const LOG = { warn: () => undefined, error: (fields: object) => void problems.push(fields) };

function asked(n: number): NewApproval {
  const request = {
    requester: 'gateway',
    agent: 'a1',
    session: null,
    server: null,
    tool: 'write',
    argsDigest: `sha256:${n}`,
    requestDigest: `sha256:${n}`,
    ruleset: 'gate',
    rulesetHash: 'sha256:0',
    callId: 'c1',
    request: '{}',
    reason: 'a person decides',
    sensitive: null,
  };
  const limits = { mostBytes: 10_000, mostPending: 1_000, mostBytesOfAll: 1_000_000 };
  return { request, id: randomUUID(), now: 1, expiresAt: Number.MAX_SAFE_INTEGER, limits };
}

test('every earlier request is completed and exists after a restart', async () => {
  const folder = await temporaryFolder();
  for (let round = 0; round < 5; round++) {
    const stores = await Promise.all(
      ['a', 'b', 'c'].map((name) => StateStore.open(`${folder}/${name}`, LOG)),
    );
    const work = stores.flatMap((store) => [
      ...Array.from({ length: 30 }, (_, i) => store.setValue(`n${i}`, `${round} ${'x'.repeat(1_000)}`)),
      ...Array.from({ length: 30 }, (_, i) =>
        store.approvals({ kind: 'request', of: asked(30 * round + i) }),
      ),
    ]);
    const ended = await Promise.allSettled([...work, ...stores.map((store) => store.close())]);
    expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
  }
  const store = await StateStore.open(`${folder}/a`, LOG);
  expect(await store.value('n29')).toMatch(/^4 /);
  const filter = { reader: 'ann', state: null, rulesets: null, after: null, limit: 1_000 };
  const page = await store.approvals({ kind: 'list', of: { filter, now: 2 } });
  expect(page).toMatchObject({ approvals: { length: 150 }, next: null });
  await store.close();
  await expect(store.value('n1')).rejects.toMatchObject({ code: 'store_unavailable' });
  expect(problems).toEqual([]);
});
