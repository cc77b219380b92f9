import type { Terminal } from '../../../cli/terminal.ts';

/** For commands whose exit code is looked at and not their output. */
export const SILENT: Terminal = {
  out: () => undefined,
  data: () => undefined,
  painted: () => undefined,
  err: () => undefined,
  stdin: [] as unknown as AsyncIterable<Uint8Array>,
};
