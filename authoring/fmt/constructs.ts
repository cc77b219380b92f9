/** The constructs of a ruleset by their names, for comparison. */
import { checkSources } from '../../compiler/compile.ts';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { Diagnostic } from '../../compiler/diagnostics/report.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

export interface Constructs {
  /** Text of each construct; variables have numbers in the order in which they appear. */
  readonly byName: ReadonlyMap<string, string>;
  readonly diagnostics: readonly Diagnostic[];
}

/** `byName` is empty if the sources are invalid. */
export function constructsOf(sources: readonly Source[]): Constructs {
  const checked = checkSources(sources);
  const byName = new Map<string, string>();
  if (!checked.ok) return { byName, diagnostics: checked.diagnostics };
  const { ruleset } = checked;
  for (const construct of emitClips(ruleset).split(/\n\n(?=\()/)) {
    const [head] = /^\(\S+ \S+/.exec(construct) ?? [construct];
    byName.set(head, numbered(construct));
  }
  const { name, version, decide, templates, modules, focusOrder, hierarchies, input, authzen } = ruleset;
  const ordered = <T extends { readonly name: string }>(items: readonly T[]): readonly T[] =>
    items.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  // Settings that the constructs do not contain.
  const others = { name, version, decide, default: ruleset.default, focusOrder, hierarchies, input, authzen };
  byName.set('', withoutPlaces({ ...others, templates: ordered(templates), modules: ordered(modules) }));
  return { byName, diagnostics: checked.diagnostics };
}

/** Data as text, without positions. */
const withoutPlaces = (value: unknown): string =>
  JSON.stringify(value, (key, inner: unknown) => {
    if (key === 'at') return undefined;
    return typeof inner === 'bigint' ? `${inner}n` : inner instanceof Map ? [...inner] : inner;
  });

/** Variables by numbers in the order in which they appear: their names mean nothing. */
export function numbered(construct: string): string {
  const names = new Map<string, string>();
  return construct
    .split(/("(?:[^"\\]|\\[^])*")/)
    .map((part, i) =>
      i % 2 === 1
        ? part
        : part.replace(/\?[A-Za-z_][\w-]*/g, (name) => {
            const known = names.get(name) ?? `?v${names.size}`;
            names.set(name, known);
            return known;
          }),
    )
    .join('');
}

/** Names of rules (`MODULE::name`) whose constructs differ, and `''` if anything else does. */
export function differing(before: Constructs, after: Constructs): ReadonlySet<string> {
  const names = new Set<string>();
  for (const key of new Set([...before.byName.keys(), ...after.byName.keys()])) {
    if (before.byName.get(key) === after.byName.get(key)) continue;
    const rule = /^\(defrule (?:\S+::)?(\S+)/.exec(key)?.[1];
    names.add(rule ?? '');
  }
  return names;
}
