/**
 * The door of the package to bundlers: `import { ferrule } from 'ferrule/plugin'`, then `ferrule.vite()`,
 * `ferrule.esbuild()` and so on. An import of `policy.rules.yaml`, or of a folder as `./policy?ferrule`, becomes the
 * compiled ruleset.
 */
import { stat } from 'node:fs/promises';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import type { UnpluginInstance } from 'unplugin';
import { formatFrame } from '../../../compiler/diagnostics/format.ts';
import { createPositions } from '../../../compiler/diagnostics/line-column.ts';
import { compileSources } from '../../../compiler/compile.ts';
import { readRulesetSources, rulesetName } from '../../../library/node/sources.ts';
import { missingPackage } from '../../../library/missing-package.ts';
import { writeDeclarations } from './write-declarations.ts';

// Not every user of the library bundles with it.
const { createUnplugin } = await import('unplugin').catch((error: unknown) => {
  const missing = missingPackage(error);
  throw missing === null ? error : new Error(`ferrule/plugin: ${missing}`, { cause: error });
});

interface PluginOptions {
  /** Warnings of the compiler fail the build. */
  readonly strict?: boolean;
  /** Writes the types of each imported ruleset beside it, as TypeScript's `allowArbitraryExtensions` finds them. */
  readonly types?: boolean;
}

const RULES_FILE = /\.rules\.ya?ml$/;
const ASKED_FOR = '?ferrule';
/** The module that an import becomes, and the matcher that it imports. */
const ENTRY = '.ferrule-entry.js';
const MATCHER = '.ferrule-matcher.js';

function entryText(matcher: string): string {
  return [
    "import { Engine } from 'ferrule/engine';",
    `import { ruleset } from ${JSON.stringify(matcher)};`,
    'export const createEngine = (options) => new Engine(ruleset, options);',
    'export { Engine, ruleset };',
    'export default { ruleset, createEngine };',
    '',
  ].join('\n');
}

/** The ruleset that an import names, as an absolute path; null when it names none. */
function namedRuleset(id: string, importer: string | undefined): string | null {
  const path = id.endsWith(ASKED_FOR) ? id.slice(0, -ASKED_FOR.length) : RULES_FILE.test(id) ? id : null;
  if (path === null) return null;
  return isAbsolute(path) ? path : resolve(importer === undefined ? '.' : dirname(importer), path);
}

export const ferrule: UnpluginInstance<PluginOptions | undefined> = createUnplugin((options = {}) => ({
  name: 'ferrule',
  enforce: 'pre',
  resolveId(id, importer) {
    if (id.endsWith(MATCHER)) return id;
    const path = namedRuleset(id, importer);
    return path === null ? null : path + ENTRY;
  },
  loadInclude: (id) => id.endsWith(ENTRY) || id.endsWith(MATCHER),
  async load(id) {
    if (id.endsWith(ENTRY)) return entryText(id.slice(0, -ENTRY.length) + MATCHER);
    const path = id.slice(0, -MATCHER.length);
    const isFolder = (await stat(path)).isDirectory();
    const sources = await readRulesetSources(path);
    const fileOf = (name: string): string => join(isFolder ? path : dirname(path), name);
    for (const source of sources) this.addWatchFile(fileOf(source.path));
    const compilation = compileSources(sources, { name: rulesetName(path), strict: options.strict ?? false });
    const positions = createPositions(compilation.sources);
    const messages = compilation.diagnostics.map((diagnostic) => {
      const { line, column } = positions.of(diagnostic.at);
      const file = fileOf(diagnostic.at.file);
      return {
        isError: diagnostic.severity === 'error',
        message: {
          message: formatFrame(diagnostic, positions),
          id: file,
          loc: { file, line, column: column - 1 },
        },
      };
    });
    for (const { isError, message } of messages) if (!isError) this.warn(message);
    if (!compilation.ok) {
      const errors = messages.filter(({ isError }) => isError).map(({ message }) => message);
      // A bundler stops at the first error; its text contains the others.
      const [first] = errors;
      this.error({ ...first, message: errors.map(({ message }) => message).join('\n') });
      // Some continue to here, and drop reports about a module without text.
      return '';
    }
    if (options.types === true) await writeDeclarations(path, compilation.ruleset);
    return compilation.module();
  },
}));
