import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ACCESS } from './support/rulesets.ts';
import { startTestService } from './support/service.ts';

describe('over TLS', () => {
  test('the service accepts clients with a certificate, and rereads its own', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ferrule-tls-'));
    const openssl = (...words: string[]): void =>
      void execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
    const make = (name: string): void =>
      openssl(
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        `/CN=${name}`,
        '-keyout',
        `${name}.key`,
        '-out',
        `${name}.crt`,
      );
    make('server');
    make('client');
    const path = (name: string): string => join(folder, name);
    const secure = await startTestService(
      { 'access.yaml': ACCESS },
      {
        SERVICE_TLS_CERT_FILE: path('server.crt'),
        SERVICE_TLS_KEY_FILE: path('server.key'),
        SERVICE_TLS_CLIENT_CA_FILE: path('client.crt'),
      },
    );
    const get = async (name: string | null): Promise<number | string> => {
      const own =
        name === null
          ? {}
          : { cert: await readFile(path(`${name}.crt`)), key: await readFile(path(`${name}.key`)) };
      return new Promise((resolve) => {
        request(`${secure.url}/health`, { ...own, rejectUnauthorized: false, agent: false }, (response) => {
          response.resume().on('end', () => resolve(response.statusCode ?? 0));
        })
          .on('error', () => resolve('refused'))
          .end();
      });
    };
    expect(secure.url).toMatch(/^https:/);
    expect(await get('client')).toBe(200);
    expect(await get(null)).toBe('refused');
    await writeFile(path('server.crt'), 'no certificate');
    await secure.reread();
    expect(await get('client')).toBe(200);
    await secure.close();
    await rm(folder, { recursive: true });
  });
});
