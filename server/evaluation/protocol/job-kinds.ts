/** Operations of an evaluation worker; each is one file in jobs/. */
export const JOB_KINDS = [
  'assert-fact',
  'assert-facts',
  'authzen-evaluation',
  'authzen-evaluations',
  'authzen-search',
  'batch-data',
  'call',
  'create-session',
  'data',
  'decide',
  'default-decision',
  'envoy',
  'evaluate',
  'evaluate-node',
  'list-facts',
  'list-modules',
  'list-rules',
  'list-templates',
  'match-fleet-facts',
  'query-facts',
  'query-fleet-facts',
  'read-access',
  'read-envoy',
  'read-fleet-fact',
  'read-run',
  'restore-session',
  'retract-facts',
] as const;

export type JobKind = (typeof JOB_KINDS)[number];

/** Operations that decide something. */
export const DECIDING_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  'authzen-evaluation',
  'authzen-evaluations',
  'authzen-search',
  'batch-data',
  'call',
  'data',
  'decide',
  'default-decision',
  'envoy',
  'evaluate',
  'evaluate-node',
]);

/** Operations that are recorded when they succeed. */
export const RECORDED_KINDS: ReadonlySet<JobKind> = new Set<JobKind>([
  ...DECIDING_KINDS,
  'assert-fact',
  'assert-facts',
  'retract-facts',
]);
