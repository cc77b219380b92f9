import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import type { FactInput } from '../../runtime/facts/read-facts.ts';
import { Engine } from '../../library/node/engine.ts';
import { evaluateResponse } from '../../library/evaluate-response.ts';

interface Example {
  readonly heading: string;
  readonly yaml: string;
  /** Facts and what is said of the answer to them. */
  readonly answers: readonly {
    readonly given: { readonly facts?: readonly FactInput[]; readonly input?: unknown };
    readonly answer: object;
  }[];
}

/** The clock of the examples, in milliseconds. */
const NOW = 1_760_000_000_000;

const PIECE = /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm;

/** The answer that a command printed, without what it measured. */
function printed(text: string): object {
  const { duration_us: _, ...answer } = JSON.parse(text.slice(text.indexOf('\n{'))) as Record<string, unknown>;
  return answer;
}

/** The rulesets of a page, each with the pairs of facts and answers that follow it. Other YAML is marked as a fragment. */
function readExamples(page: string): readonly Example[] {
  const examples: { heading: string; yaml: string; blocks: unknown[] }[] = [];
  let heading = '';
  for (const [, title, language, text = ''] of page.matchAll(PIECE)) {
    if (title !== undefined) heading = title;
    else if (language === 'yaml') examples.push({ heading, yaml: text, blocks: [] });
    else if (language === 'json') examples.at(-1)?.blocks.push(JSON.parse(text));
    else if (language === 'console' && text.includes('--pretty')) examples.at(-1)?.blocks.push(printed(text));
  }
  return examples.map(({ heading: under, yaml, blocks }) => ({
    heading: under,
    yaml,
    answers: blocks.flatMap((block, i): Example['answers'] => {
      const next = blocks[i + 1];
      if (Array.isArray(block) && (next === undefined || Array.isArray(next))) return [];
      if (Array.isArray(block)) return [{ given: { facts: block as FactInput[] }, answer: next as object }];
      const isDocument = typeof block === 'object' && block !== null && 'input' in block;
      return isDocument ? [{ given: { input: block.input }, answer: next as object }] : [];
    }),
  }));
}

const PAGES = ['docs/reference/long-form.md', 'docs/reference/long-form-conditions.md', 'docs/reference/long-form-decisions.md', 'docs/reference/long-form-data.md', 'docs/reference/rules.md'];

describe.each(PAGES)('the examples of %s', async (path) => {
  const examples = readExamples(await readFile(path, 'utf8'));

  it.each(examples)('$heading', async ({ yaml, answers }) => {
    const engine = await Engine.fromSources([{ path: 'example.yaml', text: yaml }], { strict: true, now: () => NOW });
    expect(answers.length).toBeGreaterThan(0);
    for (const { given, answer } of answers) {
      expect(evaluateResponse(engine.evaluate({ scoped: true, ...given }))).toMatchObject(answer);
    }
  });
});
