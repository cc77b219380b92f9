/** The version and the servers of the service. */
import type { Replica, ServiceStatus } from '../../protocol/service.ts';
import type { Api } from '../../state/api.ts';
import { problemOf } from '../../state/connection.ts';
import { ofSession } from '../../state/session.ts';

export const status = ofSession<ServiceStatus | null>(null);
export const replicas = ofSession<readonly Replica[] | null>(null);
export const problem = ofSession<string | null>(null);

/** Reads both. A token that may not see replicas still sees the mounted version. */
export async function readRunning(client: Api, stop: AbortSignal): Promise<boolean> {
  try {
    status.value = await client.status(stop);
    replicas.value = await client.replicas(stop);
    problem.value = null;
  } catch (error) {
    if (stop.aborted) return false;
    problem.value = problemOf(error);
  }
  return true;
}
