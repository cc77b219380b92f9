/** Entry of the compiler's worker: everything that needs the compiler, away from requests. */
import { parentPort, workerData } from 'node:worker_threads';
import { ServiceError } from '../errors.ts';
import { compileYaml } from './compile/compile-yaml.ts';
import { mount } from './compile/mount.ts';
import { provide } from './compile/provide.ts';
import { provideGraph } from './compile/provide-graph.ts';
import { prepareReload } from './compile/reload.ts';
import { compileReplica } from './compile/replica.ts';
import type { CompileReplies, CompileReply, CompileRequest, CompilerStart } from './compile-protocol.ts';
import { readText } from './job-body.ts';

const start = workerData as CompilerStart;
const port = parentPort!;

async function handle(request: CompileRequest): Promise<CompileReplies[CompileRequest['kind']]> {
  switch (request.kind) {
    case 'provide':
      return provide(start.root ?? '', request.name);
    case 'graph':
      return provideGraph(start.root ?? '', request.graphId);
    case 'compile':
      return compileYaml(readText(request.body, request.gzip, start.maxBodyBytes), request.base);
    case 'mount':
      return mount(request.path);
    case 'reload': {
      const text = readText(request.body, request.gzip, start.maxReloadBytes);
      return prepareReload(text, request.base, start.root, start.publicKey);
    }
    case 'replica':
      return compileReplica(request.layers, start.publicKey);
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
