/** Rulesets in both forms, and what must hold of them: nothing but the form changes. */
import { expect } from 'vitest';
import { longForm, shortForm } from '../../authoring/fmt/change-form.ts';
import { constructsOf, differing } from '../../authoring/fmt/constructs.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';

export type Sources = readonly Source[];

export function changed(form: 'short' | 'long', sources: Sources): Sources {
  const result = form === 'short' ? shortForm(sources) : longForm(sources);
  if (result.kind === 'changed') return result.sources;
  const why = result.kind === 'broken' ? JSON.stringify(result.diagnostics) : '';
  throw new Error(`${result.kind}: ${why}\n${sources.map(({ text }) => text).join('---\n')}`);
}

export const one = (text: string): Sources => [{ path: 'a.yaml', text }];
export const textOf = (sources: Sources): string => sources.map(({ text }) => text).join('');
export const short = (text: string): string => textOf(changed('short', one(text)));
export const long = (text: string): string => textOf(changed('long', one(text)));

export function expectLaws(ruleset: Sources): void {
  const before = constructsOf(ruleset);
  expect(before.byName.size).toBeGreaterThan(0);
  const same = (sources: Sources): void => {
    expect([...differing(before, constructsOf(sources))]).toEqual([]);
  };
  const [asShort, asLong] = [changed('short', ruleset), changed('long', ruleset)];
  same(changed('long', asShort));
  same(changed('short', asLong));
  expect(changed('short', asShort)).toEqual(asShort);
  expect(changed('long', asLong)).toEqual(asLong);
  const written = changed('short', asLong);
  expect(changed('short', changed('long', written))).toEqual(written);
}

/** Text of which rules over a document stay long. */
export const NAMES_HIDDEN = /template: input\b/;

/** The short form of what the ruleset is lowered to. */
export function raised(text: string): string {
  expectLaws(one(text));
  return short(long(text));
}

/** A ruleset with one rule. */
export const rule = (body: string, input = ''): string => `${input}rules:\n  a:\n${body}`;
