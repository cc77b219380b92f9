import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a service and its database, to interrupt them. */
export interface Proxy {
  /** The database's URL, through the proxy. */
  readonly url: string;
  /** Ends all connections and takes no more. */
  readonly cut: () => void;
  /** Lets nothing through any more, without ending anything. */
  readonly freeze: () => void;
  /** Lets everything through again. */
  readonly heal: () => void;
  readonly close: () => Promise<void>;
}

export async function startProxy(databaseUrl: string): Promise<Proxy> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isCut = false;
  let isFrozen = false;
  const endAll = (): void => sockets.forEach((socket) => socket.destroy());
  const server = createServer((inner) => {
    sockets.add(inner);
    inner.on('error', () => inner.destroy()).on('close', () => sockets.delete(inner));
    if (isCut) {
      inner.destroy();
      return;
    }
    const outer = connect(Number(target.port || 5432), target.hostname);
    sockets.add(outer);
    outer
      .on('error', () => outer.destroy())
      .on('close', () => {
        sockets.delete(outer);
        inner.destroy();
      });
    inner.on('close', () => outer.destroy());
    inner.on('data', (data) => isFrozen || outer.write(data));
    outer.on('data', (data) => isFrozen || inner.write(data));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    cut() {
      isCut = true;
      endAll();
    },
    freeze() {
      isFrozen = true;
    },
    heal() {
      // Swallowed data is missing from the streams, so they cannot be used again.
      if (isFrozen) endAll();
      isCut = false;
      isFrozen = false;
    },
    close: () =>
      new Promise((resolve) => {
        endAll();
        server.close(() => resolve());
      }),
  };
}
