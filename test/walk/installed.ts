/** A fresh folder into which a user has installed the tarball, with the optional packages that npm brings along. */
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { installLibrary, pack } from '../package/packed.ts';

export interface Installed {
  readonly folder: string;
  readonly remove: () => Promise<void>;
}

/** Optional packages are links to those of the checkout: the registry is not used. */
export async function installForWalk(): Promise<Installed> {
  const tarball = await pack();
  const { folder, remove } = await installLibrary(tarball);
  await rm(dirname(tarball), { recursive: true, force: true });
  const { optionalDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    readonly optionalDependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(optionalDependencies)) {
    const [from, to] = [resolve('node_modules', name), join(folder, 'node_modules', name)];
    if (!existsSync(from) || existsSync(to)) continue;
    await mkdir(dirname(to), { recursive: true });
    await symlink(from, to, 'dir');
  }
  return { folder, remove };
}

/** A port of the loopback address that nothing listens on. */
export function freePort(): Promise<number> {
  return new Promise((found, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => {
        found(port);
      });
    });
  });
}
