/** A ruleset, a program that imports it, and a folder with both as a bundler of a user finds them. */
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const POLICY = `
templates:
  - name: request
    slots: [{ name: rows, type: integer, required: true }]
ruleset: policy
rules:
  - name: few-rows
    when: [{ template: request, conditions: [{ slot: rows, expression: "at_most(10)" }] }]
    then: { action: allow, reason: few }
`;

export const PROGRAM = `
import policy from './policy.rules.yaml';
const engine = policy.createEngine();
export const decide = (rows) =>
  engine.evaluate({ scoped: true, facts: [{ template: 'request', data: { rows } }] }).decision;
`;

export interface Built {
  readonly decide: (rows: number) => string;
}

/** With `main.js`, and `broken.js` whose ruleset does not compile; the package is found as an installed one is. */
export async function programFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-plugin-'));
  await writeFile(join(folder, 'policy.rules.yaml'), POLICY);
  await writeFile(join(folder, 'main.js'), PROGRAM);
  await writeFile(join(folder, 'broken.rules.yaml'), POLICY.replace('at_most', 'atmost'));
  await writeFile(join(folder, 'broken.js'), PROGRAM.replace('./policy.', './broken.'));
  await writeFile(join(folder, 'package.json'), '{"type": "module"}');
  await mkdir(join(folder, 'node_modules'));
  await symlink(resolve('.'), join(folder, 'node_modules', 'ferrule'));
  return folder;
}
