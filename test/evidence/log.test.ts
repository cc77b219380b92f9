import { cp, readdir, readFile, rm, writeFile, appendFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSigningKey } from '../../server/evidence/attestation-key.ts';
import { FileLog } from '../../server/evidence/log/file-log.ts';
import type { FileLogSettings } from '../../server/evidence/log/file-log-settings.ts';
import { listFiles, removeOld } from '../../server/evidence/log/log-files.ts';
import { proveRecord } from '../../server/evidence/log/prove-record.ts';
import { verifyLog } from '../../server/evidence/log/verify-log.ts';
import { verifyProof } from '../../server/evidence/log-proof.ts';
import { generateKeys } from '../../server/signing/keys.ts';
import { temporaryFolder } from './support.ts';

const signer = readSigningKey(generateKeys().privateKey)!;
const other = readSigningKey(generateKeys().privateKey)!;
const WRITER = 'worker-0';
const quiet = { warn: () => undefined, checkpoint: () => undefined };

function settings(folder: string, more: Partial<FileLogSettings> = {}): FileLogSettings {
  return {
    folder,
    sync: false,
    fileBytes: 1024 * 1024,
    bufferBytes: 1024 * 1024,
    checkpointMs: 3_600_000,
    retentionDays: null,
    signer,
    issuer: 'ferrule',
    ...more,
  };
}

function write(folder: string, from: number, to: number, more: Partial<FileLogSettings> = {}): void {
  const log = new FileLog(WRITER, settings(folder, more), quiet);
  for (let i = from; i < to; i++) {
    log.append(`"time":"t","kind":"decision","decision_id":"id-${i}","reason":"réason ${i}"`);
    void log.flushBatch();
  }
  void log.close();
}

const verdict = (folder: string, checkpoints = '') => verifyLog(folder, { keys: [signer.x], checkpoints });

/** Bytes of the only file of a writer, by line. */
async function linesOf(folder: string): Promise<{ path: string; lines: string[] }> {
  const path = listFiles(join(folder, WRITER))[0]!.path;
  return { path, lines: (await readFile(path, 'utf8')).split('\n').slice(0, -1) };
}

describe('a log that was written', () => {
  test('is verified over restarts and files, and every record is proved', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 20, { fileBytes: 700 });
    write(folder, 20, 30);
    const { chains, problem } = verdict(folder);
    expect(problem).toBeNull();
    expect(chains).toHaveLength(1);
    expect(listFiles(join(folder, WRITER)).length).toBeGreaterThan(3);
    expect(chains[0]).toMatchObject({ from: 0, checkpoints: 2, covered: chains[0]!.to });
    for (let i = 0; i < 30; i++) {
      const result = proveRecord(folder, `id-${i}`, [signer.x]);
      expect(result.ok && verifyProof(result.proof, [signer.x])).toMatchObject({
        ok: true,
        record: expect.stringContaining(`"reason":"réason ${i}"`) as string,
      });
      expect(result.ok && verifyProof(result.proof, [other.x])).toMatchObject({ ok: false });
      const changed = result.ok ? result.proof.replace(/^index .*$/m, 'index 0') : '';
      expect(verifyProof(changed, [signer.x])).toMatchObject({ ok: false });
    }
    expect(proveRecord(folder, 'id-30', [signer.x])).toEqual({
      ok: false,
      problem: 'the log holds no such decision',
    });
  });

  test('goes on under another key, and is verified with both', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 5);
    write(folder, 5, 10, { signer: other });
    const keys = [signer.x, other.x];
    const { chains, problem } = verifyLog(folder, { keys, checkpoints: '' });
    expect(problem).toBeNull();
    expect(chains).toMatchObject([{ from: 0, to: 12, checkpoints: 2, covered: 12 }]);
    for (const key of keys) {
      const alone = verifyLog(folder, { keys: [key], checkpoints: '' });
      expect(alone.problem?.problem).toBe('a checkpoint is not signed with a key that was given');
    }
    for (const id of ['id-1', 'id-9']) {
      const result = proveRecord(folder, id, keys);
      expect(result.ok && verifyProof(result.proof, keys)).toMatchObject({ ok: true });
      // The last checkpoint covers all that came before.
      expect(result.ok && verifyProof(result.proof, [other.x])).toMatchObject({ ok: true });
    }
    const { path, lines } = await linesOf(folder);
    await writeFile(path, `${lines.map((line) => line.replace('id-1"', 'id-7"')).join('\n')}\n`);
    expect(verifyLog(folder, { keys, checkpoints: '' }).problem?.at).toBe(`${path}:3`);
  });

  test('is verified and proved without its oldest files', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 20, { fileBytes: 700 });
    const files = listFiles(join(folder, WRITER));
    for (const { path } of files.slice(0, 3)) await rm(path);
    const { chains, problem } = verdict(folder);
    expect(problem).toBeNull();
    expect(chains[0]!.from).toBeGreaterThan(5);
    const result = proveRecord(folder, 'id-19', [signer.x]);
    expect(result.ok && verifyProof(result.proof, [signer.x]).ok).toBe(true);
  });

  test('loses what is older than it may be, and never its newest file', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 10, { fileBytes: 700 });
    removeOld(join(folder, WRITER), 1, Date.now() + 10 * 86_400_000);
    expect(listFiles(join(folder, WRITER))).toHaveLength(1);
    expect(verdict(folder).problem).toBeNull();
  });

  test('has a torn last line set aside, and goes on from the last whole record', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 3);
    const { path } = await linesOf(folder);
    await appendFile(path, '{"v":1,"seq":4,"ti');
    write(folder, 3, 5);
    expect(verdict(folder).problem).toBeNull();
    expect(await readFile(`${path}.torn`, 'utf8')).toBe('{"v":1,"seq":4,"ti');
    expect(verdict(folder).chains[0]).toMatchObject({ from: 0, to: 7 });
  });

  test('that somebody changed is left as it is, and another chain begins', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 3);
    const { path, lines } = await linesOf(folder);
    await writeFile(path, [...lines.slice(0, 1), ...lines.slice(2), ''].join('\n'));
    const warnings: string[] = [];
    const log = new FileLog(WRITER, settings(folder), { ...quiet, warn: (text) => warnings.push(text) });
    log.close();
    expect(warnings).toEqual([expect.stringContaining('a new chain begins')]);
    expect(verdict(folder).problem?.at).toBe(`${path}:2`);
  });
});

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
      for (let at = 0; at < line.length; at += 7) {
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
    expect(verdict(folder).problem).toBeNull();
    expect(verdict(folder, kept).problem).toMatchObject(problem);
  });

  test('a log written anew by somebody without the key', async () => {
    const folder = await temporaryFolder();
    const checkpoints = join(folder, 'checkpoints');
    write(folder, 100, 108, { signer: other });
    expect(verdict(folder).problem?.problem).toBe('a checkpoint is not signed with a key that was given');
    await rm(checkpoints, { recursive: true });
    expect(verdict(folder).problem).toBeNull();
    // What was signed over the records of before shows that they are gone: there, or kept elsewhere.
    const [logId = ''] = await readdir(join(original, 'checkpoints'));
    const kept = await readFile(join(original, 'checkpoints', logId), 'utf8');
    const gone = {
      at: folder,
      problem: `there is a checkpoint of ferrule/${logId}, and none of its records`,
    };
    expect(verdict(folder, kept).problem).toEqual(gone);
    const { path } = await linesOf(folder);
    const problem = 'none of the checkpoints given is of these records';
    expect(verdict(path, kept).problem).toEqual({ at: path, problem });
    await cp(join(original, 'checkpoints'), checkpoints, { recursive: true });
    expect(verdict(folder).problem?.problem).toBe(
      `there is a checkpoint of ${logId}, and none of its records`,
    );
    expect(verdict(path).problem).toBeNull();
  });

  test('hashes made anew by somebody without the key', async () => {
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
      'the records from seq 0 to 8 are not those that were signed',
    );
  });
});
