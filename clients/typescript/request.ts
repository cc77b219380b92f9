/** A call as a request: its address, its headers, its body. */
import { jsonText } from '../../runtime/values/json-text.ts';
import type { Operation } from './api.ts';

export interface PreparedRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Parameters = Readonly<Record<string, unknown>>;

/**
 * Throws TypeError for a parameter that is missing or no text, for one that would lead to another path, and for a body
 * that has no JSON text.
 */
export function prepareRequest(
  base: string,
  operation: Operation,
  parameters: Parameters,
  body: unknown,
): PreparedRequest {
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  let path = operation.path;
  for (const { name, in: place } of operation.parameters) {
    const value = parameterText(name, parameters[name], place === 'path');
    if (value === null) continue;
    if (place === 'path') path = path.replace(`{${name}}`, () => pathText(name, value));
    else if (place === 'query') query.set(name, value);
    else headers[name] = value;
  }
  const unknown = Object.keys(parameters).find(
    (key) => !operation.parameters.some(({ name }) => name === key),
  );
  if (unknown !== undefined) throw new TypeError(`unknown parameter '${unknown}'`);
  const search = query.size === 0 ? '' : `?${query.toString()}`;
  return { url: base + path + search, headers, body: operation.hasBody ? bodyText(body) : null };
}

function parameterText(name: string, value: unknown, isRequired: boolean): string | null {
  if (value === undefined && !isRequired) return null;
  if (typeof value !== 'string' || value === '')
    throw new TypeError(`the parameter '${name}' must be a text`);
  return value;
}

/** The path of a ruleset may have several segments. */
function pathText(name: string, value: string): string {
  const segments = name === 'path' ? value.split('/') : [value];
  if (segments.some((segment) => segment === '.' || segment === '..')) {
    throw new TypeError(`the parameter '${name}' leads to another path`);
  }
  return segments.map(encodeURIComponent).join('/');
}

function bodyText(body: unknown): string {
  const text = jsonText(body);
  if (text === undefined) throw new TypeError('the body has no JSON text');
  return text;
}
