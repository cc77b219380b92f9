// `node bench/doors/gate.mjs`: what gate.decide costs beside the evaluation that it makes, on the shipped gate. Both in
// turn, in blocks, so that what else the machine does meets both.
import { Engine } from '../../dist/library.js';
import { callDocument, createGate } from '../../dist/gate.js';
import { median, shown } from './median.mjs';

const BLOCKS = 40;
const CALLS = 400;

const engine = await Engine.fromRules('rulesets/tool-call-gate');
const gate = createGate({ engine });
const call = (i) => ({
  agent: 'a1',
  session: 's1',
  tool: 'read_file',
  callId: `c${i}`,
  args: { path: `/home/me/notes-${i % 7}.txt`, encoding: 'utf8' },
});

const evaluated = [];
const decided = [];
const time = async (work) => {
  const started = performance.now();
  for (let i = 0; i < CALLS; i++) await work(i);
  return ((performance.now() - started) * 1000) / CALLS;
};
// Prepare the input of the evaluation beforehand, because preparing it is part of the gate.
const documents = Array.from({ length: CALLS }, (_, i) => callDocument(call(i), Date.now(), null));
for (let block = -5; block < BLOCKS; block++) {
  const one = await time((i) => engine.evaluate({ scoped: true, input: documents[i], facts: [] }));
  const two = await time((i) => gate.decide(call(i)));
  if (block < 0) continue;
  evaluated.push(one);
  decided.push(two);
}
const ratio = median(decided.map((each, i) => each / evaluated[i]));
console.log(`evaluate ${shown(evaluated)} us, gate.decide ${shown(decided)} us, ratio ${ratio.toFixed(2)}`);
