import { afterAll, beforeAll, expect } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';

export interface SuiteDesk {
  /** Lines of the report about the suite itself, without its path. */
  readonly problems: (text: string, name?: string) => Promise<readonly string[]>;
  /** Printed output of a suite. */
  readonly run: (text: string) => Promise<string>;
  readonly path: () => string;
}

/** A folder with a ruleset, for the tests of a file. */
export function suiteDesk(): SuiteDesk {
  let folder: Folder;
  beforeAll(async () => {
    folder = await rulesetFolder();
  });
  afterAll(() => folder.remove());
  return {
    async problems(text, name = 'a.test.yaml') {
      const { out } = await runHere('test', await folder.write(name, text));
      expect(out).toContain('1 suite not run');
      const lines = out.split('\n').filter((line) => line.startsWith('  ') && line.includes(`/${name}:`));
      return lines.map((line) => line.slice(line.indexOf(`/${name}:`) + name.length + 2));
    },
    async run(text) {
      return (await runHere('test', await folder.write('a.test.yaml', text))).out;
    },
    path: () => folder.path,
  };
}
