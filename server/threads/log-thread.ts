/** Entry of the worker that reads the files of the decision log, away from requests. */
import { parentPort } from 'node:worker_threads';
import { findInFiles } from '../../evidence/find/find-in-files.ts';
import { proveInFiles } from '../../evidence/find/prove-in-files.ts';
import { scanFiles } from '../../evidence/find/scan-files.ts';
import { shownRecord } from '../../evidence/find/shown-record.ts';
import type { LogReplies, LogReply, LogRequest } from '../decision-log/protocol.ts';

const port = parentPort!;

function handle(request: LogRequest): LogReplies[LogRequest['kind']] {
  const { folder } = request;
  switch (request.kind) {
    case 'page':
      return scanFiles(folder, request.query);
    case 'find': {
      const found = findInFiles(folder, request.id, request.rulesets);
      return found === null ? null : shownRecord(found.text);
    }
    case 'prove':
      return proveInFiles(folder, request.id, request.rulesets, request.keys);
  }
}

function reply(request: LogRequest): LogReply {
  try {
    return { ok: true, value: handle(request) };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.on('message', (request: LogRequest) => port.postMessage(reply(request)));
