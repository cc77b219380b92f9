import { pino, type Logger } from 'pino';

/** A log whose lines a test looks at. */
export function logLines(level = 'info'): {
  readonly log: Logger;
  readonly lines: () => readonly Record<string, unknown>[];
} {
  const texts: string[] = [];
  const log = pino({ level }, { write: (text: string) => void texts.push(text) });
  return { log, lines: () => texts.map((text) => JSON.parse(text) as Record<string, unknown>) };
}
