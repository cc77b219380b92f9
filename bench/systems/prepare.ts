import { existsSync } from 'node:fs';
import type { Case } from '../workloads/workload.ts';
import type { Evaluate } from './answer.ts';
import { prepareFerrule } from './ferrule.ts';
import { prepareJavaScript } from './javascript.ts';
import { prepareBuild } from './other-build.ts';

/** Exports of a module of bench/peers/. */
interface Peer {
  readonly prepare: (given: Case) => Evaluate | Promise<Evaluate>;
}

/** Loads a system into this process. */
export async function prepare(system: string, given: Case): Promise<Evaluate> {
  if (system === 'ferrule') return prepareFerrule(given);
  if (system === 'this-build' || system === 'other-build') return prepareBuild(system, given);
  const program = prepareJavaScript(system, given);
  if (program !== null) return program;
  // Peers are not bundled: they are modules of bench/peers/ that find their package in bench/node_modules.
  const url = new URL(`../peers/${system}.mjs`, import.meta.url);
  if (!existsSync(url)) throw new Error(`no system ${system}`);
  const peer = (await import(url.href)) as Peer;
  return peer.prepare(given);
}
