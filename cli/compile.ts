import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PassedCompilation } from '../compiler/compile.ts';
import { compilePath, requireOk } from './compile-path.ts';
import { bundleFile } from '../library/node/package-root.ts';
import { constantSources, CONSTANT_OPTIONS } from './constant-options.ts';
import { CommandError, DONE, LENIENT_OPTION, textOption, usageError, type Command } from './command.ts';
import { ROOT_OPTION, rootOf } from './root-option.ts';
import { emitClips } from '../compiler/emit/clips/emit-clips.ts';
import { printPlan } from '../compiler/plan/print-plan.ts';

type Target = 'clips' | 'typescript' | 'js' | 'plan';

interface TargetFile {
  readonly file: string;
  readonly text: (c: PassedCompilation) => string | Promise<string>;
}

const TARGETS: Readonly<Record<Target, TargetFile>> = {
  clips: { file: 'constructs.clp', text: ({ ruleset }) => emitClips(ruleset) },
  typescript: { file: 'matcher.ts', text: ({ typescript }) => typescript() },
  js: { file: 'ruleset.mjs', text: ({ module }) => bundle(module()) },
  plan: { file: 'plan.txt', text: ({ matching }) => printPlan(matching()) },
};

/** Beside the module, so that TypeScript finds it. */
const MODULE_TYPES: TargetFile = {
  file: 'ruleset.d.mts',
  async text({ ruleset }) {
    const { moduleDeclarations } = await import('../compiler/emit/declarations/module-declarations.ts');
    return moduleDeclarations(ruleset);
  },
};

async function bundle(module: string): Promise<string> {
  const { selfContained } = await import('../compiler/bundle/self-contained.ts');
  const file = (name: string): string => fileURLToPath(bundleFile(name));
  return selfContained(module, {
    runtime: file('portable/matcher-module.js'),
    engine: file('portable/engine.js'),
  });
}

export const compileCommand: Command = {
  name: 'compile',
  summary: 'compile a ruleset to CLIPS constructs and a matcher module',
  arguments: ['PATH'],
  options: {
    target: { type: 'string', value: 'TARGET', help: 'clips, typescript, js or plan' },
    ...CONSTANT_OPTIONS,
    root: ROOT_OPTION,
    lenient: LENIENT_OPTION,
    out: { type: 'string', value: 'DIR', help: 'write files to this folder instead of printing' },
  },
  notes: `
PATH is a YAML file or a folder of them. Without --out, the command prints the target (default: clips). With --out, it
writes constructs.clp, matcher.ts, ruleset.mjs or plan.txt (default: the first three).
The js target is one self-contained ES module. It exports createEngine(options), Engine and ruleset, and imports nothing.
Its types, ruleset.d.mts, are written next to it and import the types of the package.
The plan lists the parts of the matcher: patterns, memories, joins.`,
  async run([path = ''], options, terminal) {
    const target = readTarget(textOption(options, 'target'));
    const out = textOption(options, 'out');
    const settings = await constantSources(options);
    const how = { lenient: options['lenient'] === true };
    const compilation = await compilePath(path, how, settings, rootOf(options));
    requireOk(compilation, terminal);
    if (out === null) terminal.data(await TARGETS[target ?? 'clips'].text(compilation));
    else
      await writeTargets(
        out,
        target === null
          ? [TARGETS.clips, TARGETS.typescript, TARGETS.js, MODULE_TYPES]
          : target === 'js'
            ? [TARGETS.js, MODULE_TYPES]
            : [TARGETS[target]],
        compilation,
      );
    return DONE;
  },
};

function readTarget(name: string | null): Target | null {
  if (name === null || Object.hasOwn(TARGETS, name)) return name as Target | null;
  throw usageError(`unknown target '${name}' (clips, typescript, js or plan)`);
}

/** Writes every file beside its place first, so that readers never see half of one. */
async function writeTargets(
  folder: string,
  targets: readonly TargetFile[],
  compilation: PassedCompilation,
): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const { file, text } of targets) {
      const path = join(folder, file);
      const unfinished = `${path}.${process.pid}.tmp`;
      await writeFile(unfinished, await text(compilation));
      await rename(unfinished, path);
    }
  } catch (error) {
    throw new CommandError(
      `cannot write to ${folder}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
