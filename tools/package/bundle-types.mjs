// One declaration file for each door of the package, made of the sources: what an importer sees and nothing else.
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

/** Declarations of files are made for a build only, so the options of the type check are turned round. */
const EMITTING = { noEmit: false, declaration: true, emitDeclarationOnly: true, incremental: false };

/** A private member with its comment. Its type is left out by the compiler of TypeScript. */
const PRIVATE_MEMBER = /^ *(?:\/\*\*(?:(?!\*\/)[^])*\*\/\n *)?private (?:readonly )?\w+;\n/gmu;

/** The text of a diagnostic as a type: of the table of codes, an importer sees which there are. */
const MESSAGE_TYPE = /^( *readonly message): ".*";$/gmu;

/** Keeps the package small: an importer needs neither of these, and is well with two spaces of indentation. */
const narrower = {
  name: 'narrower',
  /** @param {string} code */
  renderChunk: (code) =>
    code
      .replace(PRIVATE_MEMBER, '')
      .replace(MESSAGE_TYPE, '$1: string;')
      .replace(/^(?: {4})+/gmu, (indentation) => ' '.repeat(indentation.length / 2)),
};

/**
 * Writes `dist/<door>.d.ts` for each door.
 *
 * @param {string} root folder of the package
 * @param {Readonly<Record<string, string>>} doors source file by the name of the door
 */
export async function bundleTypes(root, doors) {
  const input = Object.fromEntries(Object.entries(doors).map(([name, path]) => [name, join(root, path)]));
  const bundle = await rollup({
    input,
    plugins: [dts({ tsconfig: join(root, 'tsconfig.json'), compilerOptions: EMITTING }), narrower],
    external: ['fast-check', 'fastify', 'unplugin'],
    onwarn({ message }) {
      throw new Error(message);
    },
  });
  await bundle.write({ dir: join(root, 'dist'), format: 'es', chunkFileNames: 'types/[name].d.ts' });
  await bundle.close();
}
