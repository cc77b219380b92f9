/** Ranges of IP addresses, written as an address and the length of its prefix (CIDR, RFC 4632). */
import { SymbolValue, type Multifield } from './values.ts';
import { readAddress, type Address } from './address.ts';

export interface Network {
  readonly base: Address;
  /** Prefix length, 0 to 128; an IPv4 prefix is counted after the 96 bits of the mapping. */
  readonly prefix: number;
}

const WORD = 32;
const BITS = 128;
const MAPPING_BITS = 96;
const PREFIX = /^(0|[1-9]\d{0,2})$/;

/** The network that a text says, an address alone being one of itself; null when it is none. */
export function readNetwork(text: string): Network | null {
  const slash = text.indexOf('/');
  const base = readAddress(slash < 0 ? text : text.slice(0, slash));
  if (base === null) return null;
  if (slash < 0) return { base, prefix: BITS };
  const digits = text.slice(slash + 1);
  if (!PREFIX.test(digits)) return null;
  const prefix = Number(digits) + (base.isV4 ? MAPPING_BITS : 0);
  return prefix > BITS ? null : { base, prefix };
}

/** A word's bits that a prefix covers. */
function mask(prefix: number, index: number): number {
  const bits = Math.min(Math.max(prefix - index * WORD, 0), WORD);
  return bits === 0 ? 0 : -1 << (WORD - bits);
}

function covers({ base, prefix }: Network, address: Address): boolean {
  // An IPv4 address is in no IPv6 network that is wider than the mapping.
  if (address.isV4 && prefix < MAPPING_BITS) return false;
  return address.words.every((word, i) => ((word ^ base.words[i]!) & mask(prefix, i)) === 0);
}

/** True if a text is an address of the network; false for invalid addresses and for a null network. */
export function isInNetwork(network: Network | null, text: string): boolean {
  if (network === null) return false;
  const address = readAddress(text);
  return address !== null && covers(network, address);
}

/** True if a text is an address in one of the networks of a list. */
export function isInSomeNetwork(list: Multifield, text: string): boolean {
  const address = readAddress(text);
  if (address === null) return false;
  return list.some((item) => {
    const written = item instanceof SymbolValue ? item.name : item;
    const network = typeof written === 'string' ? readNetwork(written) : null;
    return network !== null && covers(network, address);
  });
}

/** True if `isInNetwork` can judge the text by the network. */
export function isAddressReadable(network: Network | null, text: string): boolean {
  return network !== null && readAddress(text) !== null;
}

/** True if `isInSomeNetwork` can judge the text: every item of the list is a network. */
export function isReadableBySome(list: Multifield, text: string): boolean {
  if (readAddress(text) === null) return false;
  return list.every((item) => {
    const written = item instanceof SymbolValue ? item.name : item;
    return typeof written === 'string' && readNetwork(written) !== null;
  });
}
