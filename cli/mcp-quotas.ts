import type { DoorQuotas } from '../agents/mcp/door-quotas.ts';
import { usageError } from './command.ts';

/** The one token of a process that serves MCP. */
const HOLDER = { actor: 'mcp', connection: null };

/**
 * Quotas of a process that serves MCP, from the same settings as those of a service. Other settings are not read.
 * @throws usage error for a setting that is not valid
 */
export async function readQuotas(): Promise<DoorQuotas> {
  const { readConfiguration } = await import('../server/settings/configuration.ts');
  const { QUOTA_SETTINGS } = await import('../server/settings/quota-settings.ts');
  const { createQuotas } = await import('../server/quotas/quotas.ts');
  const { limitsOf } = await import('../server/quotas/resources.ts');
  const { createConnections } = await import('../server/quotas/connections.ts');
  const { RequestHold } = await import('../server/quotas/request-hold.ts');
  const names = [...Object.keys(QUOTA_SETTINGS), 'SERVICE_MAX_QUEUE_BYTES'];
  const read = readConfiguration(Object.fromEntries(names.map((name) => [name, process.env[name]])));
  if (!read.ok) throw usageError('invalid settings', read.problems);
  const { configuration } = read;
  const quotas = createQuotas(limitsOf(configuration));
  const connections = createConnections(configuration.maxConnections);
  return {
    connect: (socket) => connections.add(socket),
    begin: (socket) => RequestHold.begin(quotas, HOLDER.actor, connections.of(socket)),
    takeProcess: () => quotas.acquire('processes', HOLDER),
  };
}
