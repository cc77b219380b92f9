/** Templates of the rulesets that tests of slips compile, and the errors of such a ruleset. */
import { compileSources } from '../../compiler/compile.ts';

/** The errors of a ruleset, beside a file of data if there is one. */
export function found(text: string, csv?: string): readonly string[] {
  const sources = [{ path: 'rules.yaml', text }];
  if (csv !== undefined) sources.push({ path: 'data.csv', text: csv });
  const { diagnostics } = compileSources(sources, {});
  return diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ code, message }) => `${code}: ${message}`);
}

export const TEMPLATES = `templates:
  - name: p
    slots:
      - { name: who, type: string }
      - { name: n, type: integer }
  - { name: note, slots: [{ name: text, type: string }] }
`;
