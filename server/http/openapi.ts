import { setImmediate as turn } from 'node:timers/promises';
import * as z from 'zod';
import type { Route, RouteParameter } from '../endpoints/route.ts';
import { DataErrorResponse, ErrorResponse, HTTPValidationError } from '../requests/schemas.ts';
import { VERSION } from '../../library/version.ts';

type Json = Readonly<Record<string, unknown>>;

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  200: 'Done',
  202: 'Accepted',
  400: 'Invalid request',
  401: 'Missing or invalid token',
  403: 'Token without the role',
  404: 'Not found',
  409: 'Conflict',
  413: 'Request body too large',
  415: 'Request body of another type than JSON',
  422: 'Request failed validation',
  500: 'Evaluation failed',
  503: 'Service unavailable',
};

const FORBIDDEN = 403;

/**
 * The interface description, OpenAPI 3.1.0, of these routes: their zod contracts as JSON Schema.
 *
 * @param prefix path prefix of each
 */
export function describeRoutes(routes: readonly Route[], prefix = ''): Json {
  const steps = describeInSteps(routes, prefix);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * Returns the JSON text of the same, made at the first request for it. Other requests are served between routes: all schemas take tens
 * of milliseconds.
 */
export function describeWhenAsked(routes: readonly Route[], prefix: string): () => Promise<string> {
  const describe = async (): Promise<string> => {
    const steps = describeInSteps(routes, prefix);
    for (;;) {
      const { done, value } = steps.next();
      if (done === true) return JSON.stringify(value);
      await turn();
    }
  };
  let text: Promise<string> | null = null;
  return () => (text ??= describe());
}

function* describeInSteps(routes: readonly Route[], prefix: string): Generator<undefined, Json> {
  const schemas = new Map<string, Json>();
  const reference = (schema: z.ZodType): Json => toReference(schema, schemas);
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes) {
    const item = (paths[route.path] ??= {});
    item[route.method.toLowerCase()] = describeRoute(route, reference);
    yield;
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'ferrule',
      version: VERSION,
      description: 'Deterministic evaluation of rules: facts in, a decision with its reason and traces out.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: prefix === '' ? '/' : prefix }],
    paths,
    components: {
      schemas: Object.fromEntries([...schemas].sort(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function describeRoute(route: Route, reference: (schema: z.ZodType) => Json): Json {
  const { summary, operationId, access, request, response, parameters, errors } = route;
  const { success = 200 } = route;
  const needsRole = access !== 'open' && access !== 'any';
  const statuses = needsRole ? [...new Set([...errors, FORBIDDEN])].sort((a, b) => a - b) : errors;
  const responses: Record<string, Json> = { [success]: content(success, reference(response)) };
  for (const status of statuses) responses[status] = content(status, reference(errorSchema(route, status)));
  return {
    summary,
    operationId,
    ...(access === 'open' ? { security: [] } : { security: [{ bearer: [] }] }),
    ...(parameters.length === 0 ? {} : { parameters: parameters.map(describeParameter) }),
    ...(request === null
      ? {}
      : {
          requestBody: {
            required: route.body === 'json',
            content: { 'application/json': { schema: reference(request) } },
          },
        }),
    responses,
  };
}

function errorSchema({ envelope }: Route, status: number): z.ZodType {
  if ((envelope === 'validation' || envelope === 'data') && status === 422) return HTTPValidationError;
  return envelope === 'data' && status !== 401 && status !== FORBIDDEN ? DataErrorResponse : ErrorResponse;
}

function content(status: number, schema: Json): Json {
  return { description: DESCRIPTIONS[status] ?? String(status), content: { 'application/json': { schema } } };
}

function describeParameter({ name, in: place, description }: RouteParameter): Json {
  return { name, in: place, description, required: place === 'path', schema: { type: 'string' } };
}

/** A named schema goes into the components, with all that it refers to. */
function toReference(schema: z.ZodType, schemas: Map<string, Json>): Json {
  const {
    $defs = {},
    $schema: _,
    ...own
  } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      delete jsonSchema.id;
    },
  }) as Record<string, unknown> & { readonly $defs?: Readonly<Record<string, Json>> };
  const inComponents = (value: unknown): Json =>
    JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/')) as Json;
  for (const [name, definition] of Object.entries($defs)) schemas.set(name, inComponents(definition));
  const { id } = (schema.meta() ?? {}) as { readonly id?: string };
  if (id === undefined || '$ref' in own) return inComponents(own);
  schemas.set(id, inComponents(own));
  return { $ref: `#/components/schemas/${id}` };
}
