import { createSourceText } from '../../../compiler/read/source-text.ts';
import { TEMPLATE } from '../../../compiler/read/template.ts';
import type { YamlNode, YamlScalar } from '../../../compiler/read/yaml-node.ts';
import type { Located, SourceText } from '../../../compiler/syntax.ts';
import type { Document } from '../documents/document.ts';
import { treesOf } from './trees.ts';

/** The language that a scalar of a ruleset is written in. `plain`: YAML alone. */
export type TextLanguage =
  /** Infix expressions, and constructors. */
  | 'short'
  /** `operator(arguments)` */
  | 'operator'
  | 'clips'
  /** Words with places in braces. */
  | 'text'
  /** Value of a slot: CLIPS, a constant, or a text. */
  | 'value'
  /** Type of a slot or member. */
  | 'type'
  | 'cell'
  | 'plain';

/** A scalar of a document, with the keys above it. Levels of lists are not counted. */
export interface WrittenText {
  readonly language: TextLanguage;
  readonly path: readonly string[];
  readonly node: YamlScalar;
  readonly source: SourceText;
}

/** A key of a map, with the keys above it. */
export interface WrittenKey {
  readonly key: Located<string>;
  readonly path: readonly string[];
}

interface Written {
  readonly keys: readonly WrittenKey[];
  readonly texts: readonly WrittenText[];
}

const known = new WeakMap<Document, Written>();

/** The keys and scalars of a YAML document, around text that is not YAML. Empty for other kinds of files. */
export function writtenIn(document: Document): Written {
  let found = known.get(document);
  if (found === undefined) known.set(document, (found = walk(document)));
  return found;
}

const YAML: ReadonlySet<Document['kind']> = new Set(['ruleset', 'suite', 'graph']);

function walk(document: Document): Written {
  const keys: WrittenKey[] = [];
  const texts: WrittenText[] = [];
  if (!YAML.has(document.kind)) return { keys, texts };
  const isRuleset = document.kind === 'ruleset';
  const source = { path: document.key, text: document.text };
  const visit = (node: YamlNode, path: readonly string[]): void => {
    if (node.kind === 'list') for (const item of node.items) visit(item, path);
    if (node.kind === 'map')
      for (const { key, value } of node.entries.values()) {
        keys.push({ key, path });
        visit(value, [...path, key.value]);
      }
    if (node.kind === 'scalar') {
      const language = isRuleset ? languageAt(path) : 'plain';
      texts.push({ language, path, node, source: createSourceText(node, source) });
    }
  };
  for (const tree of treesOf(document)) visit(tree, []);
  return { keys, texts };
}

const OPERATORS: ReadonlySet<string> = new Set(['expression', 'now', 'of']);
const SHORT: ReadonlySet<string> = new Set([
  'if',
  'for',
  'let',
  'inputs',
  'assert',
  'modify',
  'retract',
  'obligations',
]);
const TEXTS: ReadonlySet<string> = new Set(['deny', 'allow', 'escalate', 'route', 'scope', 'reason']);
const BUDGET: ReadonlySet<string> = new Set(['if', 'per', 'amount', 'limit']);
/** Keys of a rule behind which names of the author are keys. */
const NAMED: ReadonlySet<string> = new Set(['let', 'for']);

/** The language of a value by the keys above it, levels of lists not counted. */
export function languageAt(path: readonly string[]): TextLanguage {
  const [section = '', ...rest] = path;
  const key = rest.at(-1) ?? '';
  const owner = rest.at(-2) ?? '';
  switch (section) {
    case 'templates':
      if (key === 'type') return 'type';
      return owner === 'slots' || (rest.length === 2 && !TEMPLATE.keys.includes(key)) ? 'type' : 'plain';
    case 'relations':
      return key === 'type' || owner === 'columns' ? 'type' : 'plain';
    case 'input':
      return rest.length > 0 && !['template', 'each', 'required', 'slots'].includes(rest[0] ?? '')
        ? 'type'
        : 'plain';
    case 'define':
      return 'short';
    case 'functions':
      return key === 'body' ? 'clips' : 'plain';
    case 'default':
      return key === 'reason' ? 'text' : 'plain';
    case 'budgets':
      if (BUDGET.has(key)) return 'short';
      return key === 'reason' ? 'text' : languageInRule(rest, key, owner);
    case 'rules':
    case 'tables':
      return languageInRule(rest, key, owner);
    default:
      return 'plain';
  }
}

function languageInRule(path: readonly string[], key: string, owner: string): TextLanguage {
  if (key === 'test') return 'clips';
  if (owner === 'metadata' || (key === 'metadata' && path.length === 1)) return 'text';
  if (path.includes('then')) {
    if (owner === 'slots' || path.includes('obligations')) return 'value';
    return TEXTS.has(key) ? 'text' : 'plain';
  }
  if (OPERATORS.has(key)) return 'operator';
  if (key === 'rows' || (key === 'default' && path.includes('default'))) return 'cell';
  if (SHORT.has(key) || NAMED.has(owner)) return 'short';
  return TEXTS.has(key) ? 'text' : 'plain';
}
