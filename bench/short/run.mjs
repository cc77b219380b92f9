/**
 * Short rules beside their long form: compile time of 1,000 rules, and the time of an evaluation. Then policies in
 * several forms (`NAME.short.yaml`, `NAME.long.yaml`, …; default: bench/short/policies): evaluations of the two for a
 * document, and tokens.
 *
 *     npm run build && node bench/short/run.mjs [FOLDER]
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compile } from '../../dist/compiler.js';
import { Engine } from '../../dist/library.js';
import { POLICIES, printTokens } from './tokens.mjs';

const RULES = 1_000;
const ROUNDS = 5;
const EVALUATIONS = 10_000;

const SHORT = `templates: { call: { tool!: string, rows: integer }, user: { id: string, team: symbol } }
rules:
${Array.from({ length: RULES }, (_, i) => `  r${i}: { deny: "{call.tool} reads {call.rows} rows", if: 'call.tool == "t${i}" and call.rows > ${i} and user.team != "team${i}"' }\n`).join('')}`;
const LONG = `templates:
  - { name: call, slots: [{ name: tool, type: string, required: true }, { name: rows, type: integer }] }
  - { name: user, slots: [{ name: id, type: string }, { name: team, type: symbol }] }
rules:
${Array.from(
  { length: RULES },
  (_, i) => `  - name: r${i}
    when:
      - { template: call, alias: $call, conditions: [{ slot: tool, expression: equals("t${i}") }, { slot: rows, expression: greater_than(${i}) }] }
      - { template: user, conditions: [{ slot: team, expression: not_equals("team${i}") }] }
    then: { action: deny, reason: "{call.tool} reads {call.rows} rows" }
`,
).join('')}`;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Processor time of this process in milliseconds: other programs on the machine do not count. */
const clock = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** Medians of all sides, measured in turns. */
function inTurns(sides) {
  const times = sides.map(() => []);
  for (let round = 0; round < ROUNDS; round++)
    for (const [i, side] of sides.entries()) {
      const begun = clock();
      side();
      times[i].push(clock() - begun);
    }
  return times.map(median);
}

function compiled(text) {
  const result = compile([{ path: 'policy.yaml', text }]);
  if (!result.ok) throw new Error(result.report);
  return result;
}

const shown = (value, digits = 2) => value.toFixed(digits);

/** Rounds before the measured ones: the compiler itself is compiled by then. */
const WARM_UPS = 4;
const compilations = [() => compiled(SHORT).module(), () => compiled(LONG).module()];
for (let round = 0; round < WARM_UPS; round++) for (const side of compilations) side();
const [short, long] = inTurns(compilations);
console.log(
  `compile ${RULES} rules: short ${shown(short, 0)} ms, long ${shown(long, 0)} ms, ratio ${shown(short / long)}`,
);

const engineOf = (text) => Engine.fromSources([{ path: 'policy.yaml', text }]);
/** Microseconds of an evaluation of each engine with its options, after several rounds to warm up. */
function timesOf(engines, options) {
  const sides = engines.map((engine, side) => () => {
    for (let i = 0; i < EVALUATIONS; i++) engine.evaluate(options[side]);
  });
  for (let round = 0; round < ROUNDS; round++) for (const side of sides) side();
  return inTurns(sides).map((ms) => (ms * 1_000) / EVALUATIONS);
}

const facts = [
  { template: 'call', data: { tool: 't500', rows: 900 } },
  { template: 'user', data: { id: 'ann', team: 'ops' } },
];
const [lowered, written] = timesOf(
  [await engineOf(SHORT), await engineOf(LONG)],
  [1, 2].map(() => ({ scoped: true, facts })),
);
console.log(
  `evaluate ${RULES} rules: lowered ${shown(lowered)} µs, long ${shown(written)} µs, ratio ${shown(lowered / written)}`,
);

const folder = process.argv[2] ?? POLICIES;
/** Requests for each policy: a document, or equivalent facts if the long form takes facts. */
const REQUESTS = {
  '1-readers': {
    short: { input: { operation: 'write', agent: { id: 'ann', role: 'editor' } } },
    long: {
      facts: [
        { template: 'agent', data: { id: 'ann', role: 'editor' } },
        { template: 'request', data: { agent: 'ann', operation: 'write' } },
      ],
    },
  },
  '2-tools': { input: { tool: { name: 'export' }, env: 'test', args: { path: '/work/a' }, rows: 5_000 } },
  '3-pods': {
    input: {
      metadata: { name: 'web', labels: { team: 'blue' } },
      spec: {
        hostNetwork: false,
        containers: [
          { name: 'app', image: 'registry.corp/app:1' },
          { name: 'log', image: 'registry.corp/log:2' },
        ],
      },
    },
  },
  '4-grants': { input: { user: { id: 'ann', roles: ['viewer', 'admin'] }, action: 'write' } },
  '5-shares': {
    input: {
      user: { id: 'ann' },
      action: 'read',
      client: '10.1.2.3',
      document: { owner: 'bob', readers: ['ann', 'eve'], level: 'confidential' },
    },
  },
};
for (const [name, request] of Object.entries(REQUESTS)) {
  const files = ['short', 'long'].map((form) => join(folder, `${name}.${form}.yaml`));
  if (!files.every(existsSync)) continue;
  const engines = await Promise.all(files.map((file) => engineOf(readFileSync(file, 'utf8'))));
  const options = [request.short ?? request, request.long ?? request].map((given) => ({
    scoped: true,
    facts: [],
    ...given,
  }));
  const [first, second] = engines.map((engine, i) => engine.evaluate(options[i]).decision);
  if (first !== second) throw new Error(`${name}: short ${first}, long ${second}`);
  const [one, other] = timesOf(engines, options);
  console.log(
    `${name} (${first}): short ${shown(one)} µs, long by hand ${shown(other)} µs, ratio ${shown(one / other)}`,
  );
}
printTokens(folder);
