import { afterAll } from 'vitest';
import { connect, startGrpc, type GrpcService, type TestClient } from './support.ts';

export interface Served {
  readonly service: GrpcService;
  readonly client: TestClient;
}

/** A service with a client, for all tests of a file; both end after them. */
export async function serveFile(...started: Parameters<typeof startGrpc>): Promise<Served> {
  const service = await startGrpc(...started);
  const client = connect(service.address);
  afterAll(async () => {
    client.close();
    await service.close();
  });
  return { service, client };
}
