import { execFileSync } from 'node:child_process';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { full } from '../full.ts';
import { temporaryFolder } from './support.ts';
import { other, WRITER, write, verdict, linesOf } from './log-support.ts';

describe('tampering', () => {
  let original = '';
  beforeAll(async () => {
    original = await (await import('node:fs/promises')).mkdtemp('/tmp/ferrule-tampered-');
    write(original, 0, 8);
    return () => rm(original, { recursive: true });
  });

  /** Line (from 1) that the verdict on a copy names after its lines were changed. */
  async function found(change: (lines: string[]) => string[]): Promise<string | null> {
    const folder = await temporaryFolder();
    await cp(original, folder, { recursive: true });
    const { path, lines } = await linesOf(folder);
    await writeFile(
      path,
      change(lines)
        .map((line) => `${line}\n`)
        .join(''),
    );
    const { problem } = verdict(folder);
    return problem === null ? null : problem.at.replace(`${path}:`, '');
  }

  test('nothing changed: nothing found', async () => {
    expect(await found((lines) => lines)).toBeNull();
  });

  test('every byte of every record counts', async () => {
    const { lines } = await linesOf(original);
    for (const [n, line] of lines.entries()) {
      // One byte of each kind: of the version, number, names, texts, hash and signs between them.
      for (let at = 0; at < line.length; at += full(7, 31)) {
        const changed = `${line.slice(0, at)}${line[at] === 'x' ? 'y' : 'x'}${line.slice(at + 1)}`;
        const at1 = await found((all) => all.map((one, i) => (i === n ? changed : one)));
        // A changed hash of the line before accuses that line as much as this one.
        expect([`${n}`, `${n + 1}`], changed).toContain(at1);
      }
    }
  });

  test.each([
    ['a removed record', (all: string[]) => all.filter((_, i) => i !== 4), '5'],
    ['a record twice', (all: string[]) => all.flatMap((one, i) => (i === 4 ? [one, one] : [one])), '6'],
    [
      'two records exchanged',
      (all: string[]) => [...all.slice(0, 4), all[5]!, all[4]!, ...all.slice(6)],
      '5',
    ],
    ['a record added', (all: string[]) => [...all, '{"v":1,"seq":9,"prev":"x"}'], '9'],
    ['the first record gone', (all: string[]) => all.slice(1), '1'],
  ])('%s', async (_what, change, line) => {
    expect(await found(change)).toBe(line);
  });

  test('a cut tail', async () => {
    const folder = await temporaryFolder();
    await cp(original, folder, { recursive: true });
    const { path, lines } = await linesOf(folder);
    await writeFile(path, `${lines.slice(0, -2).join('\n')}\n`);
    const [name = ''] = await readdir(join(folder, 'checkpoints'));
    const kept = await readFile(join(folder, 'checkpoints', name), 'utf8');
    const problem = { problem: 'the log ends at seq 6, and a checkpoint was signed over 9 records' };
    expect(verdict(folder).problem).toMatchObject(problem);
    await rm(join(folder, 'checkpoints'), { recursive: true });
    expect(verdict(folder).problem?.problem).toMatch(/^no checkpoint covers any record of the chain /);
    expect(verdict(folder, kept).problem).toMatchObject(problem);
  });

  test('a log rewritten without the key', async () => {
    const folder = await temporaryFolder();
    const checkpoints = join(folder, 'checkpoints');
    write(folder, 100, 108, { signer: other });
    expect(verdict(folder).problem?.problem).toBe('a checkpoint is not signed with a given key');
    await rm(checkpoints, { recursive: true });
    expect(verdict(folder).problem?.problem).toMatch(/^no checkpoint covers any record of the chain /);
  });

  test('checkpoints of records that are gone: there, or kept elsewhere', async () => {
    const folder = await temporaryFolder();
    write(folder, 100, 108);
    expect(verdict(folder).problem).toBeNull();
    const [logId = ''] = await readdir(join(original, 'checkpoints'));
    const kept = await readFile(join(original, 'checkpoints', logId), 'utf8');
    const gone = {
      at: folder,
      problem: `a checkpoint covers ferrule/${logId}, but its records are missing`,
    };
    expect(verdict(folder, kept).problem).toEqual(gone);
    const { path } = await linesOf(folder);
    expect(verdict(path, kept).problem).toEqual({ ...gone, at: path });
    await cp(join(original, 'checkpoints'), join(folder, 'checkpoints'), { recursive: true });
    expect(verdict(folder).problem?.problem).toBe(
      `a checkpoint covers ${logId}, but its records are missing`,
    );
    expect(verdict(path).problem).toBeNull();
  });

  test('a chain in the place of the oldest file, or beside the others', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 20, { fileBytes: 700 });
    const whole = await temporaryFolder();
    await cp(folder, whole, { recursive: true });
    const forged = await temporaryFolder();
    write(forged, 0, 3, { signer: null });
    const { path } = await linesOf(forged);
    const [oldest] = listFiles(join(folder, WRITER));
    await cp(path, oldest!.path);
    expect(verdict(folder).problem?.problem).toMatch(/^no checkpoint covers any record of the chain /);
    await cp(join(forged, WRITER), join(whole, 'worker-7'), { recursive: true });
    expect(verdict(whole).problem?.problem).toMatch(/^no checkpoint covers any record of the chain /);
  });

  test('a chain that was signed, in the place of the one before', async () => {
    const [folder, elsewhere] = [await temporaryFolder(), await temporaryFolder()];
    write(folder, 0, 5);
    write(elsewhere, 10, 15);
    const { path } = await linesOf(elsewhere);
    await cp(path, join(folder, WRITER, '00000002-2026-11-21.jsonl'));
    await cp(join(elsewhere, 'checkpoints'), join(folder, 'checkpoints'), { recursive: true });
    expect(verdict(folder).problem?.problem).toMatch(
      /does not state that it follows the previous chain \S+$/,
    );
  });

  test('a chain that others follow, removed with its checkpoints', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 5);
    const [first] = listFiles(join(folder, WRITER));
    await writeFile(`${first!.path}.doubted`, '');
    write(folder, 5, 8);
    expect(verdict(folder).problem).toBeNull();
    const [logId = ''] = (await readdir(join(folder, 'checkpoints'))).sort();
    await rm(first!.path);
    await rm(join(folder, 'checkpoints', logId));
    expect(verdict(folder).problem?.problem).toMatch(/ follows 6 records of \S+, which are missing$/);
  });

  test('a checkpoint that was given and lies before the log', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 5);
    const [logId = ''] = await readdir(join(folder, 'checkpoints'));
    const kept = await readFile(join(folder, 'checkpoints', logId), 'utf8');
    write(folder, 5, 10);
    await rm(listFiles(join(folder, WRITER))[0]!.path);
    const from = [{ logId: null, seq: 6 }];
    expect(verdict(folder, '', { from }).problem).toBeNull();
    expect(verdict(folder, kept, { from }).problem).toEqual({
      at: 'the checkpoint given',
      problem: 'it covers 6 records, but the log begins at seq 6',
    });
  });

  test('records after the last checkpoint', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 5);
    write(folder, 5, 8, { signer: null });
    const tail = 'the records from seq 6 to 9 are not covered by a checkpoint';
    expect(verdict(folder).problem?.problem).toContain(tail);
    const { problem, chains } = verdict(folder, '', { allowsUncovered: true });
    expect([problem, chains[0]]).toMatchObject([null, { covered: 6, to: 10 }]);
  });

  test('a chain that is in the log twice', async () => {
    const folder = await temporaryFolder();
    await cp(original, folder, { recursive: true });
    await cp(join(folder, WRITER), join(folder, 'worker-1'), { recursive: true });
    expect(verdict(folder).problem?.problem).toMatch(/^the log contains the chain \S+ twice$/);
    expect(verdict(folder, '', { keys: [] }).problem?.problem).toMatch(/ contains the chain \S+ twice$/);
  });

  test('a pipe in the place of a file, which would never end', async () => {
    const folder = await temporaryFolder();
    await cp(original, folder, { recursive: true });
    execFileSync('mkfifo', [join(folder, WRITER, '00000009-2026-11-25.jsonl')]);
    expect(() => verdict(folder)).toThrow('is not a file');
  });

  test('hashes recomputed without the key', async () => {
    const problemOf = async (change: (line: string) => string): Promise<string | undefined> => {
      const folder = await temporaryFolder();
      await cp(original, folder, { recursive: true });
      const { path, lines } = await linesOf(folder);
      let prev = '0'.repeat(64);
      const chained = lines.map((line) => {
        const text = change(line).replace(/"prev":"[0-9a-f]{64}"/, `"prev":"${prev}"`);
        prev = createHash('sha256').update('\0').update(text).digest('hex');
        return `${text}\n`;
      });
      await writeFile(path, chained.join(''));
      return verdict(folder).problem?.problem;
    };
    expect(await problemOf((line) => line)).toBeUndefined();
    expect(await problemOf((line) => line.replace('id-4', 'id-5'))).toBe(
      'the records from seq 0 to 8 are not the signed ones',
    );
  });
});
