/** Connections of one port: how many there are, and what each of them holds. */
import type { Socket } from 'node:net';
import { newAccount, type Account } from './account.ts';

export interface Connection {
  readonly account: Account;
  readonly socket: Socket;
  /** Time in milliseconds at which a request with a token last began or ended; 0 if none did. */
  usedAt: number;
}

export interface Connections {
  /** Adds a new connection. At the limit the connection that is idle longest is closed, else the new one. */
  readonly add: (socket: Socket) => void;
  /** Notes that this socket carries the same connection, as a TLS socket does. */
  readonly secure: (socket: Socket) => void;
  /** `null` for a socket that is not of this port. */
  readonly of: (socket: Socket) => Connection | null;
  /** Finds a connection by its peer, such as `127.0.0.1:50000`. */
  readonly from: (peer: string) => Connection | null;
}

export function createConnections(most: number): Connections {
  const byPeer = new Map<string, Connection>();
  const bySocket = new WeakMap<Socket, Connection>();

  /** Connections that never had a token come first, and of those the oldest. */
  function longestIdle(): Connection | null {
    let found: Connection | null = null;
    for (const connection of byPeer.values()) {
      if (connection.account.total === 0 && (found === null || connection.usedAt < found.usedAt))
        found = connection;
    }
    return found;
  }

  return {
    add(socket) {
      const peer = peerOf(socket);
      if (byPeer.size >= most) {
        const idle = longestIdle();
        if (idle === null) {
          socket.destroy();
          return;
        }
        byPeer.delete(peerOf(idle.socket));
        idle.socket.destroy();
      }
      const connection: Connection = { account: newAccount(), socket, usedAt: 0 };
      byPeer.set(peer, connection);
      bySocket.set(socket, connection);
      socket.once('close', () => {
        if (byPeer.get(peer) === connection) byPeer.delete(peer);
      });
    },
    secure(socket) {
      const connection = byPeer.get(peerOf(socket));
      if (connection !== undefined) bySocket.set(socket, connection);
    },
    of: (socket) => bySocket.get(socket) ?? null,
    from: (peer) => byPeer.get(peer) ?? null,
  };
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress}:${remotePort}`;
}
