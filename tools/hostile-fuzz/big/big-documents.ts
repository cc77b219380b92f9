import { rule, TEMPLATES, times, type BigText } from './big-text.ts';

const bringing = (name: string, entry: (n: number) => string): BigText => ({
  name,
  head: `${TEMPLATES}rules:\n${rule(0, '{template: t}')}input:\n`,
  item: (n) => `  - ${entry(n)}\n`,
});

/** Documents that are facts, searches, and modules. */
export const BIG_DOCUMENTS: readonly BigText[] = [
  bringing('input', (n) => `{template: u, slots: {n: $.a${n}}}`),
  bringing('long paths', (n) => `{template: u, slots: {n: "$${'.a'.repeat(20_000)}${n}"}}`),
  bringing('paths of stars', () => `{template: u, each: "$${'.*'.repeat(20_000)}", slots: {n: "#"}}`),
  bringing('paths that go down', () => `{template: u, each: "$${'..a'.repeat(5_000)}", slots: {n: "#"}}`),
  bringing('indexes', (n) => `{template: u, each: "$${`[${n}]`.repeat(5_000)}", slots: {n: "#"}}`),
  bringing('quoted names', () => `{template: u, each: "$${"['a b']".repeat(5_000)}", slots: {n: "#"}}`),
  bringing('open brackets', () => `{template: u, each: "$${'['.repeat(5_000)}", slots: {n: "#"}}`),
  bringing(
    'items in items',
    () =>
      `{template: u, each: [${times(400, (n) => (n === 0 ? '"$.a[*]"' : '"@.b[*]"'), ', ')}], slots: {n: "#"}}`,
  ),
  bringing(
    'items of items around',
    () => `{template: u, each: ["$.a[*]", "@.b[*]"], slots: {n: "@${'^'.repeat(5_000)}"}}`,
  ),
  bringing(
    'input of all slots',
    () => '{template: t, slots: {n: $.a, m: $.b, s: $.c, y: $.d, f: $.e, l: "$.f[*]"}}',
  ),
  {
    name: 'searches',
    head: `${TEMPLATES}authzen:\n  subjects:\n`,
    item: (n) => `    - {type: user${n}, template: t, slot: s}\n`,
  },
  {
    name: 'modules',
    head: `${TEMPLATES}modules:\n`,
    item: (n) => `  - {name: m${n}, priority: ${n % 100}}\n`,
  },
  {
    name: 'modules of one rule',
    head: TEMPLATES,
    item: (n) => `---\nmodules: [{name: m${n}}]\nmodule: m${n}\nrules:\n${rule(n, '{template: t}')}`,
  },
  { name: 'an order of modules', head: 'focus_order: [', item: (n) => `m${n},`, tail: ']\n' },
  {
    name: 'orders of modules',
    head: 'modules: [{name: a}, {name: b}]\n',
    item: () => '---\nfocus_order: [a, b]\n',
  },
  {
    name: 'ways to decide',
    head: TEMPLATES,
    item: (n) => `---\ndecide: ${n % 2 === 0 ? 'first' : 'last'}\n`,
  },
  { name: 'defaults', head: TEMPLATES, item: (n) => `---\ndefault: {action: deny, reason: "${n}"}\n` },
];
