/** `npm run bench [-- --only W1,W3] [--quick] [--processor-time]`: measures, judges and prints one table. */
import { parseArgs } from 'node:util';
import { buildHarness } from './clips/build.ts';
import { FULL, measureCase, QUICK, type Effort } from './measure/measure-case.ts';
import { PROBES } from './probes/table.ts';
import type { Probe } from './probes/probe.ts';
import { caseRows, type MeasuredCase } from './report/case-rows.ts';
import { describeMachine } from './report/machine.ts';
import { printTable } from './report/print-table.ts';
import type { Row } from './report/row.ts';
import { WORKLOADS } from './workloads/table.ts';
import type { Workload } from './workloads/workload.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    'processor-time': { type: 'boolean', default: false },
  },
});
const effort: Effort = { ...(values.quick ? QUICK : FULL), processorTime: values['processor-time'] };
const wanted = values.only?.split(',').map((id) => id.trim().toUpperCase()) ?? null;

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

const harness = await buildHarness();

async function measureWorkload(workload: Workload): Promise<readonly Row[]> {
  const cases: MeasuredCase[] = [];
  for (const [index, given] of workload.cases().entries()) {
    note(`${workload.id} ${workload.title} ${given.label}`);
    cases.push({ given, measured: await measureCase(given, workload.id, index, harness, effort) });
  }
  return caseRows(workload, cases, harness);
}

/** A probe that fails says so in the table. */
async function runProbe(probe: Probe): Promise<readonly Row[]> {
  note(probe.title);
  try {
    return await probe.rows(effort);
  } catch (error) {
    const compared = (error as Error).message.split('\n').slice(0, 2).join(' ');
    return [
      { workload: probe.title, what: '', measured: 'not run', compared, target: '', verdict: 'not judged' },
    ];
  }
}

const isWanted = ({ id }: Workload | Probe): boolean => wanted === null || wanted.includes(id);
const rows: Row[] = [];
for (const workload of WORKLOADS.filter(isWanted)) rows.push(...(await measureWorkload(workload)));
for (const probe of PROBES.filter(isWanted)) rows.push(...(await runProbe(probe)));
const clock = effort.processorTime ? ', processor time' : '';
console.log(`\n${describeMachine()}; ${effort.batches} batches of ${effort.batchMs} ms${clock}\n`);
console.log(printTable(rows));
