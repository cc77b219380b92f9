/** A JSON-RPC connection on standard input and output, and the end of the process with it. */
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node.js';

/** How often the client's process is looked for. */
const LOOK_MS = 3000;

interface StreamConnection {
  readonly connection: MessageConnection;
  /** Ends when this process does. @param pid that of the client; null or left out: none is known */
  readonly watch: (pid: number | null | undefined) => void;
}

/** The process ends with `exit`, with standard input, or with the client: with 0 after `shutdown`, and else with 1. */
export function connectStreams(): StreamConnection {
  let isShutDown = false;
  const end = (): void => process.exit(isShutDown ? 0 : 1);
  const connection = createMessageConnection(
    new StreamMessageReader(process.stdin),
    new StreamMessageWriter(process.stdout),
  );
  connection.onRequest('shutdown', () => {
    isShutDown = true;
    return null;
  });
  connection.onNotification('exit', end);
  process.stdin.on('end', end).on('close', end);
  return {
    connection,
    watch(pid) {
      if (typeof pid === 'number') setInterval(() => isRunning(pid) || end(), LOOK_MS).unref();
    },
  };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
