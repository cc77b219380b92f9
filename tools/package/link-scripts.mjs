// Describes how chunks, which are ES modules, are linked as scripts, so that their code can be cached between processes: the
// parts of each file that are copied verbatim, and the code that replaces its imports and exports.
import { posix } from 'node:path';
import { parseAst } from 'rollup/parseAst';

/** Names that every script is given. */
const OWN_NAMES = ['linkedChunks', 'linkedLoad', 'linkedImport', 'require'];
/** Exports of `node:fs/promises` in files-at-once.ts; any other would be missing only when called. */
const FILES = ['readFile', 'stat', 'realpath', 'opendir', 'writeFile', 'rename'];

/**
 * @param {import('rollup').OutputChunk[]} chunks as they were written
 * @param {readonly (readonly string[])[]} starts file names of the chunks that each script begins with; a script holds what these
 * import and no earlier script holds
 * @returns what run-linked.ts reads
 */
export function linkScripts(chunks, starts) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  /** Place of each chunk, and the script that it is in. */
  const places = new Map();
  const scriptOf = new Map();
  const add = (name, script) => {
    if (scriptOf.has(name) || !byName.has(name)) return;
    scriptOf.set(name, script);
    for (const imported of byName.get(name).imports) {
      add(imported, script);
      if (byName.has(imported) && !places.has(imported))
        throw new Error(`${name} and ${imported} need each other`);
    }
    places.set(name, places.size);
  };
  starts.forEach((names, script) => names.forEach((name) => add(name, script)));
  const files = [...places.keys()];
  const scripts = starts.map((_, script) => {
    const own = files.filter((name) => scriptOf.get(name) === script);
    const parts = own.flatMap((name) => linked(byName.get(name), places, scriptOf));
    const head = `(function(${OWN_NAMES.join()}){"use strict";`;
    return joined([head, ...parts, '})']);
  });
  return { files, scripts, entry: places.get(starts[0][0]) };
}

/** One chunk as a function that is called at once and returns what the chunk exports. */
function linked({ fileName, code }, places, scriptOf) {
  if (/[^\0-\x7f]/.test(code)) throw new Error(`${fileName} is not ASCII`);
  const place = places.get(fileName);
  const resolve = (specifier) =>
    specifier.startsWith('.') ? posix.join(posix.dirname(fileName), specifier) : specifier;
  const exported = (specifier) => {
    const imported = resolve(specifier);
    return places.has(imported)
      ? `linkedChunks[${places.get(imported)}]`
      : `require(${JSON.stringify(specifier)})`;
  };
  const edits = [];
  const results = [];
  const head = code.startsWith('#!') ? code.indexOf('\n') + 1 : 0;
  for (const node of parseAst(code).body) {
    if (node.type === 'ImportDeclaration') {
      if (node.source.value === 'node:fs/promises') checkFiles(fileName, node);
      edits.push([node.start, node.end, imports(node, exported(node.source.value))]);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration === null) {
      const from = node.source === null ? '' : `${exported(node.source.value)}.`;
      for (const specifier of node.specifiers)
        results.push(`${specifier.exported.name}:${from}${specifier.local.name}`);
      edits.push([node.start, node.end, '']);
    } else if (node.type.startsWith('Export')) {
      throw new Error(`${fileName} has a ${node.type}`);
    }
  }
  for (const node of walk(parseAst(code))) {
    if (node.type === 'MetaProperty' && node.meta.name === 'import')
      throw new Error(`${fileName} uses its own address`);
    if (node.type === 'Identifier' && OWN_NAMES.includes(node.name))
      throw new Error(`${fileName} has a name ${node.name} of its own`);
    if (node.type !== 'ImportExpression') continue;
    const name = resolve(node.source.value);
    edits.push([
      node.start,
      node.end,
      scriptOf.has(name)
        ? `linkedLoad(${scriptOf.get(name)},${places.get(name)})`
        : `linkedImport(${JSON.stringify(name === node.source.value ? name : `./${name}`)})`,
    ]);
  }
  const pieces = [`linkedChunks[${place}]=(()=>{`];
  let at = head;
  for (const [start, end, text] of edits.sort((a, b) => a[0] - b[0])) {
    pieces.push([place, at, start], text);
    at = end;
  }
  pieces.push([place, at, code.length], `\nreturn{__proto__:null,${results.join(',')}}})();`);
  return pieces;
}

function checkFiles(fileName, { specifiers }) {
  for (const { type, imported } of specifiers)
    if (type !== 'ImportSpecifier' || !FILES.includes(imported.name))
      throw new Error(`${fileName} takes ${imported?.name ?? 'all'} of node:fs/promises`);
}

/** An import as a declaration of constants. */
function imports({ specifiers }, from) {
  const names = [];
  let text = '';
  for (const { type, imported, local } of specifiers) {
    if (type === 'ImportSpecifier') names.push(`${imported.name}:${local.name}`);
    // The default export is what CommonJS exports.
    else text += `const ${local.name}=${from};`;
  }
  return names.length === 0 ? text : `${text}const{${names.join(',')}}=${from};`;
}

function* walk(node) {
  if (Array.isArray(node)) for (const child of node) yield* walk(child);
  else if (typeof node?.type === 'string') {
    yield node;
    for (const child of Object.values(node)) if (typeof child === 'object') yield* walk(child);
  }
}

/** The same with neighbouring texts as one, and without what is empty. */
function joined(pieces) {
  const all = [];
  for (const piece of pieces) {
    if (piece === '' || (Array.isArray(piece) && piece[1] === piece[2])) continue;
    if (typeof piece === 'string' && typeof all.at(-1) === 'string') all[all.length - 1] += piece;
    else all.push(piece);
  }
  return all;
}
