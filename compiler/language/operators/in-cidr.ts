import { readNetwork } from '../../../runtime/values/network.ts';
import { textOperator } from './asked-text.ts';
import { complementOf } from './complement.ts';

/** An IP address of a network. Invalid addresses are in no network. */
export const inCidr = textOperator(
  'in_cidr',
  { one: 'service-in-cidr?', some: 'service-in-some-cidr?' },
  (text) =>
    readNetwork(text) === null ? 'expected an IP address, or one with `/` and a prefix length' : null,
);

export const notInCidr = complementOf('not_in_cidr', inCidr);
