import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROUTES } from '../../server/endpoints/table.ts';
import { startTestService, type TestService } from './support/service.ts';

interface Operation {
  readonly responses: Readonly<Record<string, unknown>>;
  readonly security: readonly object[];
}

interface Description {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

let service: TestService;
let description: Description;

beforeAll(async () => {
  service = await startTestService({});
  description = (await service.request('GET', '/openapi.json')).json as unknown as Description;
});
afterAll(() => service.close());

test('the interface description is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone({ ...description }));
  expect(result).toMatchObject({ valid: true });
  expect([description.openapi, description.info.version]).toEqual(['3.1.0', '0.12.0']);
});

test('it has every endpoint, and what it needs', () => {
  for (const { method, path, access, success = 200, errors } of ROUTES) {
    const operation = description.paths[path]?.[method.toLowerCase()];
    const refused = access === 'open' || access === 'any' ? errors : [...new Set([...errors, 403])].sort();
    expect(Object.keys(operation?.responses ?? {}).map(Number)).toEqual([success, ...refused]);
    expect(operation?.security).toEqual(access === 'open' ? [] : [{ bearer: [] }]);
  }
});

test('it has the limits of the contracts', () => {
  const { EvaluateRequest, CompileRequest } = description.components.schemas;
  expect(EvaluateRequest).toMatchObject({
    required: ['ruleset'],
    properties: { facts: { maxItems: 500 } },
  });
  expect(CompileRequest).toMatchObject({ properties: { yaml_content: { maxLength: 1_000_000 } } });
});

test('every reference leads somewhere', () => {
  const names = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(20);
  for (const name of names) expect(description.components.schemas[name!]).toHaveProperty('type');
});
