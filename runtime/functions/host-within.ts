/** Hosts below a domain, by the WHATWG's URL parser, with names in their ASCII form (IDNA). */

const URL_START = /^https?:\/\/[^/]/i;
/** A host, and perhaps a port. */
const HOST = /^(?:\[[0-9A-Fa-f:.]+\]|[^/?#@:[\]%]+)(?::\d{1,5})?$/;
/**
 * What other parsers of URLs read differently: a backslash, and white space and control characters, which this one
 * leaves out.
 */
const AMBIGUOUS = /[\\\s\p{Cc}]/u;

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
  if (AMBIGUOUS.test(text)) return null;
  const isUrl = URL_START.test(text);
  if (!isUrl && !HOST.test(text)) return null;
  const url = parse(isUrl ? text : `http://${text}`);
  const host = url?.hostname.replace(/\.$/, '') ?? '';
  return host.split('.').includes('') ? null : host;
}

/** The domain that a text says, in its ASCII form; null when it is none. */
export function readDomain(text: string): string | null {
  return NO_DOMAIN.test(text) ? null : hostOf(text);
}

/** Whether the host of a text is the domain or one of its subdomains; of null none is. */
export function isHostWithin(domain: string | null, text: string): boolean {
  if (domain === null) return false;
  const host = hostOf(text);
  return host !== null && (host === domain || host.endsWith('.' + domain));
}
