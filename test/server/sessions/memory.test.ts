import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { full } from '../../full.ts';

const SCRIPT = fileURLToPath(new URL('../../../bench/http/session-memory.mjs', import.meta.url));
const BYTES = 1_000_000;
/** Each holds five facts and refuses the others. */
const SESSIONS = full(26, 16);
const REST = 4;
const ACCEPTED = SESSIONS * 5;
/** All of it is synced to disk, which takes its time on a slow one. */
const DISK_TAKES_MS = 180_000;

test(
  'large facts of many sessions are refused beyond the bounds, and are not in the heap of the HTTP thread',
  async () => {
    const options = ['--facts', String(SESSIONS * 6 + REST), '--sessions', String(SESSIONS)];
    const bounds = ['--bytes', String(BYTES), '--session-bytes', '5500000'];
    const child = spawn(process.execPath, [SCRIPT, ...options, ...bounds], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
    expect(err).toBe('');
    const figures = JSON.parse(out) as { heap_mb: number };
    expect(figures).toMatchObject({
      answers: { accepted: ACCEPTED, '409 session_facts_exceeded': SESSIONS + REST },
      missing: 0,
      alive: true,
    });
    expect(figures.heap_mb * 1_000_000).toBeLessThan(ACCEPTED * BYTES);
  },
  DISK_TAKES_MS,
);
