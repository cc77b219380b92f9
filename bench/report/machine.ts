import { cpus, totalmem } from 'node:os';
import { writeBytes } from './write-quantity.ts';

/** Machine that the figures were measured on. */
export function describeMachine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memory = writeBytes(totalmem());
  return `${processors.length} x ${model}, ${memory}, ${process.platform} ${process.arch}, Node.js ${process.version}`;
}
