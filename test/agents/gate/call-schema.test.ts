import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { callDocument, type ToolCall } from '../../../agents/gate/gate.ts';

const schema = JSON.parse(
  await readFile(new URL('../../../docs/schemas/call.json', import.meta.url), 'utf8'),
) as object;
const fits = new Ajv2020({ strict: true }).compile(schema);
const CALL: ToolCall = { agent: 'a1', tool: 'read', callId: 'c1', args: { path: '/x' } };

describe('the schema of a call', () => {
  it.each([
    ['the least', CALL, null],
    [
      'everything',
      { ...CALL, session: 's1', server: 'project:files', annotations: { readOnlyHint: true } },
      null,
    ],
    ['no arguments', { ...CALL, args: null }, null],
    ['an approval', CALL, { id: 'p1', by: 'ann', args_digest: `sha256:${'0'.repeat(64)}`, expires_at: 9 }],
  ])('holds for a document with %s', (_, call, approval) => {
    expect([fits(callDocument(call, 1_760_000_000_123, approval)), fits.errors]).toEqual([true, null]);
  });

  it('does not hold for what no gate writes', () => {
    const document = callDocument(CALL, 0, null);
    expect(fits({ ...document, agent: undefined })).toBe(false);
    expect(fits({ ...document, role: 'admin' })).toBe(false);
  });
});
