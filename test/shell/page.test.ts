/** The page of shell commands shows what its policy decides. */
import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { Engine } from '../../library/node/engine.ts';

it('decides the command lines of the page as it says', async () => {
  const page = await readFile('docs/guides/shell.md', 'utf8');
  const text = /```yaml\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const engine = await Engine.fromSources([{ path: 'agent.yaml', text }], { warmUp: false });
  const rows = [...page.matchAll(/^\| `((?:[^`\\]|\\.)+)` \| (allow|deny|escalate) \| (.+) \|$/gm)];
  expect(rows).toHaveLength(9);
  for (const [, written = '', decision, reason] of rows) {
    const command = written.replaceAll('\\|', '|');
    const input = { call: { args: { command } } };
    expect(engine.evaluate({ scoped: true, input, facts: [] }), command).toMatchObject({ decision, reason });
  }
});
