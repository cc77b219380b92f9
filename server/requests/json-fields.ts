/** Fields of messages that are JSON texts, and bodies of them: texts go on as they are, so that no digit is lost. */
import { ServiceError } from '../../library/errors.ts';
import { isBracketed, isEnclosed } from '../../library/json-slices.ts';

/** Characters up to which a text is parsed here; a longer one is parsed by a worker and never here. */
const MOST_PARSED = 16_384;
/** Characters of a name. */
const MOST_IN_NAME = 65_536;

/** Returns the text if it is one JSON value, or if the later parser of the document will reject it. @throws ServiceError */
export function jsonField(text: string, field: string): string {
  const invalid = (): ServiceError => new ServiceError('invalid_json', `${field}: is not valid JSON`, field);
  if (text.length > MOST_PARSED && isBracketed(text)) {
    if (isEnclosed(text)) return text;
    // A text of nothing but brackets would take seconds to parse.
    throw invalid();
  }
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw invalid();
  }
}

export function optionalField(text: string | undefined, field: string): string | undefined {
  return text === undefined ? undefined : jsonField(text, field);
}

/** An object of members that are JSON texts already; those that are undefined are left out. */
export function objectText(members: Readonly<Record<string, string | undefined>>): string {
  let text = '';
  for (const key in members) {
    const value = members[key];
    if (value !== undefined) text += `${text === '' ? '' : ','}"${key}":${value}`;
  }
  return `{${text}}`;
}

/** Writes a name, such as that of a ruleset. Throws ServiceError `payload_too_large`: writing a long one takes long. */
export function name(value: string): string {
  if (value.length <= MOST_IN_NAME) return JSON.stringify(value);
  throw new ServiceError('payload_too_large', `a name is longer than ${MOST_IN_NAME} characters`);
}

/** `text(undefined)` is undefined: the member is left out. */
export function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : name(value);
}

export interface FactMessage {
  readonly template: string;
  readonly data_json: string;
}

export function factsText(facts: readonly FactMessage[]): string {
  const texts = facts.map(({ template, data_json: data }, i) => {
    const field = `facts[${i}].data_json`;
    return `{"template":${name(template)},"data":${jsonField(data, field)}}`;
  });
  return `[${texts.join(',')}]`;
}

/** Left out when it is null. */
export function orAbsent<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
