/** `document-child.js BATCHES BATCH_MS`: what a document of 10 kB costs from its text to facts, beside JSON.parse. */
import { Engine, parseDocument } from '../../library/node/engine.ts';
import { startTimer, type Elapsed } from '../measure/timer.ts';
import { rulesetFile } from '../workloads/ruleset-file.ts';

export interface DocumentFigures {
  readonly bytes: number;
  readonly facts: number;
  /** Times of one call, by batch; batches of one place were measured right after each other. */
  readonly jsonParse: readonly Elapsed[];
  readonly parse: readonly Elapsed[];
  /** An evaluation of the parsed document, and one of the facts that it becomes. */
  readonly ofDocument: readonly Elapsed[];
  readonly ofFacts: readonly Elapsed[];
}

const LABELS = 24;
const CONTAINERS = 40;
const WARM_UP_MS = 2000;
/** Calls per reading of the clock. */
const CALLS = 20;

const [batches = '', batchMs = ''] = process.argv.slice(2);
const numbered = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

function admissionReview(): unknown {
  const labels = Object.fromEntries(numbered(LABELS, (i) => [`team.example.com/label-${i}`, `value-${i}`]));
  const containers = numbered(CONTAINERS, (i) => ({
    name: `container-${i}`,
    image: `registry.example.com/team/service-${i}:1.${i}.0`,
    ports: [{ containerPort: 8000 + i, protocol: 'TCP' }],
    env: [{ name: 'LOG_LEVEL', value: 'info' }],
    resources: { limits: { cpu: 0.25, memory: '128Mi' } },
  }));
  const userInfo = { username: 'ann', groups: ['developers', 'on-call'] };
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod', labels }, spec: { containers } };
  return { kind: 'AdmissionReview', request: { uid: '705ab4f5', operation: 'CREATE', userInfo, object } };
}

const text = JSON.stringify(admissionReview());
const input = JSON.parse(text) as never;
const engine = await Engine.fromSources([rulesetFile('admission')]);
const facts = engine
  .evaluate({ scoped: true, input, include: ['facts'] })
  .facts!.map(({ template, data }) => ({ template, data }));

function measure(call: () => unknown, milliseconds: number): Elapsed {
  const ends = performance.now() + milliseconds;
  const elapsed = startTimer();
  let calls = 0;
  do {
    for (let i = 0; i < CALLS; i++) call();
    calls += CALLS;
  } while (performance.now() < ends);
  const { nanoseconds, processor } = elapsed();
  return { nanoseconds: nanoseconds / calls, processor: processor / calls };
}

const calls = {
  jsonParse: () => JSON.parse(text) as unknown,
  parse: () => parseDocument(text),
  ofDocument: () => engine.evaluate({ scoped: true, input }),
  ofFacts: () => engine.evaluate({ scoped: true, facts }),
};
const names = Object.keys(calls) as (keyof typeof calls)[];
for (const name of names) measure(calls[name], WARM_UP_MS / names.length);
const times: Record<keyof typeof calls, Elapsed[]> = {
  jsonParse: [],
  parse: [],
  ofDocument: [],
  ofFacts: [],
};
for (let round = 0; round < Number(batches); round++) {
  for (const name of names) times[name].push(measure(calls[name], Number(batchMs)));
}
const figures: DocumentFigures = { bytes: Buffer.byteLength(text), facts: facts.length, ...times };
console.log(JSON.stringify(figures));
