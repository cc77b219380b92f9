/**
 * A service in a process of its own that measures its longest turn: for so long `/livez` would wait. CPU time says the same on
 * a busy machine as on an idle one, apart from collections of the whole heap, which turns.mjs leaves out, and turns.mjs
 * measures it against work of known length, so that it says the same on a slow machine as on a fast one.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const fileOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export interface Measured {
  readonly grpcAddress: string;
  /** The longest turn of the thread that serves requests since the last reading, in milliseconds of CPU time. */
  readonly longestTurn: () => Promise<number>;
  readonly end: () => Promise<void>;
}

export async function startMeasured(settings: Readonly<Record<string, string>>): Promise<Measured> {
  const args = ['--import', fileOf('turns.mjs'), fileOf('../../dist/cli.js'), 'serve'];
  const child = spawn(process.execPath, args, {
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_GRPC_PORT: '0',
      SERVICE_LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const grpcAddress = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const address = /"address":"([^"]+)","msg":"gRPC"/.exec(printed)?.[1];
      if (address !== undefined) resolve(address);
    };
    child.stdout!.on('data', read);
    child.stderr!.on('data', read);
    child.once('exit', () => reject(new Error(printed)));
  });
  return {
    grpcAddress,
    async longestTurn() {
      child.send('longest');
      const [longest] = (await once(child, 'message')) as [number];
      return longest;
    },
    async end() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
