/** Entry of the compiler's worker: everything that needs the compiler, away from requests. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Layers } from '../../compiler/read/read-layers.ts';
import { archiveRuleset } from '../../evidence/replay/archive.ts';
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

/** The same for what is to be mounted. */
function kept<T extends MountableRuleset>(details: T): T {
  keep(details.hash, details.name, details.base.layers);
  return details;
}

async function handle(request: CompileRequest): Promise<CompileReplies[CompileRequest['kind']]> {
  switch (request.kind) {
    case 'warm-up':
      warmCompiler();
      return null;
    case 'provide':
      return provide(start.root ?? '', request.name, start, keep);
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
