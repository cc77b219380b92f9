/** The interface description as the writers of clients read it. */
import { describeRoutes } from '../../server/http/openapi.ts';
import { ROUTES } from '../../server/endpoints/table.ts';

/** A schema of the interface description: the part of JSON Schema that contracts come to. */
export interface ApiSchema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly ApiSchema[];
  readonly items?: ApiSchema;
  readonly properties?: Readonly<Record<string, ApiSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: ApiSchema | boolean;
  readonly description?: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description: string;
}

export interface ApiOperation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Needs no token. */
  readonly isOpen: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly body: ApiSchema | null;
  readonly answer: ApiSchema;
}

export interface ApiModel {
  readonly schemas: Readonly<Record<string, ApiSchema>>;
  readonly operations: readonly ApiOperation[];
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: ApiSchema } };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: readonly object[];
  readonly parameters?: readonly ApiParameter[];
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, ApiSchema>> };
}

/** Schemas of errors only: a client reports errors in its own way. */
const ERRORS: ReadonlySet<string> = new Set([
  'DataErrorResponse',
  'ErrorResponse',
  'HTTPValidationError',
  'ValidationError',
]);

const schemaOf = ({ content }: Content): ApiSchema => content['application/json'].schema;

/** Throws when an operation has no successful answer, or two have one name. */
export function readApi(): ApiModel {
  const { paths, components } = describeRoutes(ROUTES) as unknown as Description;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation(method, path, operation)),
  );
  const names = new Set(operations.map(({ id }) => id));
  if (names.size < operations.length) throw new Error('two operations have one operationId');
  const schemas = Object.entries(components.schemas).filter(([name]) => !ERRORS.has(name));
  return { schemas: Object.fromEntries(schemas), operations };
}

function readOperation(method: string, path: string, operation: Operation): ApiOperation {
  const { operationId: id, summary, security, parameters = [], requestBody, responses } = operation;
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'));
  if (success === undefined) throw new Error(`${id} has no successful answer`);
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    isOpen: security.length === 0,
    parameters,
    body: requestBody === undefined ? null : schemaOf(requestBody),
    answer: schemaOf(success[1]),
  };
}

/** The schema that a reference leads to. */
export function resolve({ schemas }: ApiModel, schema: ApiSchema): ApiSchema {
  const target = schema.$ref === undefined ? schema : schemas[nameOf(schema.$ref)];
  if (target === undefined) throw new Error(`${schema.$ref ?? ''} leads nowhere`);
  return target;
}

export function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

/** Keys that every answer of this operation has. */
export function answerKeys(model: ApiModel, { answer }: ApiOperation): readonly string[] {
  const { type, required = [] } = resolve(model, answer);
  return type === 'object' ? required : [];
}

/** The types of a schema, whether it names one or several. */
export function typesOf({ type }: ApiSchema): readonly string[] {
  if (type === undefined) return [];
  return typeof type === 'string' ? [type] : type;
}
