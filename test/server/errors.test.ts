import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { dataError, errorAnswer } from '../../server/requests/answer.ts';
import { ERROR_STATUS, ServiceError, type ErrorCode } from '../../library/errors.ts';
import { ROUTES } from '../../server/endpoints/table.ts';

const page = await readFile(new URL('../../docs/reference/http.md', import.meta.url), 'utf8');

test('the table of errors and its page agree', () => {
  const listed = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \| [^|]+ \|$/gm)].map(([, status, code]) => [
    code,
    Number(status),
  ]);
  expect(Object.fromEntries(listed)).toEqual(ERROR_STATUS);
  expect(listed).toHaveLength(Object.keys(ERROR_STATUS).length);
});

test('the table of endpoints and its page agree', () => {
  const listed = [...page.matchAll(/^\| (GET|POST|DELETE) \| `([^`]+)` \| ([^|]+) \|$/gm)].map((row) =>
    row.slice(1),
  );
  expect(listed).toEqual(ROUTES.map(({ method, path, summary }) => [method, path, summary]));
});

test('an error is written in the envelope of its route', () => {
  const error = new ServiceError('validation_error', 'text', 'slot');
  expect(JSON.parse(errorAnswer(error, 'plain').body)).toEqual({
    error: 'validation_error',
    detail: 'text',
    field: 'slot',
  });
  expect(JSON.parse(errorAnswer(error, 'data').body)).toEqual({ code: 'invalid_parameter', message: 'text' });
  const issues = [{ loc: ['body', 'a'], msg: 'm', type: 't' }];
  const contract = new ServiceError('validation_error', 'text', 'a', issues);
  expect(JSON.parse(errorAnswer(contract, 'validation').body)).toEqual({ detail: issues });
  expect(JSON.parse(errorAnswer(contract, 'data').body)).toEqual({ detail: issues });
  expect(JSON.parse(errorAnswer(contract, 'plain').body)).toMatchObject({ error: 'validation_error' });
});

test('a wrong request is 400 on the AuthZEN endpoints, and a failed evaluation 500', () => {
  const statuses = (
    ['validation_error', 'unsupported_media_type', 'evaluation_failed', 'overloaded'] as const
  ).map((code) => errorAnswer(new ServiceError(code, ''), 'authzen').status);
  expect(statuses).toEqual([400, 400, 500, 503]);
});

test('every error has a documented status on the Data API', () => {
  for (const code of Object.keys(ERROR_STATUS) as ErrorCode[]) {
    if (code === 'unauthorized') continue;
    const { status } = dataError(new ServiceError(code, ''));
    expect([400, 404, 405, 408, 409, 413, 415, 417, 431, 500, 503]).toContain(status);
  }
});
