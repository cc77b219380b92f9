/** Percent-encoding as the most lenient servers decode it. */

/** A text that needs more rounds is refused: honest names are not encoded so often. */
const MOST_ROUNDS = 8;
const WIDE_PERCENT = /[\uff05\ufe6a]/;
const WIDE = /[^\0-\x7f]/gu;
const UNIT = /%u([0-9a-f]{4})/gi;
const BYTES = /(?:%[0-9a-f]{2})+/gi;

/** The text decoded until nothing changes; null if it still changes after a few rounds. */
export function decodeAll(text: string): string | null {
  let before = text;
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    const plain = WIDE_PERCENT.test(before) ? before.replace(WIDE, narrow) : before;
    if (!plain.includes('%')) return plain;
    const after = plain
      .replace(UNIT, (_, digits: string) => String.fromCharCode(parseInt(digits, 16)))
      .replace(BYTES, decodeBytes);
    if (after === before) return after;
    before = after;
  }
  return null;
}

/** One character at a time: marks in a row would take time by the square of their number, and nothing interrupts it. */
function narrow(char: string): string {
  return char.normalize('NFKC');
}

/** UTF-8 without its rules: longer forms than needed, up to six bytes; any other byte is the character of its number. */
function decodeBytes(run: string): string {
  const bytes = run
    .slice(1)
    .split('%')
    .map((digits) => parseInt(digits, 16));
  let text = '';
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at]!;
    const length = sequenceLength(lead);
    const rest = bytes.slice(at + 1, at + length);
    if (length === 1 || rest.length < length - 1 || rest.some((byte) => (byte & 0xc0) !== 0x80)) {
      text += String.fromCharCode(lead);
      at++;
      continue;
    }
    const point = rest.reduce((value, byte) => value * 64 + (byte & 0x3f), lead & (0x7f >> length));
    text += point > 0x10ffff ? '\ufffd' : String.fromCodePoint(point);
    at += length;
  }
  return text;
}

/** Bytes of the sequence that a byte begins; 1 for a byte that begins none. */
function sequenceLength(lead: number): number {
  if (lead < 0xc0 || lead > 0xfd) return 1;
  if (lead < 0xe0) return 2;
  if (lead < 0xf0) return 3;
  if (lead < 0xf8) return 4;
  return lead < 0xfc ? 5 : 6;
}
