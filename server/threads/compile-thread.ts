/** Entry of the compiler's worker: everything that needs the compiler, away from requests. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Layers } from '../../compiler/read/read-layers.ts';
import { archiveRuleset, noteServed } from '../../evidence/replay/archive.ts';
import { ServiceError } from '../../library/errors.ts';
import { casesBeside } from '../../library/node/suites/requests-beside.ts';
import { compare } from '../evaluation/compiling/compare.ts';
import { compileYaml } from '../endpoints/compile/job.ts';
import { explainRequest } from '../endpoints/explain/job.ts';
import { mount } from '../evaluation/compiling/mount.ts';
import { provide } from '../evaluation/compiling/provide.ts';
import { provideGraph } from '../evaluation/compiling/provide-graph.ts';
import { prepareReload } from '../endpoints/reload/job.ts';
import { compileReplica } from '../evaluation/compiling/replica.ts';
import { warmCompiler } from '../evaluation/compiling/warm-compiler.ts';
import type {
  CompileReplies,
  CompileReply,
  CompileRequest,
  CompilerStart,
} from '../evaluation/protocol/compile-protocol.ts';
import type { MountableRuleset } from '../evaluation/protocol/compile-protocol.ts';
import type { ProvidedRuleset } from '../evaluation/protocol/protocol.ts';
import { listVersions, readSource } from '../endpoints/ruleset-sources/job.ts';
import { readText } from '../requests/job-body.ts';

const start = workerData as CompilerStart;
const port = parentPort!;

/** Before a version may decide: its sources are kept. Throws ServiceError `audit_unavailable`. */
function keep(hash: string, name: string, layers: Layers): void {
  if (start.archive === null) return;
  let isKept: boolean;
  try {
    isKept = archiveRuleset(start.archive, hash, { name, layers });
  } catch {
    // System errors name folders, which callers must not see.
    throw notKept('it cannot be written');
  }
  if (!isKept) throw notKept('the limit SERVICE_AUDIT_MAX_RULESETS is reached');
}

function notKept(why: string): ServiceError {
  return new ServiceError(
    'audit_unavailable',
    `cannot load the ruleset, because its version cannot be stored: ${why}`,
  );
}

/** Before a version may decide under a name: the name is kept, because it decides who may read the version. */
function keepName(hash: string, name: string): void {
  if (start.archive === null) return;
  try {
    noteServed(start.archive, hash, name);
  } catch {
    throw notKept('it cannot be written');
  }
}

/** The same for what is to be mounted. */
function kept<T extends MountableRuleset>(details: T): T {
  keep(details.hash, details.name, details.base.layers);
  keepName(details.hash, details.name);
  return details;
}

async function provideNamed(name: string): Promise<ProvidedRuleset> {
  const provided = await provide(start.root ?? '', name, start, keep);
  if ('hash' in provided.outcome) keepName(provided.outcome.hash, provided.identity);
  return provided;
}

async function handle(request: CompileRequest): Promise<CompileReplies[CompileRequest['kind']]> {
  switch (request.kind) {
    case 'warm-up':
      warmCompiler();
      return null;
    case 'provide':
      return provideNamed(request.name);
    case 'versions':
      return listVersions(request, start);
    case 'source':
      return readSource(request, start);
    case 'graph':
      return provideGraph(start.root ?? '', request.graphId, start);
    case 'compile': {
      const text = readText(request.body, request.gzip, start.maxBodyBytes);
      return compileYaml(text, request.base, request.rulesets, start);
    }
    case 'explain': {
      const text = readText(request.body, request.gzip, start.maxBodyBytes);
      return explainRequest(text, request, start);
    }
    case 'mount':
      return kept(await mount(request.path, start));
    case 'cases':
      return casesBeside(request.path);
    case 'reload': {
      const text = readText(request.body, request.gzip, start.maxReloadBytes);
      const reloaded = await prepareReload(text, request.base, start, request.rulesets);
      if ('details' in reloaded && !request.dry) kept(reloaded.details);
      return reloaded;
    }
    case 'compare':
      return compare(request.ruleset, request.decisions, request.most);
    case 'replica':
      return kept(await compileReplica(request.layers, start));
  }
}

async function reply(request: CompileRequest): Promise<CompileReply> {
  try {
    return { ok: true, value: await handle(request) };
  } catch (error) {
    const known = error instanceof ServiceError;
    const refusal = known ? error : new ServiceError('internal_error', 'the ruleset could not be compiled');
    const { code, message: detail, field, issues } = refusal;
    const log = known ? null : error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ok: false, refusal: { code, detail, field, issues }, log };
  }
}

port.on('message', (request: CompileRequest) => {
  void reply(request).then((message) => port.postMessage(message));
});
