/** The packages of gRPC: optional, and loaded only by a service that has a port for it. */
import type * as Grpc from '@grpc/grpc-js';
import type * as ProtoLoader from '@grpc/proto-loader';
import type * as Reflection from '@grpc/reflection';
import type * as Health from 'grpc-health-check';
import { ServiceError } from '../../library/errors.ts';
import { missingPackage } from '../../library/missing-package.ts';

export interface GrpcPackages {
  readonly grpc: typeof Grpc;
  readonly loader: typeof ProtoLoader;
  readonly reflection: typeof Reflection;
  readonly health: typeof Health;
}

/** Throws ServiceError that names the package to install. */
export async function loadGrpcPackages(): Promise<GrpcPackages> {
  try {
    const [grpc, loader, reflection, health] = await Promise.all([
      import('@grpc/grpc-js'),
      import('@grpc/proto-loader'),
      import('@grpc/reflection'),
      import('grpc-health-check'),
    ]);
    return { grpc: whole(grpc), loader: whole(loader), reflection: whole(reflection), health: whole(health) };
  } catch (error) {
    const missing = missingPackage(error);
    if (missing === null) throw error;
    throw new ServiceError('invalid_request', `SERVICE_GRPC_PORT: ${missing}`);
  }
}

/** CommonJS packages: what they export is whole only as their default. */
export function whole<Module extends object>(module: Module): Module {
  return 'default' in module ? (module.default as Module) : module;
}
