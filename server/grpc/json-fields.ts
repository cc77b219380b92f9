/** Fields of messages that are JSON texts, and bodies of them: texts go on as they are, so that no digit is lost. */
import { ServiceError } from '../errors.ts';

/** The text, when it is one JSON value. Throws ServiceError `invalid_json`. */
export function jsonField(text: string, field: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new ServiceError('invalid_json', `${field}: is not valid JSON`, field);
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

/** `text(undefined)` is undefined: the member is left out. */
export function text(value: string | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value);
}

export interface FactMessage {
  readonly template: string;
  readonly data_json: string;
}

export function factsText(facts: readonly FactMessage[]): string {
  const texts = facts.map(({ template, data_json: data }, i) => {
    const field = `facts[${i}].data_json`;
    return `{"template":${JSON.stringify(template)},"data":${jsonField(data, field)}}`;
  });
  return `[${texts.join(',')}]`;
}

/** Left out when it is null. */
export function orAbsent<T>(value: T | null | undefined): T | undefined {
  return value ?? undefined;
}
