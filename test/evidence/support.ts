import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { listFiles } from '../../evidence/log/log-files.ts';
import { generateKeys } from '../../library/node/signing/keys.ts';

/** A folder that is removed after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-evidence-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** A key pair in files. */
export async function writeKeys(folder: string): Promise<{ readonly key: string; readonly pub: string }> {
  const { privateKey, publicKey } = generateKeys();
  const key = join(folder, 'attestation.key');
  const pub = join(folder, 'attestation.pub');
  await writeFile(key, privateKey);
  await writeFile(pub, publicKey);
  return { key, pub };
}

/** The records of one writer of a log, in order. */
export async function readRecords(folder: string, writer: string): Promise<Record<string, unknown>[]> {
  const texts = await Promise.all(listFiles(join(folder, writer)).map(({ path }) => readFile(path, 'utf8')));
  return texts.flatMap((text) =>
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, unknown>),
  );
}

/** A ruleset with one rule that requests a token, and another that does not. */
export const ATTESTED = `
ruleset: attested
templates:
  - name: call
    slots:
      - { name: tool, type: symbol, required: true }
      - { name: amount, type: float, default: 0.0 }
      - { name: count, type: integer, default: 1 }
      - { name: note, type: string, default: "" }
rules:
  - name: pay
    when: [{ template: call, conditions: [{ slot: tool, expression: "equals(pay)" }] }]
    then: { action: allow, reason: paid, attestation: true, metadata: { control: AC-3 } }
  - name: read
    when: [{ template: call, conditions: [{ slot: tool, expression: "equals(read)" }] }]
    then: { action: allow, reason: read }
`;
