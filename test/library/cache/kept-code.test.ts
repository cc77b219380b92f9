/** V8's compiled code of the command line is stored next to the compiled rulesets. */
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { writeEntry } from '../../../library/node/compile-cache/cache-entry.ts';
import { runCli } from '../../cli/run-cli.ts';
import { OTHER, RULES } from './gate.ts';

const FACTS = '[{"template": "agent", "data": {"id": "a"}}]';
const posix = process.platform !== 'win32';

let root: string;
let folder: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ferrule-code-'));
  folder = join(root, 'ferrule');
  await writeFile(join(root, 'gate.yaml'), RULES);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const evaluate = (): ReturnType<typeof runCli> =>
  runCli(['evaluate', join(root, 'gate.yaml'), '--facts', '-'], FACTS, { XDG_CACHE_HOME: root });

async function entries(): Promise<string[]> {
  return readdir(folder).catch(() => []);
}

describe('the code of the program itself', () => {
  /** Paths of the entries after the first start, and of those that the second adds. */
  async function start(): Promise<{ readonly ruleset: string; readonly code: string }> {
    await evaluate();
    const [ruleset = ''] = (await entries()).map((name) => join(folder, name));
    await evaluate();
    const [code = ''] = (await entries())
      .map((name) => join(folder, name))
      .filter((path) => path !== ruleset);
    return { ruleset, code };
  }

  it('is kept by the second start, and then used', async () => {
    const { code } = await start();
    const { ino } = await stat(code);
    expect((await stat(code)).mode & 0o777).toBe(0o600);
    expect((await evaluate()).code).toBe(0);
    expect((await stat(code)).ino).toBe(ino);
    expect(await entries()).toHaveLength(2);
  });

  it.each<readonly [string, (key: string, entry: Buffer) => Uint8Array]>([
    ['a changed byte', (_, entry) => entry.fill(entry.at(-1) === 1 ? 2 : 1, entry.length - 1)],
    ['a cut end', (_, entry) => entry.subarray(0, -1)],
    ['no bytes', () => Buffer.alloc(0)],
    ['what V8 does not take', (key) => writeEntry(key, Buffer.from('no code'))],
  ])('is compiled again for %s', async (_, change) => {
    const { code } = await start();
    const whole = await readFile(code);
    await writeFile(code, change(code.slice(folder.length + 1), Buffer.from(whole)));
    const { ino } = await stat(code);
    const { code: exitCode, out } = await evaluate();
    expect(exitCode).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ decision: 'allow' });
    expect((await stat(code)).ino).not.toBe(ino);
  });

  it.runIf(posix)('is not kept where others may write', async () => {
    await evaluate();
    await chmod(folder, 0o770);
    expect((await evaluate()).code).toBe(0);
    expect(await entries()).toHaveLength(1);
  });

  it('of the compiler is kept when it is needed again', async () => {
    await start();
    await writeFile(join(root, 'gate.yaml'), OTHER);
    const { code, out } = await evaluate();
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ decision: 'escalate' });
    expect(await entries()).toHaveLength(4);
    await writeFile(join(root, 'gate.yaml'), `${OTHER}# more`);
    expect(JSON.parse((await evaluate()).out)).toMatchObject({ decision: 'escalate' });
    expect(await entries()).toHaveLength(5);
  });
});
