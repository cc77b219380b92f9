import { spanIn, type ReadContext } from '../../compiler/read/context.ts';
import { createSourceText } from '../../compiler/read/source-text.ts';
import { checkStraySigns } from '../../compiler/read/stray-signs.ts';
import type { YamlNode, YamlScalar } from '../../compiler/read/yaml-node.ts';
import { NumberText } from '../../runtime/values/number-text.ts';
import type { NodeField, Reference, ValuePlan } from './graph.ts';

/** `${…}`; `$${` means `${` itself. */
const REFERENCE = /(\$?)\$\{([^}]*)\}?/g;
const PATH = /^[A-Za-z0-9_-]+(\.[A-Za-z0-9_-]+)*$/;
const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;
const FIELDS: readonly string[] = ['decision', 'reason', 'metadata'] satisfies NodeField[];

/** A value of a fact. Null when it was reported. */
export function readValue(node: YamlNode, context: ReadContext): ValuePlan | null {
  switch (node.kind) {
    case 'broken':
      return null;
    case 'scalar':
      return readScalarValue(node, context);
    case 'list': {
      const items = node.items.map((item) => readValue(item, context));
      return items.includes(null) ? null : { kind: 'list', items: items as ValuePlan[] };
    }
    case 'map': {
      const entries = [...node.entries.values()].map(
        ({ key, value }) => [key.value, readValue(value, context)] as const,
      );
      if (entries.some(([, value]) => value === null)) return null;
      return { kind: 'map', entries: entries as (readonly [string, ValuePlan])[] };
    }
  }
}

function readScalarValue(node: YamlScalar, context: ReadContext): ValuePlan | null {
  const { scalar } = node;
  switch (scalar.kind) {
    case 'null':
      return { kind: 'constant', value: null };
    case 'boolean':
      return { kind: 'constant', value: scalar.value };
    case 'integer': {
      const number = Number(scalar.value);
      return { kind: 'constant', value: Number.isSafeInteger(number) ? number : scalar.value };
    }
    case 'float':
      checkStraySigns(node, context);
      return {
        kind: 'constant',
        value: JSON_NUMBER.test(scalar.text) ? new NumberText(scalar.text) : scalar.value,
      };
    case 'string':
      return readText(node, scalar.value, context);
  }
}

function readText(node: YamlScalar, text: string, context: ReadContext): ValuePlan | null {
  checkStraySigns(node, context);
  const source = createSourceText(node, context.source);
  const parts: (string | Reference)[] = [];
  let end = 0;
  let isSound = true;
  const add = (literal: string): void => {
    const last = parts.at(-1);
    if (literal === '') return;
    if (typeof last === 'string') parts[parts.length - 1] = last + literal;
    else parts.push(literal);
  };
  for (const match of text.matchAll(REFERENCE)) {
    add(text.slice(end, match.index));
    end = match.index + match[0].length;
    if (match[1] === '$') {
      add(match[0].slice(1));
      continue;
    }
    const reference = match[0].endsWith('}') ? readReference(match[2] ?? '') : null;
    if (reference === null) {
      isSound = false;
      const at = source.spanOf(match.index, end);
      context.report.add('graph-reference', spanIn(context, at.start, at.end), { text: match[0] });
    } else {
      parts.push(reference);
    }
  }
  add(text.slice(end));
  if (!isSound) return null;
  const [first] = parts;
  if (parts.length === 1 && first !== undefined && typeof first !== 'string') {
    return { kind: 'reference', reference: first };
  }
  if (parts.every((part) => typeof part === 'string')) return { kind: 'constant', value: parts.join('') };
  return { kind: 'text', parts };
}

function readReference(text: string): Reference | null {
  const path = text.trim();
  if (!PATH.test(path)) return null;
  const [from, first, field, ...rest] = path.split('.');
  if (from === 'params') return first === undefined ? null : { from, path: path.split('.').slice(1) };
  if (from !== 'nodes' || first === undefined || !isField(field)) return null;
  if ((field === 'metadata') !== rest.length > 0) return null;
  return { from: 'node', node: first, field, path: rest };
}

function isField(text: string | undefined): text is NodeField {
  return FIELDS.includes(text ?? '');
}
