import { fileURLToPath } from 'node:url';
import { writeCase } from '../clips/case-file.ts';
import type { Harness } from '../clips/build.ts';
import type { Case } from '../workloads/workload.ts';

/** How to start a system with one case. */
export interface Launch {
  readonly command: string;
  readonly arguments: readonly string[];
}

export interface System {
  readonly name: string;
  /** As the report names it. */
  readonly label: string;
  /** `workload` and `index` name the case. */
  readonly launch: (given: Case, workload: string, index: number) => Promise<Launch>;
}

const LABELS: Readonly<Record<string, string>> = {
  ferrule: 'ferrule',
  'this-build': 'this build',
  'other-build': 'the other build',
  javascript: 'JavaScript by hand',
  'javascript-indexed': 'JavaScript by hand, indexed',
};

const WORKER = fileURLToPath(new URL('./worker.js', import.meta.url));

function inWorker(name: string): System['launch'] {
  return (_given, workload, index) =>
    Promise.resolve({ command: process.execPath, arguments: [WORKER, name, workload, String(index)] });
}

/** The system of that name. */
export function systemNamed(name: string, harness: Harness | string): System | string {
  if (name !== 'clips') return { name, label: LABELS[name] ?? name, launch: inWorker(name) };
  if (typeof harness === 'string') return harness;
  const launch: System['launch'] = async (given, workload, index) => ({
    command: harness.path,
    arguments: await writeCase(given, `${workload}-${index}`),
  });
  return { name, label: harness.label, launch };
}
