import { readDomain } from '../../../runtime/values/host-within.ts';
import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** A host that is the domain or below it, or an http(s) URL of one. */
export const hostWithin = textOperator('host_within', { one: 'service-host-within?', some: null }, (text) =>
  readDomain(text) === null || text.startsWith('-')
    ? 'expected a host name without scheme, port or wildcard'
    : null,
);

export const notHostWithin = complementOf('not_host_within', hostWithin);
