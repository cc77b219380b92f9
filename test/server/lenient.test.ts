import { expect, test } from 'vitest';
import { logLines } from './support/log-lines.ts';
import { always } from './support/rulesets.ts';
import { startTestService, type Reply } from './support/service.ts';

/** Two keys that the language does not know. */
const MISSPELT = `${always('deny', 'x').replace('when:', 'descripton: a\n    when:')}versoin: "1"\n`;
const UNKNOWN = [expect.stringContaining('descripton'), expect.stringContaining('versoin')] as unknown[];

const ask = (service: { post: (path: string, body: unknown) => Promise<Reply> }): Promise<Reply> =>
  service.post('/v1/evaluate', { ruleset: 'old', facts: [{ template: 'input', data: {} }] });

test('keys that the language does not know are errors wherever a ruleset comes in', async () => {
  const service = await startTestService({ 'old.yaml': MISSPELT });
  const { status, json } = await ask(service);
  expect([status, json['error']]).toEqual([400, 'invalid_ruleset']);
  const compiled = await service.post('/v1/compile', { yaml_content: MISSPELT });
  expect(compiled.json['errors']).toEqual(UNKNOWN);
  await service.close();
  await expect(startTestService({ 'old.yaml': MISSPELT }, {}, 'old.yaml')).rejects.toThrow();
  const mounted = await startTestService({ 'old.yaml': always('allow', 'y') }, {}, 'old.yaml');
  expect((await mounted.post('/v1/rules/reload', { ruleset_yaml: MISSPELT })).status).toBe(400);
  expect((await ask(mounted)).json['decision']).toBe('allow');
  await mounted.close();
});

test('SERVICE_LENIENT makes warnings of them, which are logged, counted, returned and in the status', async () => {
  const { log, lines } = logLines();
  const settings = { SERVICE_LENIENT: 'true' };
  const service = await startTestService({ 'old.yaml': MISSPELT }, settings, 'old.yaml', log);
  expect((await ask(service)).json['decision']).toBe('deny');
  expect(lines().filter(({ msg }) => msg === 'ruleset warning')).toHaveLength(2);
  const status = await service.request('GET', '/v1/status');
  expect(status.json).toMatchObject({ warnings: '2' });
  const compiled = await service.post('/v1/compile', { yaml_content: MISSPELT });
  expect([compiled.json['errors'], compiled.json['warnings']]).toEqual([[], UNKNOWN]);
  const reloaded = await service.post('/v1/rules/reload', { ruleset_yaml: MISSPELT });
  expect([reloaded.status, reloaded.json['warnings']]).toEqual([200, UNKNOWN]);
  const { text } = await service.request('GET', '/metrics');
  expect(text).toContain('\nferrule_ruleset_load_warnings_total 4\n');
  expect(text).toContain('\nferrule_ruleset_warnings 2\n');
  await service.close();
});
