import { parseJson, writeJson } from '../../library/json.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

const FACTS = '"facts"';
/** Keys are sought without their first quote: at every quote of a text a search would stop and look. */
const END_OF_FACTS = FACTS.slice(1);

/**
 * The text of `facts` in the text of a request: as it was sent, on one line. A record joins it as it is: nothing is
 * rewritten that the caller has written.
 *
 * @param request what the body was parsed to
 */
export function findFacts(body: string, request: object): string {
  const text = lastFacts(body, request) ?? factsIn(body);
  return text.includes('\n') || text.includes('\r') ? writeJson(parseJson(text)) : text;
}

/**
 * Returns the facts of a request that has them last, as most do; null if it must be parsed. Without escapes, every key appears
 * verbatim, including a repeated one.
 */
function lastFacts(body: string, request: object): string | null {
  const at = body.indexOf(END_OF_FACTS);
  if (at < 1 || body.charCodeAt(at - 1) !== QUOTE) return null;
  if (body.includes(END_OF_FACTS, at + 1) || body.includes('\\')) return null;
  for (const key in request) {
    if (key !== 'facts' && body.includes(`${key}"`, at)) return null;
  }
  return body.slice(body.indexOf(':', at) + 1, body.lastIndexOf('}')).trim();
}

/** The last of equal keys counts, as in the parser. Keys with escapes are left to the parser. */
function factsIn(body: string): string {
  let found = '';
  let depth = 0;
  let isKey = false;
  let from = -1;
  for (let i = 0; i < body.length; i++) {
    switch (body.charCodeAt(i)) {
      case QUOTE: {
        const end = endOfString(body, i);
        if (depth === 1 && isKey) {
          const key = body.slice(i, end + 1);
          if (key.includes('\\')) return parsedFacts(body);
          if (key === FACTS) from = body.indexOf(':', end) + 1;
        }
        i = end;
        break;
      }
      case OPEN_BRACE:
      case OPEN_BRACKET:
        depth++;
        isKey = depth === 1;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--;
        if (depth === 0 && from !== -1) found = body.slice(from, i).trim();
        break;
      case COLON:
        if (depth === 1) isKey = false;
        break;
      case COMMA:
        if (depth !== 1) break;
        if (from !== -1) found = body.slice(from, i).trim();
        from = -1;
        isKey = true;
        break;
    }
  }
  return found;
}

function parsedFacts(body: string): string {
  return writeJson((parseJson(body) as { readonly facts: unknown }).facts);
}

/** Offset of the closing quote of the string that begins here. */
function endOfString(text: string, from: number): number {
  let end = text.indexOf('"', from + 1);
  for (;;) {
    let backslashes = 0;
    while (text.charCodeAt(end - 1 - backslashes) === BACKSLASH) backslashes++;
    if (backslashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
}
