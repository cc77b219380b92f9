/** Hosts below a domain, by the WHATWG's URL parser, with names in their ASCII form (IDNA). */

const URL_START = /^https?:\/\/[^/]/i;
/** A host, and perhaps a port. */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[^/?#@:[\]%]+)(?::\d{1,5})?$/;
/**
 * Characters that other URL parsers read differently: a backslash, and white space and control characters, which this one
 * leaves out.
 */
const AMBIGUOUS = /[\\\s\p{Cc}]/u;
/** A user before the host, which readers of a log take for the host. */
const USER = /^[a-z]+:\/\/[^/?#]*@/i;

/** Scheme and authority of a URL, or all of a text that is a host: all that the parser needs to find the host. */
const AUTHORITY = /^(?:https?:\/\/)?[^/?#]*/i;
/**
 * A name has at most 253 characters in its ASCII form. The parser takes time by the square of the length for some texts, and
 * nothing can interrupt it, so it gets no longer ones.
 */
const LONGEST_AUTHORITY = 1024;

/** A URL, a port or a wildcard. */
const NO_DOMAIN = /^https?:\/\/|^[^[]*:|\]:|\*/i;

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

/** The host of an http(s) URL or of a text that is a host; null when it has none that all programs agree on. */
function hostOf(text: string): string | null {
  if (AMBIGUOUS.test(text) || USER.test(text)) return null;
  const isUrl = URL_START.test(text);
  if (!isUrl && !HOST.test(text)) return null;
  const authority = AUTHORITY.exec(text)?.[0] ?? '';
  if (authority.length > LONGEST_AUTHORITY) return null;
  const url = parse(isUrl ? authority : `http://${authority}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  return host.split('.').includes('') ? null : host;
}

/** The domain that a text says, in its ASCII form; null when it is none. */
export function readDomain(text: string): string | null {
  return NO_DOMAIN.test(text) ? null : hostOf(text);
}

/** True if the host of a text is the domain or one of its subdomains; false for null. */
export function isHostWithin(domain: string | null, text: string): boolean {
  if (domain === null) return false;
  const host = hostOf(text);
  return host !== null && (host === domain || host.endsWith('.' + domain));
}

/** True if `isHostWithin` can judge the text by the domain. */
export function isHostReadable(domain: string | null, text: string): boolean {
  return domain !== null && hostOf(text) !== null;
}
