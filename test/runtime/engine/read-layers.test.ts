import { expect, it } from 'vitest';
import type { Source } from '../../../compiler/diagnostics/position.ts';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { readLayers, type Layers } from '../../../compiler/read/read-layers.ts';

const layer = (...texts: readonly string[]): readonly Source[] =>
  texts.map((text, i) => ({ path: `${i}.yaml`, text }));

const TEMPLATE = 'templates: [{ name: a, slots: [{ name: x, type: symbol }] }]\ndecide: allow-overrides\n';
const MODULES = 'modules: [{ name: first }, { name: second }]\nfocus_order: [second, first]\n';
const HIERARCHY = 'hierarchies: [{ name: h, levels: [low, high] }]\n';
const RULES = 'module: first\nrules: [{ name: r, when: [{ template: a }], then: { action: allow } }]\n';

/** Names of everything that a reload on top of these layers declares. */
function declared(sources: readonly Source[], base: Layers): object {
  const report = createReport();
  const { syntax } = readLayers(sources, base, report);
  expect(report.sorted()).toEqual([]);
  const names = (things: readonly { readonly name: { readonly value: string } }[]) =>
    things.map(({ name }) => name.value);
  return {
    templates: names(syntax.templates),
    modules: names(syntax.modules),
    hierarchies: names(syntax.hierarchies),
    rules: syntax.ruleGroups.flatMap(({ rules }) => names(rules.map(({ rule }) => rule))),
    focus: syntax.focusOrders.flatMap((order) => order.names.map(({ value }) => value)),
    decide: syntax.decides.map(({ value }) => value),
  };
}

it('what rules alone leave out is kept, rules are not', () => {
  expect(
    declared(layer(RULES), [layer(TEMPLATE, MODULES, HIERARCHY, RULES.replace('name: r', 'name: old'))]),
  ).toEqual({
    templates: ['a'],
    modules: ['first', 'second'],
    hierarchies: ['h'],
    rules: ['r'],
    focus: ['second', 'first'],
    decide: ['allow-overrides'],
  });
});

it('a kind that is given replaces the loaded one as a whole', () => {
  const whole = layer(
    'templates: [{ name: b, slots: [{ name: x, type: symbol }] }]',
    'modules: [{ name: other }]',
  );
  expect(declared(whole, [layer(TEMPLATE, MODULES, HIERARCHY)])).toEqual({
    templates: ['b'],
    modules: ['other'],
    hierarchies: ['h'],
    rules: [],
    focus: [],
    decide: [],
  });
});

it('only layers that something is taken from are kept', () => {
  const templates = layer(TEMPLATE);
  const modules = layer(MODULES);
  const rules = layer(RULES);
  const { layers, sources } = readLayers(rules, [layer(RULES), modules, templates], createReport());
  expect(layers).toEqual([rules, modules, templates]);
  expect(sources.map(({ path }) => path)).toEqual(['0.yaml', 'loaded-2/0.yaml', 'loaded-3/0.yaml']);
});

it('positions in the loaded ruleset are distinguished from those in the new one', () => {
  const { syntax } = readLayers(layer(RULES), [layer(TEMPLATE)], createReport());
  expect(syntax.templates[0]?.at.file).toBe('loaded-1/0.yaml');
  expect(syntax.ruleGroups[0]?.at.file).toBe('0.yaml');
});
