import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A ruleset whose decision is what its one fact says. */
export const VERDICT = `
templates:
  - name: verdict
    slots:
      - { name: is, type: symbol, allowed_values: [allow, deny, escalate], required: true }
      - { name: why, type: string, default: none }
rules:
  - name: allow
    when: [{ template: verdict, conditions: [{ slot: is, expression: equals(allow) }, { slot: why, bind: "?why" }] }]
    then: { action: allow, reason: "{why}", metadata: { rule: allow } }
  - name: escalate
    when: [{ template: verdict, conditions: [{ slot: is, expression: equals(escalate) }, { slot: why, bind: "?why" }] }]
    then: { action: escalate, reason: "{why}" }
`;

/** A ruleset that is busy for a while: every pair and triple of its facts. */
export const SLOW = `
templates:
  - name: number
    slots: [{ name: n, type: integer, required: true }]
rules:
  - name: triples
    when:
      - { template: number, conditions: [{ slot: n, bind: "?a" }] }
      - { template: number, conditions: [{ slot: n, bind: "?b" }] }
      - { template: number, conditions: [{ slot: n, bind: "?c" }, { test: "(> (* ?a ?b ?c) 100000000)" }] }
    then: { action: deny, reason: too much }
`;

/** Two nodes side by side and a third after both. */
export const DIAMOND = `
graph: diamond
nodes:
  - id: left
    ruleset: verdict
    facts: [{ template: verdict, data: { is: "\${params.left}", why: left } }]
  - id: right
    ruleset: verdict.yaml
    facts: [{ template: verdict, data: { is: "\${params.right}", why: "right of \${params.name}" } }]
  - id: both
    ruleset: verdict
    after: [left, right]
    when: { left: [allow], right: [allow, escalate] }
    facts: [{ template: verdict, data: { is: "\${nodes.right.decision}", why: "\${nodes.left.reason} and \${nodes.right.reason}" } }]
`;

/** A chain of nodes, each of which takes a while. */
export function chain(length: number, numbers: number): string {
  const facts = Array.from({ length: numbers }, (_, n) => `{ template: number, data: { n: ${n} } }`).join(
    ', ',
  );
  const nodes = Array.from({ length }, (_, i) => {
    const after = i === 0 ? '' : `, after: [n${i - 1}]`;
    return `  - { id: n${i}, ruleset: slow${after}, facts: [${facts}] }`;
  });
  return `nodes:\n${nodes.join('\n')}\n`;
}

export const FILES: Readonly<Record<string, string>> = {
  'verdict.yaml': VERDICT,
  'slow.yaml': SLOW,
  'graphs/diamond.yaml': DIAMOND,
  'graphs/chain.yaml': chain(8, 90),
};

/** Makes a folder with these files; returns its path and a function that removes it. */
export async function createRoot(
  files: Readonly<Record<string, string>> = FILES,
): Promise<{ readonly root: string; readonly remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'ferrule-root-'));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return { root, remove: () => rm(root, { recursive: true, force: true }) };
}
