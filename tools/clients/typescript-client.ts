/** Writes clients/typescript/api.ts: the types and the table of operations that `ferrule/client` is made of. */
import {
  answerKeys,
  nameOf,
  resolve,
  typesOf,
  type ApiModel,
  type ApiOperation,
  type ApiParameter,
  type ApiSchema,
} from './api-model.ts';
import { LASTING, NOT_BEGUN, repeatOf, REPEATS } from './repeatable.ts';

const text = (value: unknown): string => JSON.stringify(value);

const HEAD = `/**
 * Written by \`npm run generate\` from the interface description of the service: what its operations take and answer.
 */

export type JsonObject = Readonly<Record<string, unknown>>;

export interface Operation {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** With its path parameters in braces. */
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: 'path' | 'query' | 'header' }[];
  readonly hasBody: boolean;
  /** Needs no token. */
  readonly isOpen: boolean;
  readonly answer: 'json' | 'text';
  /** Keys that every answer has. */
  readonly keys: readonly string[];
  /** When it may be sent again whatever became of the first attempt. */
  readonly repeat: ${REPEATS.map((repeat) => `'${repeat}'`).join(' | ')};
}

/** Codes of refusals before anything was begun. */
export const NOT_BEGUN: readonly string[] = ${JSON.stringify(NOT_BEGUN)};

/** Codes of a 503 that the same request would get again. */
export const LASTING: readonly string[] = ${JSON.stringify(LASTING)};
`;

const SCALARS: Readonly<Record<string, string>> = {
  string: 'string',
  // Integers beyond 2^53 - 1 are bigints.
  number: 'number | bigint',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
};

/** The type of a schema as TypeScript. */
function typeText(schema: ApiSchema): string {
  if (schema.$ref !== undefined) return nameOf(schema.$ref);
  if ('const' in schema) return text(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(text).join(' | ');
  if (schema.anyOf !== undefined) return schema.anyOf.map(typeText).join(' | ');
  const types = typesOf(schema).map((type) => {
    if (type === 'object') return objectText(schema);
    if (type === 'array') return `readonly (${typeText(schema.items ?? {})})[]`;
    return SCALARS[type] ?? 'unknown';
  });
  return types.length === 0 ? 'unknown' : types.join(' | ');
}

function objectText({ properties, required = [], additionalProperties }: ApiSchema): string {
  if (properties === undefined) {
    const values = typeof additionalProperties === 'object' ? typeText(additionalProperties) : 'unknown';
    return values === 'unknown' ? 'JsonObject' : `Readonly<Record<string, ${values}>>`;
  }
  const members = Object.entries(properties).map(([name, schema]) => {
    const optional = required.includes(name) ? '' : '?';
    return `${comment(schema.description)}readonly ${text(name)}${optional}: ${typeText(schema)};`;
  });
  return `{ ${members.join('\n')} }`;
}

function comment(description: string | undefined): string {
  return description === undefined ? '' : `\n/** ${description.replaceAll('*/', '* /')} */\n`;
}

function parametersText(parameters: readonly ApiParameter[]): string {
  if (parameters.length === 0) return 'null';
  const members = parameters.map(({ name, in: place, description }) => {
    return `${comment(description)}readonly ${text(name)}${place === 'path' ? '' : '?'}: string;`;
  });
  return `{ ${members.join('\n')} }`;
}

function operationType({ id, method, path, summary, parameters, body, answer }: ApiOperation): string {
  return `${comment(`${summary}: ${method} ${path}`)}readonly ${id}: {
    readonly parameters: ${parametersText(parameters)};
    readonly body: ${body === null ? 'null' : typeText(body)};
    readonly answer: ${typeText(answer)};
  };`;
}

function operationRow(model: ApiModel, operation: ApiOperation): string {
  const { id, method, path, parameters, body, isOpen, answer } = operation;
  return `${id}: ${text({
    method,
    path,
    parameters: parameters.map(({ name, in: place }) => ({ name, in: place })),
    hasBody: body !== null,
    isOpen,
    answer: resolve(model, answer).type === 'string' ? 'text' : 'json',
    keys: answerKeys(model, operation),
    repeat: repeatOf(id, method),
  })},`;
}

/** The module as text, not laid out. */
export function typescriptClient(model: ApiModel): string {
  const { schemas, operations } = model;
  const types = Object.entries(schemas).map(
    ([name, schema]) => `export type ${name} = ${typeText(schema)};\n`,
  );
  return [
    HEAD,
    ...types,
    `/** Parameters and results of each operation. */\nexport interface Operations {`,
    ...operations.map(operationType),
    `}\n`,
    `/** How each operation is sent. */\nexport const OPERATIONS = {`,
    ...operations.map((operation) => operationRow(model, operation)),
    `} as const satisfies Readonly<Record<keyof Operations, Operation>>;\n`,
  ].join('\n');
}
