import type { FastifyBaseLogger } from 'fastify';
import { pino, type Logger } from 'pino';

/** Start of a pino line, by the number of its level. */
const METHODS: ReadonlyMap<unknown, 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'> = new Map(
  (['fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const).map((name) => [
    pino.levels.values[name],
    name,
  ]),
);

/** The log of the service, whose lines the host's logger writes: that may be any logger, this is always pino. */
export function hostedLog(host: FastifyBaseLogger): Logger {
  const level = host.level in pino.levels.values ? host.level : 'silent';
  return pino(
    { level, base: { service: 'ferrule' }, timestamp: false },
    {
      write(line: string) {
        const { level: number, msg, ...members } = JSON.parse(line) as Record<string, unknown>;
        host[METHODS.get(number) ?? 'info'](members, String(msg ?? ''));
      },
    },
  );
}
