import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { findSessionId } from '../../server/requests/find-session-id.ts';

const key = fc.oneof(
  fc.constant('session_id'),
  fc.string(),
  fc.constantFrom('a"b', '\\', '"session_id":"x"'),
);
const id = fc.stringMatching(/^[A-Za-z0-9._:-]{1,20}$/);
const value = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 4 },
    id,
    fc.string(),
    fc.integer(),
    fc.constant(null),
    tie('object'),
    tie('list'),
  ),
  list: fc.array(tie('any'), { maxLength: 3 }),
  object: fc.dictionary(key, tie('any'), { maxKeys: 4 }),
})).object;

test('it finds the session that the body names at its top level', () => {
  fc.assert(
    fc.property(value, id, fc.nat(4), fc.constantFrom(0, 2), (object, session, position, indent) => {
      const entries = Object.entries(object as object).filter(([name]) => name !== 'session_id');
      entries.splice(position, 0, ['session_id', session]);
      const body = JSON.stringify(Object.fromEntries(entries), null, indent);
      expect(findSessionId(Buffer.from(body))).toBe(session);
    }),
    { numRuns: 500 },
  );
});

test('it finds nothing where there is nothing, whatever the bytes', () => {
  fc.assert(
    fc.property(value, (object) => {
      const nested = JSON.stringify({ data: object, list: [object] });
      expect(findSessionId(Buffer.from(nested))).toBeNull();
    }),
  );
  fc.assert(fc.property(fc.uint8Array(), (bytes) => findSessionId(Buffer.from(bytes)) === null));
  for (const body of [
    '{"session_id":7}',
    '{"session_id":',
    '{"session_id":"',
    '"session_id"',
    '["session_id","x"]',
  ]) {
    expect(findSessionId(Buffer.from(body)) ?? '').toBe('');
  }
});
