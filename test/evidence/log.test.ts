import { readFileSync } from 'node:fs';
import { readdir, readFile, rm, truncate, writeFile, appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { FileLog } from '../../evidence/log/file-log.ts';
import { listFiles, removeOld } from '../../evidence/log/log-files.ts';
import { proveRecord } from '../../evidence/log/prove-record.ts';
import { signRemoval } from '../../evidence/log/retention-note.ts';
import { verifyLog } from '../../evidence/log/verify-log.ts';
import { verifyProof } from '../../evidence/log-proof.ts';
import { readRecords, temporaryFolder } from './support.ts';
import { signer, other, WRITER, quiet, settings, write, verdict, linesOf } from './log-support.ts';

/** The number of the first record of a file, and its chain. */
function endBefore(path: string): { readonly before: number; readonly logId: string } {
  const [line = ''] = readFileSync(path, 'utf8').split('\n');
  const { seq, log_id: logId } = JSON.parse(line) as { readonly seq: number; readonly log_id: string };
  return { before: seq, logId };
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
      problem: 'the log does not contain this decision',
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
      expect(alone.problem?.problem).toBe('a checkpoint is not signed with a given key');
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
    const [{ seq, log_id: logId } = { seq: 0, log_id: '' }] = await readRecords(folder, WRITER);
    const cut = `the log begins at seq ${String(seq)} of ${String(logId)}: no signed note confirms`;
    expect(verdict(folder).problem?.problem).toContain(cut);
    expect(verdict(folder, '', { from: [{ logId: null, seq: 3 }] }).problem?.problem).toContain(cut);
    const from = [{ logId: String(logId), seq: Number(seq) }];
    const { chains, problem } = verdict(folder, '', { from });
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
    expect(verdict(folder).problem?.problem).toContain('the log begins at seq');
  });

  test('is verified where its retention removed the oldest files, and nowhere else', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 10, { fileBytes: 700 });
    const [logId = ''] = await readdir(join(folder, 'checkpoints'));
    const kept = await readFile(join(folder, 'checkpoints', logId), 'utf8');
    vi.setSystemTime(Date.now() + 10 * 86_400_000);
    write(folder, 10, 20, { fileBytes: 700, retentionDays: 1 });
    vi.useRealTimers();
    const { chains, problem } = verdict(folder);
    expect(problem).toBeNull();
    expect(chains[0]?.from).toBeGreaterThan(9);
    // The checkpoints of what is gone may be given as well.
    expect(verdict(folder, kept).problem).toBeNull();
    // Another removed file contradicts the note.
    const [first] = listFiles(join(folder, WRITER));
    const text = await readFile(first!.path, 'utf8');
    await rm(first!.path);
    expect(verdict(folder).problem?.problem).toContain('the log begins at seq');
    await writeFile(first!.path, text);
    // Nor is a note that another key signed.
    const note = join(folder, 'retention', logId);
    await writeFile(note, signRemoval({ logId, before: chains[0]!.from }, 'ferrule', other));
    expect(verdict(folder).problem?.problem).toContain('the log begins at seq');
  });

  test('loses files that are larger than memory could hold, of which retention reads the first line', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 10, { fileBytes: 700 });
    const files = listFiles(join(folder, WRITER));
    const { before, logId } = endBefore(files.at(-1)!.path);
    // A file without blocks on the disk; `readFileSync` refuses files of 2 GiB.
    await truncate(files[1]!.path, 3 * 2 ** 30);
    await truncate(files.at(-1)!.path, 3 * 2 ** 30);
    const removals: unknown[] = [];
    removeOld(join(folder, WRITER), 1, Date.now() + 10 * 86_400_000, (removal) => removals.push(removal));
    expect(removals).toEqual([{ logId, before }]);
    expect(listFiles(join(folder, WRITER))).toEqual(files.slice(-1));
  });

  test('says no more than was removed if a file is missing before the oldest that stays', async () => {
    const folder = await temporaryFolder();
    write(folder, 0, 10, { fileBytes: 700 });
    const files = listFiles(join(folder, WRITER));
    const missing = files.at(-2)!;
    const { before, logId } = endBefore(missing.path);
    await rm(missing.path);
    const removals: unknown[] = [];
    removeOld(join(folder, WRITER), 1, Date.now() + 10 * 86_400_000, (removal) => removals.push(removal));
    expect(removals).toEqual([{ logId, before }]);
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

  test('that was changed is left as it is, and another chain begins', async () => {
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
