/** `compile-child.js RULES RUNS`: time to compile and load a ruleset, size of its code, and the heap it holds. */
import { compileOrThrow } from '../../library/compile-or-throw.ts';
import type { CompiledRuleset } from '../../runtime/abi.ts';
import { startTimer, type Elapsed } from '../measure/timer.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { manyRules } from '../workloads/many-rules.ts';
import { tableRuleset } from '../workloads/tables.ts';
import { triageRuleset } from '../workloads/triage-ruleset.ts';
import { heapInUse } from './heap.ts';

export interface CompileFigures {
  readonly times: readonly Elapsed[];
  readonly yamlBytes: number;
  /** Size of the loaded JavaScript. */
  readonly codeBytes: number;
  /** Bytes of heap while the loaded ruleset is held, and after it was let go, over what there was before. */
  readonly held: number;
  readonly left: number;
}

const WARM_UP_MS = 4000;
const TABLE_ROWS = 10_000;

const [size = '', runs = ''] = process.argv.slice(2);
const source = sourceOf(size);
const yaml = new TextEncoder().encode(source.text);

function sourceOf(name: string): Source {
  if (name === 'triage') return triageRuleset();
  if (name === 'table') return { path: 'tables.yaml', text: tableRuleset(TABLE_ROWS) };
  return manyRules(Number(name));
}

/** From bytes to a matcher that takes facts. */
function compile(path: string, bytes: Uint8Array): { ruleset: CompiledRuleset; code: string } {
  const text = new TextDecoder().decode(bytes);
  const code = compileOrThrow([{ path, text }]).javascript();
  return { ruleset: loadRuleset(code), code };
}

const warmUp = new TextEncoder().encode(manyRules(50).text);
const warm = performance.now() + WARM_UP_MS;
while (performance.now() < warm) compile('codes.yaml', warmUp);

const times: Elapsed[] = [];
let codeBytes = 0;
for (let i = 0; i < Number(runs); i++) {
  const elapsed = startTimer();
  const { ruleset, code } = compile(source.path, yaml);
  times.push(elapsed());
  if (ruleset.rules.length === 0) throw new Error('no rules');
  codeBytes = Buffer.byteLength(code);
}

/** In a function, so that nothing of it is reachable when it has ended. */
async function holdAndMeasure(code: string, before: number): Promise<number> {
  const ruleset = loadRuleset(code);
  const held = (await heapInUse()) - before;
  if (ruleset.rules.length === 0) throw new Error('no rules');
  return held;
}

// Loaded once before, so that what the first load of any ruleset leaves behind does not count.
const { code } = compile(source.path, yaml);
const before = await heapInUse();
const held = await holdAndMeasure(code, before);
const left = (await heapInUse()) - before;
const figures: CompileFigures = { times, yamlBytes: yaml.length, codeBytes, held, left };
console.log(JSON.stringify(figures));
