import { transform } from 'esbuild';

/**
 * The generated module as the body of a CommonJS function, ready for the loader. Class fields become plain
 * assignments in the constructor: defining them anew on each object costs more than setting them.
 */
export async function toCommonJs(typescript: string): Promise<string> {
  const { code } = await transform(typescript, {
    loader: 'ts',
    format: 'cjs',
    target: 'node20',
    sourcefile: 'matcher.ts',
    tsconfigRaw: { compilerOptions: { useDefineForClassFields: false } },
  });
  return code;
}
