/** Entry of the process that compiles one large text, named by its first argument, and says how it went. */
import { attackCompiler } from '../attack-compiler.ts';
import { fillUp } from './big-text.ts';
import { BIG_TEXTS } from './big-texts.ts';
import type { BigReport } from './watch-big.ts';

const [name, length] = process.argv.slice(2);
const big = BIG_TEXTS.find((each) => each.name === name);
if (big === undefined) throw new Error(`unknown text '${name}'`);

const compiled = attackCompiler(fillUp(big, Number(length)));
const { user, system } = process.cpuUsage();
const report: BigReport = {
  ...compiled,
  seconds: (user + system) / 1e6,
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
};
console.log(JSON.stringify(report));
