import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { RULES, rulesetFolder, runHere } from './run-tests.ts';

it('goes on with other rulesets when one does not compile', async () => {
  const folder = await rulesetFolder();
  try {
    await folder.write('broken/rules.yaml', 'rules: [{ name: a }]');
    await folder.write('broken/cases.json', '[{ "expect": { "decision": "deny" } }]');
    const whole = dirname(await folder.write('whole/rules.yaml', RULES));
    await folder.write('whole/cases.json', '[{ "expect": { "decision": "deny" } }]');
    const { code, out } = await runHere('test', join(folder.path, 'broken'), whole);
    expect(out).toContain('the ruleset does not compile: rules.yaml:1:');
    expect(out).toContain('1 passed, 1 suite not run');
    expect(code).toBe(3);
  } finally {
    await folder.remove();
  }
});
