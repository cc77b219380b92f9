/** TLS of the port of gRPC, with the files of the service; read again without cutting a connection. */
import type { experimental, ServerCredentials } from '@grpc/grpc-js';
import type { Logger } from 'pino';
import { readTlsFiles, type TlsFiles } from '../settings/read-access.ts';
import { problemOf } from '../tokens/watched-file.ts';
import type { GrpcPackages } from './packages.ts';

type Provider = Parameters<typeof experimental.createCertificateProviderServerCredentials>[1];
type Listener<T> = (update: T | null) => void;

interface Credentials {
  readonly credentials: ServerCredentials;
  /** New connections use the files as they are now; those that cannot be read leave the old in force. */
  readonly reread: (log: Logger) => void;
}

/** Throws the system's error for files that cannot be read. */
export function createCredentials({ grpc }: GrpcPackages, tls: TlsFiles | null): Credentials {
  if (tls === null) return { credentials: grpc.ServerCredentials.createInsecure(), reread: () => undefined };
  let files = readTlsFiles(tls);
  const authorities = source(() => (files.ca === undefined ? null : { caCertificate: files.ca }));
  const identity = source(() => ({ certificate: files.cert, privateKey: files.key }));
  const provider: Provider = {
    addCaCertificateListener: authorities.add,
    removeCaCertificateListener: authorities.remove,
    addIdentityCertificateListener: identity.add,
    removeIdentityCertificateListener: identity.remove,
  };
  const isMutual = files.ca !== undefined;
  return {
    // Identity first: its declaration names the two the other way round.
    credentials: grpc.experimental.createCertificateProviderServerCredentials(
      provider,
      isMutual ? provider : null,
      isMutual,
    ),
    reread(log) {
      try {
        files = readTlsFiles(tls);
        authorities.tell();
        identity.tell();
      } catch (error) {
        log.error({ problem: problemOf(error) }, 'cannot read gRPC certificates: keeping the previous ones');
      }
    },
  };
}

function source<T>(current: () => T | null) {
  const listeners = new Set<Listener<T>>();
  return {
    // Not immediately: the server listens to its credentials only after these have requested the current state.
    add(listener: Listener<T>): void {
      listeners.add(listener);
      queueMicrotask(() => {
        if (listeners.has(listener)) listener(current());
      });
    },
    remove: (listener: Listener<T>): void => void listeners.delete(listener),
    tell: (): void => listeners.forEach((listener) => listener(current())),
  };
}
