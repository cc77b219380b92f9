/** Signs of other languages become the words of this one. */
import { describe, expect, it } from 'vitest';
import { formatSource } from '../../authoring/fmt/format-source.ts';

describe('fmt', () => {
  it('writes words for signs, and leaves texts alone', () => {
    const rules = (condition: string): string => `rules:\n  a:\n    allow: true\n    if: ${condition}\n`;
    const formatted = formatSource({
      path: 'a.yaml',
      text: rules(`'input.a == "&& || !" && (input.b || !input.c)'`),
    });
    expect(formatted).toEqual({
      kind: 'formatted',
      text: rules(`'input.a == "&& || !" and (input.b or not input.c)'`),
    });
  });
});
