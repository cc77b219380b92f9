/** The two ends of a proxy that speak over standard input and output. */
import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { isatty } from 'node:tty';
import { setTimeout as pause } from 'node:timers/promises';
import { terminalSafe } from '../../library/terminal-safe.ts';
import { errorMessage, type Wire } from './message.ts';
import { lineWire } from './line-wire.ts';
import { unreadableAnswer } from './read-message.ts';

const GRACE_MS = 2_000;
const STDERR = 2;

/** The client of this process. The response to an invalid line is a JSON-RPC error. */
export function stdioClient(): Wire {
  return lineWire({
    input: process.stdin,
    output: process.stdout,
    onUnreadable: (unreadable, reply) => reply(unreadableAnswer(unreadable)),
    end: () => undefined,
  });
}

export interface ServerCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * A server that is started as a process of its own. Its standard error is that of this process; on a terminal, what that
 * would obey is escaped.
 */
export function stdioServer({ command, args, env }: ServerCommand): Wire {
  let wire: Wire | null = null;
  const outer: Wire = {
    async start() {
      const how = { env, windowsHide: true };
      const child = isatty(STDERR)
        ? withSafeErrors(spawn(command, args, { ...how, stdio: 'pipe' }))
        : spawn(command, args, { ...how, stdio: ['pipe', 'pipe', 'inherit'] });
      await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
      child.on('error', (error) => outer.onerror?.(error));
      const inner = lineWire({
        input: child.stdout,
        output: child.stdin,
        onUnreadable: ({ code, id, problem }, reply) => {
          outer.onerror?.(new Error(`dropped a line of the server: ${problem}`));
          if (id !== null) reply(errorMessage(id, code, problem));
        },
        end: () => endProcess(child),
      });
      inner.onmessage = (message) => outer.onmessage?.(message);
      inner.onerror = (error) => outer.onerror?.(error);
      inner.onclose = () => outer.onclose?.();
      child.once('exit', () => void inner.close());
      await inner.start();
      wire = inner;
    },
    send: (message) =>
      wire === null ? Promise.reject(new Error('the server is not started')) : wire.send(message),
    close: async () => wire?.close(),
  };
  return outer;
}

function withSafeErrors<T extends ChildProcessWithoutNullStreams>(child: T): T {
  child.stderr.setEncoding('utf8').on('data', (text: string) => process.stderr.write(terminalSafe(text)));
  return child;
}

/** Stops it by closing its input, then by a signal, then by force. */
async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = new Promise((resolve) => child.once('exit', resolve));
  child.stdin?.end();
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const isOver = await Promise.race([exited.then(() => true), pause(GRACE_MS, false, { ref: false })]);
    if (isOver) return;
    child.kill(signal);
  }
  await exited;
}
