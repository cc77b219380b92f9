/** The examples of the page "Rules" in the long form, as `ferrule fmt --long` writes them. `npm run check` compares it. */
import { readFileSync } from 'node:fs';
import { longForm } from '../../authoring/fmt/change-form.ts';

const RULES = 'docs/reference/rules.md';
export const LONG_EXAMPLES = 'docs/reference/rules-in-long-form.md';

const HEAD = `# Rules in the long form

This page shows what the examples of [Rules](rules.md) are compiled from, in the same order, as \`ferrule fmt --long\` writes them.
[The long form](long-form.md) explains each key. Each value of the document that a rule tests is an own template, so that a missing
value is a missing fact.
`;

/** The page. Throws if an example has no long form. */
export function longExamples(): string {
  const [, ...sections] = readFileSync(RULES, 'utf8').split(/^## /m);
  const shown = sections.flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'));
    const examples = [...section.matchAll(/^```yaml\n([^]*?)^```$/gm)].map(([, text = '']) => written(text));
    return examples.length === 0 ? [] : [`## ${title}\n`, ...examples];
  });
  return [HEAD, ...shown].join('\n');
}

function written(text: string): string {
  const changed = longForm([{ path: 'rules.yaml', text }]);
  if (changed.kind !== 'changed') throw new Error(`no long form: ${text}`);
  return `\`\`\`yaml\n${changed.sources.map((source) => source.text).join('---\n')}\`\`\`\n`;
}
