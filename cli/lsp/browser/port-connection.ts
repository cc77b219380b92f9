/**
 * A JSON-RPC connection over `postMessage`. It is that of `vscode-jsonrpc` alone: the package's own start for browsers brings
 * readers and writers of byte streams, too, which a worker has no use for.
 */
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/lib/common/connection.js';
import { Emitter } from 'vscode-jsonrpc/lib/common/events.js';
import type { Message } from 'vscode-jsonrpc/lib/common/messages.js';
import host from 'vscode-jsonrpc/lib/common/ral.js';

/** The part of a worker's scope that messages go through. */
interface Port {
  onmessage: ((event: { readonly data: unknown }) => void) | null;
  readonly postMessage: (message: unknown) => void;
}

const noStream = (): never => {
  throw new Error('a worker has messages, not streams of bytes');
};

function installHost(): void {
  host.default.install({
    console,
    timer: {
      setTimeout: (run, ms, ...args) => stopped(setTimeout(run, ms, ...args)),
      setImmediate: (run, ...args) => stopped(setTimeout(run, 0, ...args)),
      setInterval: (run, ms, ...args) => stopped(setInterval(run, ms, ...args)),
    },
    messageBuffer: { create: noStream },
    applicationJson: {
      encoder: { name: 'application/json', encode: noStream },
      decoder: { name: 'application/json', decode: noStream },
    },
  });
}

/** A browser has one function for both kinds of timers. */
const stopped = (timer: ReturnType<typeof setTimeout>) => ({ dispose: () => clearTimeout(timer) });

/** Messages are whole objects here: nothing is read or written by parts, and the port has no end of its own. */
export function connectPort(port: Port): MessageConnection {
  installHost();
  const received = new Emitter<Message>();
  const onError = new Emitter<never>().event;
  const onClose = new Emitter<void>().event;
  const dispose = () => received.dispose();
  port.onmessage = ({ data }) => received.fire(data as Message);
  return createMessageConnection(
    { listen: received.event, onError, onClose, onPartialMessage: new Emitter<never>().event, dispose },
    {
      write: async (message) => port.postMessage(message),
      onError,
      onClose,
      end: () => undefined,
      dispose,
    },
  );
}
