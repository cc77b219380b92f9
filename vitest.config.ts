import { defineConfig } from 'vitest/config';

/** Rooms whose tests start no service, and leave nothing behind in the process that runs them. */
const IN_PROCESS =
  'architecture|authoring|bench|classics|closed|compiler|docs|entries|generated|judge|library|policies|rulesets|runtime|short|words';

/** Tests in these rooms that replace modules, change the process or start a service. */
const ALONE = [
  'test/authoring/diff/git.test.ts',
  'test/entries/ledger/opening-turn.test.ts',
  'test/judge/operations.test.ts',
  'test/judge/thresholds.test.ts',
  'test/runtime/engine/at-most.test.ts',
  'test/runtime/engine/warm-up.test.ts',
  'test/runtime/host-facts/service.test.ts',
  'test/words/words.test.ts',
];

/** Rooms whose tests start services, which end with their file. */
const SERVICES =
  'agents|cli|clients|evidence|examples|invariants|language-service|package|roles|server|studio|walk';

/** Tests in these rooms that replace modules, change the process, measure its threads or start other processes. */
const SERVICES_ALONE = [
  'test/agents/gate/ledger.test.ts',
  'test/cli/completion.test.ts',
  'test/cli/printed-visibly.test.ts',
  'test/clients/python.test.ts',
  'test/evidence/commands.test.ts',
  'test/evidence/failing-disk.test.ts',
  'test/evidence/full-database.test.ts',
  'test/evidence/full-disk.test.ts',
  'test/evidence/log-tampering.test.ts',
  'test/evidence/outages.test.ts',
  'test/evidence/quick-disk.test.ts',
  'test/evidence/service-log.test.ts',
  'test/evidence/sinks.test.ts',
  'test/evidence/standard-output.test.ts',
  'test/evidence/time-zones.test.ts',
  'test/evidence/witness.test.ts',
  'test/server/approvals/command.test.ts',
  'test/server/approvals/kept.test.ts',
  'test/server/budgets/killed.test.ts',
  'test/server/data-folder.test.ts',
  'test/server/grpc/standard.test.ts',
  'test/server/jwks.test.ts',
  'test/server/preload.test.ts',
  'test/server/runs/http.test.ts',
  'test/server/runs/not-ready.test.ts',
  'test/server/runs/store.test.ts',
  'test/server/sessions/memory.test.ts',
  'test/server/sessions/restart.test.ts',
  'test/server/sessions/survive.test.ts',
  'test/server/shutdown.test.ts',
  'test/server/spawn-ahead.test.ts',
  'test/server/tls.test.ts',
  'test/server/warm-up.test.ts',
];

/** They measure turns of a thread, and run when no other test does. */
const MEASURED = [
  'test/invariants/livez-grpc.test.ts',
  'test/invariants/livez.test.ts',
  'test/server/approvals/first-escalation.test.ts',
];

export default defineConfig({
  test: {
    // A busy machine may take its time: these end what hangs, and say nothing of speed.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 } },
    // Most tests wait for processes: two cores are busy with three workers.
    maxWorkers: 3,
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
          name: 'services',
          include: [`test/@(${SERVICES})/**/*.test.ts`],
          exclude: [...SERVICES_ALONE, ...MEASURED],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'isolated',
          include: [
            `test/!(${IN_PROCESS}|${SERVICES}|agent-sdks|bundlers)/**/*.test.ts`,
            'test/agent-sdks/*.test.ts',
            ...ALONE,
            ...SERVICES_ALONE,
          ],
        },
      },
      {
        extends: true,
        test: { name: 'measured', include: MEASURED, maxWorkers: 1, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
