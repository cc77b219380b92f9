import { compileProbe } from './compile.ts';
import { documentProbe } from './document.ts';
import { editorProbe } from './editor.ts';
import { httpProbe } from './http.ts';
import { memoryProbe } from './memory.ts';
import type { Probe } from './probe.ts';
import { warmUpProbe } from './warm-up.ts';

/** Every probe in the order of the report, after the workloads. */
export const PROBES: readonly Probe[] = [
  compileProbe,
  documentProbe,
  warmUpProbe,
  memoryProbe,
  httpProbe,
  editorProbe,
];
