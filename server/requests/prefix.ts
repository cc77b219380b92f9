/** Knows what an application puts before the paths of the service: empty for nothing. */
export interface KnowsPrefix {
  readonly prefix: string;
}

/**
 * The address as the service knows it: without the segments of the prefix. They are counted, not compared: a prefix may
 * have parameters, and an address may write it with escapes.
 */
export function withoutPrefix(url: string, prefix: string): string {
  if (prefix === '') return url;
  const mark = url.indexOf('?');
  const path = mark === -1 ? url : url.slice(0, mark);
  const segments = path.split('/').slice(prefix.split('/').length);
  return `/${segments.join('/')}${mark === -1 ? '' : url.slice(mark)}`;
}
