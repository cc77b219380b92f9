import { isMap, isScalar, isSeq, Scalar, YAMLSeq, type YAMLMap } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import type { ShortExpression } from '../../compiler/short-tree.ts';
import { instead, keyOf, pairOf, rewritten, together, without, withoutPair, type Add } from './edits.ts';
import { freedRoots, patternRoots } from './infix-roots.ts';
import { infixChanges, inOneLine, parseInfix } from './infix-changes.ts';
import { offsetIn } from './scalar-offset.ts';

/** A condition of `if` that is parsed. */
interface Condition {
  readonly scalar: Scalar<string>;
  readonly tree: ShortExpression;
}

/** Changes of `if`, `for` and `let` of a rule or table. */
export function mutateShortLeft(body: YAMLMap, rule: string, source: Source, add: Add): void {
  const names = forNames(body);
  const documents = documentNames(body);
  const list = body.get('if', true);
  const conditions = (isSeq(list) ? list.items : [list]).flatMap(parsed);
  for (const condition of conditions) {
    const { scalar, tree } = condition;
    const others = conditions.filter((other) => other !== condition).map((other) => other.tree);
    const known = new Set([
      ...names,
      ...letNames(body),
      ...others.flatMap((other) => [...patternRoots(other)]),
    ]);
    const isOnly = !isSeq(list) || list.items.length === 1;
    const remove = isOnly ? withoutKey(body, 'if') : without(list, scalar);
    const what = `without the condition ${inOneLine(scalar.value)}`;
    const own = freedRoots(tree, tree).filter((root) => !known.has(root));
    // A rule needs a condition or a pattern.
    if (!isOnly || body.has('for') || body.has('let'))
      addDropped(body, { place: scalar, rule, add }, what, remove, own);
    else if (own.length > 0) add(scalar, rule, what, together(remove, withNames(body, own)));
    for (const change of infixChanges(scalar.value, tree, documents, true)) {
      const place = offsetIn(scalar, change.start, source);
      // A rule that mentions the document at all has its pattern.
      const freed = freedRoots(tree, change.freed).filter((root) => !known.has(root) && root !== 'input');
      const make = rewritten(scalar, change.text);
      if (change.isDropped) addDropped(body, { place, rule, add }, change.what, make, freed);
      else add(place, rule, change.what, freed.length > 0 ? together(make, withNames(body, freed)) : make);
    }
  }
  if (conditions.length > 1 && body.has('for')) add(list, rule, 'without `if`', withoutKey(body, 'if'));
  mutateFor(body, rule, add);
  mutateLet(body, documents, rule, source, add);
}

/** Changes of what `define` names, whose parameters may be items of the document. */
export function mutateDefinitions(root: YAMLMap, source: Source, add: Add): void {
  const written = root.get('define', true);
  for (const pair of isMap(written) ? written.items : []) {
    const documents = new Set(['input', ...(keyOf(pair).match(/[A-Za-z_][\w-]*/g) ?? []).slice(1)]);
    for (const { scalar, tree } of parsed(pair.value))
      for (const change of infixChanges(scalar.value, tree, documents, true))
        add(offsetIn(scalar, change.start, source), null, change.what, rewritten(scalar, change.text));
  }
}

/** A condition less: with its patterns in `for`, and without them. */
function addDropped(
  body: YAMLMap,
  { place, rule, add }: { readonly place: unknown; readonly rule: string; readonly add: Add },
  what: string,
  remove: () => () => void,
  freed: readonly string[],
): void {
  if (freed.length === 0) return void add(place, rule, what, remove);
  add(place, rule, what, together(remove, withNames(body, freed)));
  add(place, rule, `${what}, and without ${listed(freed)}`, remove);
}

const listed = (names: readonly string[]): string =>
  `the pattern${names.length > 1 ? 's' : ''} of ${names.join(' and ')}`;

function parsed(node: unknown): readonly Condition[] {
  if (!isScalar(node) || typeof node.value !== 'string') return [];
  const tree = parseInfix(node.value);
  return tree === null ? [] : [{ scalar: node as Scalar<string>, tree }];
}

function withoutKey(body: YAMLMap, key: string): () => () => void {
  const pair = pairOf(body, key);
  return pair === undefined ? () => () => undefined : withoutPair(body, pair);
}

/** Names that `for` gives to facts and items. */
function forNames(body: YAMLMap): readonly string[] {
  const written = body.get('for', true);
  if (isMap(written)) return written.items.map(keyOf);
  const items = isSeq(written) ? written.items : [written];
  return items.flatMap((item) => (isScalar(item) ? [String(item.value)] : []));
}

function letNames(body: YAMLMap): readonly string[] {
  const written = body.get('let', true);
  return isMap(written) ? written.items.map(keyOf) : [];
}

/** The document, and the names of `for` that go through it. */
function documentNames(body: YAMLMap): ReadonlySet<string> {
  const names = new Set(['input']);
  const written = body.get('for', true);
  for (const pair of isMap(written) ? written.items : []) {
    const tree = isScalar(pair.value) ? parseInfix(String(pair.value.value)) : null;
    if (tree?.kind === 'path' && names.has(tree.root.value)) names.add(keyOf(pair));
  }
  return names;
}

/** Adds names of templates to `for`. */
function withNames(body: YAMLMap, names: readonly string[]): () => () => void {
  const written = body.get('for', true);
  if (isMap(written)) return together(...names.map((name) => instead(written, name, new Scalar(name))));
  const list = new YAMLSeq();
  list.flow = true;
  const before = isSeq(written) ? written.items : isScalar(written) ? [written] : [];
  list.items = [...before, ...names.map((name) => new Scalar(name))];
  return instead(body, 'for', list);
}

function mutateFor(body: YAMLMap, rule: string, add: Add): void {
  const written = body.get('for', true);
  if (!(isMap(written) || isSeq(written)) || written.items.length < 2) return;
  if (isMap(written)) {
    for (const pair of written.items)
      add(pair.key, rule, `without ${keyOf(pair)} in \`for\``, withoutPair(written, pair));
    return;
  }
  for (const item of written.items)
    if (isScalar(item)) add(item, rule, `without ${String(item.value)} in \`for\``, without(written, item));
}

function mutateLet(
  body: YAMLMap,
  documents: ReadonlySet<string>,
  rule: string,
  source: Source,
  add: Add,
): void {
  const written = body.get('let', true);
  for (const { value } of isMap(written) ? written.items : [])
    for (const { scalar, tree } of parsed(value))
      for (const change of infixChanges(scalar.value, tree, documents, false))
        add(offsetIn(scalar, change.start, source), rule, change.what, rewritten(scalar, change.text));
}
