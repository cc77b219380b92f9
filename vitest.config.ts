import { defineConfig } from 'vitest/config';

/** Rooms whose tests start no service, and leave nothing behind in the process that runs them. */
const IN_PROCESS =
  'architecture|authoring|bench|classics|closed|compiler|docs|entries|generated|judge|library|policies|rulesets|runtime|short|words';

/** Tests in these rooms that replace modules, change the process or start a service. */
const ALONE = [
  'test/authoring/diff/git.test.ts',
  'test/judge/operations.test.ts',
  'test/judge/thresholds.test.ts',
  'test/runtime/engine/at-most.test.ts',
  'test/runtime/engine/warm-up.test.ts',
  'test/runtime/host-facts/service.test.ts',
  'test/words/words.test.ts',
];

export default defineConfig({
  test: {
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'in process',
          include: [`test/@(${IN_PROCESS})/**/*.test.ts`],
          exclude: ALONE,
          // Files share the modules that a worker has loaded. Loading them for each takes longer than most of these tests.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            `test/!(${IN_PROCESS}|agent-sdks|bundlers)/**/*.test.ts`,
            'test/agent-sdks/*.test.ts',
            ...ALONE,
          ],
        },
      },
    ],
  },
});
