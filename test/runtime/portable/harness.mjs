// Runs in the browser: what a page with no server behind it would do.
import { compile } from '/compiler.js';
import { Engine } from '/portable/engine.js';

export { compile };

/** Compiles, loads the result, and evaluates requests. */
export async function run({ sources, requests, now }) {
  const { hash, module, clips } = compile(sources);
  const runtime = new URL('/portable/matcher-module.js', globalThis.location.href).href;
  const text = module().replace(/(["'])ferrule\/runtime\1/g, JSON.stringify(runtime));
  const url = URL.createObjectURL(new globalThis.Blob([text], { type: 'text/javascript' }));
  const { ruleset } = await import(url);
  const engine = new Engine(ruleset, { now: () => now });
  const answers = requests.map((request) => {
    const { decision, ruleTrace } = engine.evaluate({ scoped: true, ...JSON.parse(request) });
    return { decision, ruleTrace };
  });
  return { hash, module: module(), clips: clips(), answers };
}
