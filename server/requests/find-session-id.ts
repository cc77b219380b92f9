/** A body beyond this is not searched: its worker finds the session and has the job moved. */
const LONGEST_SEARCH = 256 * 1024;

const SESSION_ID = Buffer.from('"session_id"');
/** Key for the session in a call. */
export const SESSION = Buffer.from('"session"');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * The session that a JSON body names at its top level, found without parsing it, so that the HTTP thread can give the
 * job to the worker that holds the session. Only a hint: null, or another session than the body names, costs a detour
 * and nothing else, because the worker reads the body itself.
 */
export function findSessionId(body: Buffer, name: Buffer = SESSION_ID): string | null {
  if (body.length > LONGEST_SEARCH || !body.includes(name)) return null;
  let depth = 0;
  let key = false;
  let found: string | null = null;
  for (let i = 0; i < body.length; i++) {
    switch (body[i]) {
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        depth--;
        break;
      case COMMA:
        key = false;
        break;
      case QUOTE: {
        const end = endOfString(body, i);
        // A body that is cut inside a string names nothing that counts.
        if (end >= body.length) return found;
        if (depth === 1) {
          if (key) found = body.toString('latin1', i + 1, end);
          key = !key && isKey(name, body, i, end);
        }
        i = end;
        break;
      }
      default:
        break;
    }
  }
  return found;
}

/** Position of the quote that closes the string opened at `start`. */
function endOfString(body: Buffer, start: number): number {
  let i = start + 1;
  while (i < body.length && body[i] !== QUOTE) i += body[i] === BACKSLASH ? 2 : 1;
  return i;
}

/** True if the string from `start` to `end` is this name, quotes included, and a colon follows. */
function isKey(name: Buffer, body: Buffer, start: number, end: number): boolean {
  if (end - start + 1 !== name.length || body.compare(name, 0, name.length, start, end + 1) !== 0)
    return false;
  let next = end + 1;
  while (next < body.length && body[next]! <= 0x20) next++;
  return body[next] === COLON;
}
