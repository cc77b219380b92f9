import { configDefaults, defineConfig } from 'vitest/config';

/** Rooms whose tests run in the process of the test runner and leave nothing behind in it. */
const SHARED = [
  'architecture',
  'authoring',
  'bench',
  'classics',
  'closed',
  'compiler',
  'docs',
  'entries',
  'generated',
  'judge',
  'library',
  'policies',
  'rulesets',
  'runtime',
  'short',
  'words',
].map((room) => `test/${room}/**/*.test.ts`);

/** Tests in these rooms that replace modules, change the process or need one for themselves. */
const ALONE = [
  'test/authoring/diff/git.test.ts',
  'test/judge/operations.test.ts',
  'test/judge/thresholds.test.ts',
  'test/runtime/engine/warm-up.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      // Files share the modules that a worker has loaded: loading them takes longer than most of these tests.
      { extends: true, test: { name: 'shared', include: SHARED, exclude: ALONE, isolate: false } },
      {
        extends: true,
        test: { name: 'isolated', include: ['test/**/*.test.ts'], exclude: [...configDefaults.exclude, ...SHARED] },
      },
      { extends: true, test: { name: 'isolated, too', include: ALONE } },
    ],
  },
});
