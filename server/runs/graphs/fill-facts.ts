import type { FactInput } from '../../../runtime/facts/read-facts.ts';
import { jsonText } from '../../../runtime/values/json-text.ts';
import { ServiceError } from '../../../library/errors.ts';
import type { FactPlan, Reference, ValuePlan } from '../../../library/graphs/graph.ts';
import type { NodeOutcome } from './outcome.ts';

/** Scope of references. */
interface Reach {
  readonly params: Readonly<Record<string, unknown>>;
  readonly nodes: ReadonlyMap<string, NodeOutcome>;
}

/** The facts of a node with every reference filled in. Throws ServiceError for a value that is not there. */
export function fillFacts(facts: readonly FactPlan[], reach: Reach): readonly FactInput[] {
  return facts.map(({ template, data }) => ({
    template,
    data: Object.fromEntries(data.map(([slot, value]) => [slot, fill(value, reach)])),
  }));
}

/** A document with every reference filled in. Throws ServiceError for a value that is not there. */
export function fillInput(input: ValuePlan, reach: Reach): unknown {
  return fill(input, reach);
}

function fill(value: ValuePlan, reach: Reach): unknown {
  switch (value.kind) {
    case 'constant':
      return value.value;
    case 'reference':
      return resolve(value.reference, reach);
    case 'text':
      return value.parts
        .map((part) => (typeof part === 'string' ? part : textOf(resolve(part, reach))))
        .join('');
    case 'list':
      return value.items.map((item) => fill(item, reach));
    case 'map':
      return Object.fromEntries(value.entries.map(([key, item]) => [key, fill(item, reach)]));
  }
}

function resolve(reference: Reference, { params, nodes }: Reach): unknown {
  if (reference.from === 'params') {
    const found = follow(params, reference.path);
    if (found === undefined) {
      const name = reference.path.join('.');
      throw new ServiceError('validation_error', `the parameter '${name}' is missing`, `params.${name}`);
    }
    return found;
  }
  const { node, field, path } = reference;
  const outcome = nodes.get(node);
  const found = follow(outcome?.[field] ?? undefined, path);
  if (found !== undefined) return found;
  const what = [field, ...path].join('.');
  const why = outcome?.status === 'skipped' ? `node '${node}' was skipped` : `node '${node}' has none`;
  throw new ServiceError('validation_error', `unknown ${what}: ${why}`, `nodes.${node}.${what}`);
}

function follow(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const key of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
    found = (found as Readonly<Record<string, unknown>>)[key];
  }
  return found;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (jsonText(value) ?? '');
}
