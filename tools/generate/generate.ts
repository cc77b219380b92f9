/**
 * `npm run generate` writes generated/: the constructs and the matcher of every shipped ruleset; docs/schemas/test-suite.json,
 * the pictures in docs/pictures/, and docs/llms.txt and docs/llms-full.txt. With `--check` it writes nothing and fails, naming the files, when one of them is not what is made now.
 */
import { staleFiles, writeFiles } from './generated-files.ts';

if (process.argv.includes('--check')) {
  const stale = await staleFiles();
  for (const line of stale) console.error(line);
  if (stale.length > 0) {
    console.error('run `npm run generate` and look at the difference');
    process.exitCode = 1;
  }
} else {
  await writeFiles();
}
