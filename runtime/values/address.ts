/** IP addresses as text: IPv4 as four decimal numbers, IPv6 as RFC 4291 writes it, without a zone. */

/** An address of 128 bits as four unsigned words; an IPv4 address is mapped into `::ffff:0:0/96`. */
export interface Address {
  readonly words: readonly [number, number, number, number];
  /** Written as IPv4. */
  readonly isV4: boolean;
}

/** No leading zeros: some read them as octal. */
const OCTETS = /^(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})\.(0|[1-9]\d{0,2})$/;
const GROUP = /^[0-9A-Fa-f]{1,4}$/;
const GROUPS = 8;
const MAPPED = 0xffff;
/** No longer text is an address. */
const LONGEST = 45;

function octetsWord(text: string): number | null {
  const match = OCTETS.exec(text);
  if (match === null) return null;
  let word = 0;
  for (let i = 1; i <= 4; i++) {
    const octet = Number(match[i]);
    if (octet > 255) return null;
    word = word * 256 + octet;
  }
  return word;
}

/** The groups of one side of `::`; IPv4 may replace the last two. `null` if a group is invalid. */
function readGroups(text: string, endsAddress: boolean): readonly number[] | null {
  if (text === '') return [];
  const parts = text.split(':');
  const groups: number[] = [];
  for (const [i, part] of parts.entries()) {
    const isLast = endsAddress && i === parts.length - 1;
    const word = isLast && part.includes('.') ? octetsWord(part) : null;
    if (word !== null) groups.push(word >>> 16, word & 0xffff);
    else if (GROUP.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

function readV6(text: string): readonly number[] | null {
  const gap = text.indexOf('::');
  if (gap < 0) {
    const groups = readGroups(text, true);
    return groups?.length === GROUPS ? groups : null;
  }
  const [head, tail] = [readGroups(text.slice(0, gap), false), readGroups(text.slice(gap + 2), true)];
  if (head === null || tail === null) return null;
  const missing = GROUPS - head.length - tail.length;
  return missing < 1 ? null : [...head, ...Array<number>(missing).fill(0), ...tail];
}

/** The address that was read last: rules ask several things of one address. */
let lastText = '';
let lastAddress: Address | null = null;

/** The address that a text says; null when it is none. */
export function readAddress(text: string): Address | null {
  if (text !== lastText) {
    lastAddress = parseAddress(text);
    lastText = text;
  }
  return lastAddress;
}

function parseAddress(text: string): Address | null {
  if (text.length > LONGEST) return null;
  const word = octetsWord(text);
  if (word !== null) return { words: [0, 0, MAPPED, word], isV4: true };
  const groups = readV6(text);
  if (groups === null) return null;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = groups;
  const pair = (high: number, low: number): number => high * 0x10000 + low;
  return { words: [pair(a, b), pair(c, d), pair(e, f), pair(g, h)], isV4: false };
}
