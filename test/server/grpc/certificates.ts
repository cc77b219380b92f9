import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Certificates {
  readonly path: (name: string) => string;
  /** Makes a new pair: `NAME.key` and `NAME.crt`. */
  readonly make: (name: string) => void;
  readonly remove: () => Promise<void>;
}

/** Self-signed certificates of `server` and `client`, in a folder of their own. */
export async function createCertificates(): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'ferrule-grpc-tls-'));
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  const make = (name: string): void =>
    void execFileSync(
      'openssl',
      [
        'req',
        ...made,
        ...['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'],
        ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
      ],
      { cwd: folder, stdio: 'ignore' },
    );
  make('server');
  make('client');
  return { path: (name) => join(folder, name), make, remove: () => rm(folder, { recursive: true }) };
}
