// A service for the examples: two tokens, in memory. `serve` answers its URL and what ends it.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const GATEWAY = 'token-of-the-gateway';
export const ANN = 'token-of-ann';

export function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'ferrule-example-'));
  const entry = (name, token, roles) => ({
    name,
    roles,
    sha256: createHash('sha256').update(token).digest('hex'),
  });
  const tokens = [entry('gateway', GATEWAY, ['evaluate', 'session']), entry('ann', ANN, ['approver'])];
  writeFileSync(join(folder, 'tokens.json'), JSON.stringify({ tokens }));
  const bin = join(dirname(fileURLToPath(import.meta.resolve('ferrule'))), 'cli.js');
  const root = fileURLToPath(new URL('.', import.meta.url));
  const child = spawn(process.execPath, [bin, 'serve', '--root', root], {
    env: {
      ...process.env,
      SERVICE_PORT: '0',
      SERVICE_API_TOKEN: 'a-token-that-nobody-has',
      SERVICE_TOKENS_FILE: join(folder, 'tokens.json'),
      SERVICE_DATA_DIR: ':memory:',
      SERVICE_AUTHZEN_RULESET: 'authzen',
      SERVICE_ENVOY_RULESET: 'envoy',
      SERVICE_GRPC_PORT: '0',
    },
  });
  const close = () => {
    child.kill();
    rmSync(folder, { recursive: true });
  };
  return new Promise((resolve, reject) => {
    let text = '';
    const read = (chunk) => {
      text += chunk;
      const url = /"url":"(http[^"]+)"/.exec(text)?.[1];
      const grpcAddress = /"address":"([^"]+)"/.exec(text)?.[1];
      if (url !== undefined && grpcAddress !== undefined) resolve({ url, grpcAddress, close });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.on('exit', () => reject(new Error(`the service ended: ${text}`)));
  });
}
