/** `input: file.json`: the document as a JSON Schema or an MCP manifest declares it. */
import type { DocumentSyntax } from '../../short-syntax.ts';
import type { ReadContext } from '../context.ts';
import { resolvePath } from '../data-file.ts';
import { isDeclarationFile } from '../data-file-names.ts';
import { readText } from '../fields.ts';
import { readTrees } from '../read-trees.ts';
import type { YamlNode } from '../yaml-node.ts';
import { schemaShape } from './json-schema.ts';
import { callShape, toolsOf } from './manifest.ts';

/** The declaration in the file that `input` names; null, reported, if there is none. */
export function readInputFile(node: YamlNode, context: ReadContext): DocumentSyntax | null {
  const name = readText(node, context);
  if (name === null) return null;
  const { report, files, source } = context;
  const refuse = (problem: string): null => {
    report.add('input-file', name.at, { name: name.value, problem });
    return null;
  };
  if (!isDeclarationFile(name.value)) return refuse('expected the path of a `.json` file');
  const path = resolvePath(source.path, name.value);
  const file = path === null ? undefined : files.get(path);
  if (file === undefined)
    return refuse('expected a file below the folder of the ruleset, by its path from here');
  try {
    JSON.parse(file.text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return refuse(`invalid JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const [root] = readTrees({ ...context, source: file });
  if (root === undefined || root.kind === 'broken') return null;
  const tools = toolsOf(root);
  if (tools !== null) {
    if (tools.items.length === 0) return refuse('the manifest has no tools');
    return { shape: callShape(tools), at: name.at };
  }
  const shape = schemaShape(root, root);
  if (shape.kind !== 'object' && shape.kind !== 'map')
    return refuse('expected a JSON Schema of an object, or an MCP manifest with `tools`');
  return { shape, at: name.at };
}
