/** Reads and writes large messages in a thread of its own, so that the one that takes requests stays free. */
import { parentPort } from 'node:worker_threads';
import * as loader from '@grpc/proto-loader';
import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import { ServiceError } from '../../../library/errors.ts';
import { ENVOY_SERVICE, loadDefinitions, readersOf, RULE_SERVICE, type ReadMessage } from '../definitions.ts';
import { whole } from '../packages.ts';
import type { Asked } from './codec.ts';
import type { MessageResult, MessageTask } from './protocol.ts';
import { readMessage } from './read-message.ts';
import { CODECS } from './table.ts';

const definitions = loadDefinitions({ loader: whole(loader) });
const readers: ReadonlyMap<string, ReadMessage> = new Map(
  [RULE_SERVICE, ENVOY_SERVICE].flatMap((service) => [...readersOf(definitions, service)]),
);
const methods = definitions[RULE_SERVICE] as ServiceDefinition;

parentPort?.on('message', (task: MessageTask) => {
  const result = run(task);
  const bytes = result.kind === 'written' ? result.bytes : bodyOf(result);
  parentPort?.postMessage(result, bytes === null ? [] : [bytes.buffer as ArrayBuffer]);
});

function run(task: MessageTask): MessageResult {
  try {
    return task.kind === 'read' ? read(task) : write(task);
  } catch (error) {
    const { code, message, field } =
      error instanceof ServiceError
        ? error
        : new ServiceError('internal_error', 'the message could not be handled');
    return { kind: 'refused', refusal: { code, detail: message, field } };
  }
}

function read({ name, raw }: Extract<MessageTask, { readonly kind: 'read' }>): MessageResult {
  const received = readers.get(name)!(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))!;
  const asked = readMessage(name, received);
  const { body } = asked;
  return {
    kind: 'asked',
    asked: body === undefined ? asked : { ...asked, body: new Uint8Array(Buffer.from(body)) },
  };
}

function write({ name, answer, id }: Extract<MessageTask, { readonly kind: 'write' }>): MessageResult {
  const method = methods[name] as MethodDefinition<object, object>;
  return {
    kind: 'written',
    bytes: new Uint8Array(method.responseSerialize(CODECS.get(name)!.tell(answer, id))),
  };
}

function bodyOf(result: MessageResult): Uint8Array | null {
  const body: Asked['body'] = result.kind === 'asked' ? result.asked.body : undefined;
  return body === undefined || typeof body === 'string' ? null : body;
}
