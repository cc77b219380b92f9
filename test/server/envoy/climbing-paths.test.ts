import { describe, expect, it } from 'vitest';
import { documentText } from '../../../server/envoy/document.ts';
import type { EnvoyRequest } from '../../../server/evaluation/protocol/envoy-request.ts';

function request(path: string): EnvoyRequest {
  const http = { id: '', method: 'GET', scheme: '', host: 'h', path, protocol: '', headers: {}, size: 0 };
  return { source: null, destination: null, http, contextExtensions: {}, metadata: {}, sni: '' };
}

const segmentsOf = (path: string): unknown =>
  (JSON.parse(documentText(request(path), null)) as { readonly parsed_path: unknown }).parsed_path;

describe('a path that leads to another one', () => {
  it.each([
    '/public/../admin',
    '/public/..',
    '/public/.',
    '/./public',
    '/public//../admin',
    '/public/..;/admin',
    '/public/..;a=b/admin',
    '/public/..%3b/admin',
    '/public/..%2fadmin',
    '/public/..%5cadmin',
    '/public/%252e%252e/admin',
    '/public/%25252e%25252e/admin',
    '/public/..%252fadmin',
    '/public\\..\\admin',
    '/public/%u002e%u002e/admin',
  ])('%s is refused', (path) => {
    expect(() => segmentsOf(path)).toThrow();
  });

  it.each([
    ['/public/a?x=../admin', ['public', 'a']],
    ['/public/...', ['public', '...']],
    ['/public/a..b/.c', ['public', 'a..b', '.c']],
    ['/projects/group%2Fproject', ['projects', 'group/project']],
    ['/public/;x', ['public', ';x']],
    ['/', ['']],
  ])('%s is not', (path, segments) => {
    expect(segmentsOf(path)).toEqual(segments);
  });
});
