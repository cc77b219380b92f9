/** Prefixes of the Data API, whose paths are split before they are decoded and so never reach the router. */
const PREFIXES = ['/v1/data', '/v1/batch/data'] as const;

interface DataUrl {
  /** The address of the route, with the query string. */
  readonly url: string;
  /** The path after the prefix, still encoded. */
  readonly path: string;
}

/** Parses the path of a Data API request; null for every other request. */
export function splitDataUrl(url: string): DataUrl | null {
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  for (const prefix of PREFIXES) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) continue;
    return { url: prefix + (mark === -1 ? '' : url.slice(mark)), path: path.slice(prefix.length) };
  }
  return null;
}
