import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { findClips } from '../../library/node/clips/clips-binary.ts';
import { runCli } from '../cli/run-cli.ts';
import { startTestService } from '../server/support/service.ts';
import { temporaryFolder } from './support.ts';

const clips = await findClips();
const MASKED = `
ruleset: masked
templates: [{ name: row, slots: [{ name: id, type: string }, { name: share, type: float }] }]
rules:
  - name: mask
    when: [{ template: row, conditions: [{ slot: id, bind: "?i" }, { slot: share, bind: "?s" }] }]
    then:
      action: allow
      reason: with a mask
      obligations: [{ type: mask, properties: { of: "?i", share: "?s", always: true } }, { type: log }]
`;

test('obligations must be the same, by ferrule and by CLIPS', async () => {
  const log = join(await temporaryFolder(), 'log');
  const settings = { SERVICE_AUDIT: `file:${log}`, SERVICE_WORKERS: '1' };
  const service = await startTestService({ 'masked.yaml': MASKED }, settings);
  const facts = ['a', 'b'].map((id, n) => ({ template: 'row', data: { id, share: n + 0.5 } }));
  const { json } = await service.post('/v1/evaluate', { ruleset: 'masked.yaml', facts });
  expect(json['obligations']).toHaveLength(3);
  await service.post('/v1/evaluate', { ruleset: 'masked.yaml', facts: [] });
  await service.close();
  const same = '2 evaluated again, 0 differences\n';
  const engine = clips === null ? [] : ['--engine', `clips=${clips.path}`];
  expect((await runCli(['replay', log])).out).toBe(same);
  if (clips !== null) expect((await runCli(['replay', log, ...engine])).out).toBe(same);
  const path = listFiles(join(log, 'worker-0'))[0]?.path ?? '';
  await writeFile(
    path,
    (await readFile(path, 'utf8')).replace('"share":0.5,"always"', '"share":0.75,"always"'),
  );
  expect((await runCli(['replay', log])).out).toContain('1 differences');
  if (clips !== null) expect((await runCli(['replay', log, ...engine])).out).toContain('1 differences');
});
