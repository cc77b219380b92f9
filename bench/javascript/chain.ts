import type { ByHand } from '../systems/javascript.ts';
import { Verdict } from './verdict.ts';

/** W4: a walk along the links that remembers where it has been. */
export const chainByHand: ByHand = (session) => {
  const links = new Map<string, string[]>();
  const gateways = new Set<string>();
  for (const { template, data } of session) {
    if (template === 'gateway') gateways.add(data['at'] as string);
    if (template !== 'link') continue;
    const targets = links.get(data['from'] as string);
    if (targets === undefined) links.set(data['from'] as string, [data['to'] as string]);
    else targets.push(data['to'] as string);
  }
  return (facts) => {
    const verdict = new Verdict();
    const tainted = new Set<string>();
    const waiting: string[] = [];
    for (const { template, data } of facts) {
      if (template !== 'start') continue;
      verdict.ruleTrace.push('spread::begin');
      const at = data['at'] as string;
      if (tainted.has(at)) continue;
      tainted.add(at);
      waiting.push(at);
    }
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      for (const to of links.get(at) ?? []) {
        verdict.ruleTrace.push('spread::follow');
        if (tainted.has(to)) continue;
        tainted.add(to);
        waiting.push(to);
      }
    }
    for (const at of tainted) {
      if (gateways.has(at)) verdict.fire('judge::reached', 'deny', `Taint has reached ${at}`);
    }
    return verdict;
  };
};
