// A plain TCP proxy before several servers: each connection goes to the next of them that takes it.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';

/** `ports` returns the current ports of the servers. */
export async function startBalancer(ports) {
  let turn = 0;
  const sockets = new Set();
  const server = createServer((inner) => {
    sockets.add(inner);
    inner.on('error', () => inner.destroy()).on('close', () => sockets.delete(inner));
    tryNext(inner, [...ports()], 0);
  });

  function tryNext(inner, targets, tried) {
    if (tried === targets.length || inner.destroyed) {
      inner.destroy();
      return;
    }
    const outer = connect(targets[turn++ % targets.length], '127.0.0.1');
    let isConnected = false;
    outer.on('connect', () => {
      isConnected = true;
      inner.pipe(outer).pipe(inner);
    });
    outer.on('error', () => (isConnected ? inner.destroy() : tryNext(inner, targets, tried + 1)));
    outer.on('close', () => isConnected && inner.destroy());
    inner.on('close', () => outer.destroy());
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: server.address().port,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
