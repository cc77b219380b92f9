/** The fields of a request, and the request with a field changed. */
import { valueAt, withoutValue, withValue } from '../../../library/document/edit-document.ts';
import { keysOfPath } from '../../../library/document/path-text.ts';
import { parseJson, writeJson } from '../../../library/json.ts';
import { readRequest } from '../../../library/read-request.ts';
import { requestText } from '../../worker/request.ts';
import type { Field, RequestShape } from '../../protocol/messages.ts';

export interface FormField extends Field {
  /** Text of the control; empty if the request has no value. */
  readonly text: string;
  /** The request with another text. Empty removes the value. */
  readonly with: (text: string) => string;
}

export interface FormGroup {
  readonly title: string;
  readonly fields: readonly FormField[];
  /** The request without the fact; `null` for the document. */
  readonly removed: string | null;
}

/** The groups of a form: the document, then each fact. `null` if the request is not valid JSON. */
export function formGroups(text: string, { templates, paths }: RequestShape): readonly FormGroup[] | null {
  const request = readOrNull(text);
  if (request === null) return null;
  const { facts, input } = request;
  const written = (parts: { facts: typeof facts; input: unknown }): string => requestText(parts);
  const groups: FormGroup[] = [];
  const named = paths.flatMap((one) => {
    const keys = one.path === 'input' ? null : keysOfPath(one.path);
    return keys === null ? [] : [{ ...one, keys }];
  });
  if (named.length > 0)
    groups.push({
      title: 'Document',
      removed: null,
      fields: named.map(({ path, type, keys }) => ({
        name: path,
        type,
        allowed: null,
        required: false,
        text: controlText(valueAt(input, keys)),
        with: (next) =>
          written({
            facts,
            input:
              next === '' && type !== 'string'
                ? withoutValue(input, keys)
                : withValue(input ?? {}, keys, valueOf(next, type)),
          }),
      })),
    });
  facts.forEach((fact, at) => {
    const template = templates.find(({ name }) => name === fact.template);
    groups.push({
      title: fact.template,
      removed: written({ facts: facts.toSpliced(at, 1), input }),
      fields: (template?.fields ?? []).map((field) => ({
        ...field,
        text: controlText((fact.data as Record<string, unknown>)[field.name]),
        with: (next) => {
          const { [field.name]: _, ...others } = fact.data as Record<string, unknown>;
          const value = next === '' ? {} : { [field.name]: valueOf(next, field.type) };
          return written({ facts: facts.with(at, { ...fact, data: { ...others, ...value } }), input });
        },
      })),
    });
  });
  return groups;
}

/** The request with another fact of a template. */
export function withFact(text: string, template: string): string {
  const { facts, input } = readOrNull(text) ?? { facts: [], input: null };
  return requestText({ facts: [...facts, { template, data: {} }], input });
}

function readOrNull(text: string) {
  try {
    return readRequest(text.trim() === '' ? '[]' : text);
  } catch {
    return null;
  }
}

function controlText(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : writeJson(value);
}

/** The value of a text; a text that is not of its type stays a text, which the engine refuses with a reason. */
function valueOf(text: string, type: string): unknown {
  if (type === 'string' || type === 'symbol' || type === 'time') return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
