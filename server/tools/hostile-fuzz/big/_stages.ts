import { compileSources } from '../../../../compiler/compile.ts';
import { Engine } from '../../../../runtime/engine.ts';
import { loadRuleset } from '../../../library/load-ruleset.ts';
import { fillUp } from './big-text.ts';
import { BIG_TEXTS } from './big-texts.ts';
const [name, length] = process.argv.slice(2);
const big = BIG_TEXTS.find((each) => each.name === name)!;
const text = fillUp(big, Number(length));
let last = process.cpuUsage();
const step = (what: string, more = '') => {
  const now = process.cpuUsage(last);
  last = process.cpuUsage();
  console.log(
    what,
    ((now.user + now.system) / 1e6).toFixed(2),
    's heap',
    Math.round(process.memoryUsage().heapUsed / 1e6),
    'rss',
    Math.round(process.memoryUsage().rss / 1e6),
    more,
  );
};
step('start', String(text.length));
const c = compileSources([{ path: 'rules.yaml', text }]);
step('check', c.ok ? '' : c.diagnostics[0]?.code + ' ' + c.diagnostics[0]?.message);
if (!c.ok) process.exit();
const clips = c.clips();
step('clips', String(clips.length));
c.plan;
const js = c.javascript();
step('js', String(js.length));
const r = loadRuleset(js);
step('load');
const e = new Engine(r);
e.evaluate({ scoped: true, facts: [] });
step('eval');
