/** The first policy of the README is examples/first, file for file. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const page = readFileSync('README.md', 'utf8');

it.each(readdirSync('examples/first'))('the README shows %s as it is', (name) => {
  const [, shown] =
    new RegExp(`\`${name}\`[^\`]*(?:\`[^\`]+\`[^\`]*)*?\`\`\`\\w+\n([^]*?)\`\`\``).exec(page) ?? [];
  expect(shown).toBe(readFileSync(`examples/first/${name}`, 'utf8'));
});
