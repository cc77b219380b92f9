/** Measures, judges and prints one table. Ends with 1 when a system gave a wrong answer, with 2 for wrong usage. */
import { readArguments, type BenchArguments } from './arguments.ts';
import { buildHarness, type Harness } from './clips/build.ts';
import { measureCase, type Effort } from './measure/measure-case.ts';
import type { Probe } from './probes/probe.ts';
import { PROBES } from './probes/table.ts';
import { caseRows, type MeasuredCase } from './report/case-rows.ts';
import { describeMachine } from './report/machine.ts';
import { requestRows } from './report/request-rows.ts';
import { printTable } from './report/print-table.ts';
import type { Row } from './report/row.ts';
import { BUILDS, OTHER_BUILD } from './systems/other-build.ts';
import { WORKLOADS } from './workloads/table.ts';
import type { Workload } from './workloads/workload.ts';

const KNOWN = [...WORKLOADS, ...PROBES].map(({ id }) => id);

function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

async function measureWorkload(
  workload: Workload,
  harness: Harness | string,
  { effort, against }: BenchArguments,
): Promise<readonly Row[]> {
  const cases: MeasuredCase[] = [];
  for (const [index, drawn] of (await workload.cases()).entries()) {
    // Against another build the two are measured alone: what else runs in turn would only make it longer.
    const given = against === null ? drawn : { ...drawn, systems: BUILDS };
    note(`${workload.id} ${workload.title} ${given.label}`);
    const measured = await measureCase(given, workload.id, index, harness, effort);
    if (measured.some(({ wrong }) => wrong)) process.exitCode = 1;
    cases.push({ given, measured });
  }
  return [...caseRows(workload, cases, harness), ...requestRows(workload, cases)];
}

/** A probe that fails says so in the table. */
async function runProbe({ title, rows }: Probe, effort: Effort): Promise<readonly Row[]> {
  note(title);
  try {
    return await rows(effort);
  } catch (error) {
    const compared = (error as Error).message.split('\n').slice(0, 2).join(' ');
    return [{ workload: title, what: '', measured: 'not run', compared, target: '', verdict: 'not judged' }];
  }
}

async function measureAll(given: BenchArguments): Promise<void> {
  const { only, effort, against } = given;
  if (against !== null) process.env[OTHER_BUILD] = against;
  const isWanted = ({ id }: Workload | Probe): boolean => only === null || only.includes(id);
  const harness = await buildHarness();
  const rows: Row[] = [];
  for (const workload of WORKLOADS.filter(isWanted))
    rows.push(...(await measureWorkload(workload, harness, given)));
  for (const probe of PROBES.filter(isWanted)) rows.push(...(await runProbe(probe, effort)));
  const clock = effort.processorTime ? ', processor time' : '';
  console.log(`\n${describeMachine()}; ${effort.batches} batches of ${effort.batchMs} ms${clock}\n`);
  console.log(printTable(rows));
}

const given = readArguments(process.argv.slice(2), KNOWN);
if (typeof given === 'string') {
  note(given);
  process.exitCode = 2;
} else {
  await measureAll(given);
}
