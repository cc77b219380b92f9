/** Places of the rules of a ruleset in its YAML. */
import { isMap, isScalar, isSeq, type Document, type Node, type Pair, type Scalar, type YAMLMap } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import { isDataFile } from '../../compiler/read/data-file-names.ts';
import { parseLayout } from './format-source.ts';
import { pairsOf, valueAt } from './nodes.ts';

/** Files of the ruleset itself that hold YAML. */
export const isOwn = ({ path }: Source): boolean => !isDataFile(path) && !path.startsWith('../');

interface RulePlace {
  readonly file: string;
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** Places of the rules in files that were rewritten. */
export function rulePlaces(sources: readonly Source[]): readonly RulePlace[] {
  return sources.filter(isOwn).flatMap(({ path: file, text }) =>
    parseLayout(text).flatMap((document) =>
      eachRule(document).map(({ name, body, key }): RulePlace => {
        const from = (key ?? body).range?.[0] ?? 0;
        const to = body.range?.[2] ?? from;
        return { file, name, from, to };
      }),
    ),
  );
}

interface RuleNode {
  readonly name: string;
  /** Offset of its name. */
  readonly start: number;
  readonly body: YAMLMap<Scalar, Node>;
  /** Key of the rule in a map of rules; null in a list. */
  readonly key: Scalar | null;
}

export function eachRule(document: Document): readonly RuleNode[] {
  if (!isMap(document.contents)) return [];
  const rules = valueAt(document.contents as YAMLMap, 'rules');
  if (isSeq(rules))
    return rules.items.flatMap((item): readonly RuleNode[] => {
      if (!isMap(item)) return [];
      const body = item as YAMLMap<Scalar, Node>;
      const name = valueAt(body, 'name');
      return isScalar(name)
        ? [{ name: String(name.value), start: name.range?.[0] ?? 0, body, key: null }]
        : [];
    });
  if (!isMap(rules)) return [];
  return pairsOf(rules).flatMap(({ key, value }: Pair<Scalar, Node>): readonly RuleNode[] =>
    isMap(value)
      ? [{ name: String(key.value), start: key.range?.[0] ?? 0, body: value as YAMLMap<Scalar, Node>, key }]
      : [],
  );
}
