import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createReport } from '../../../compiler/diagnostics/report.ts';
import { printDeffunction } from '../../../compiler/emit/clips/expression.ts';
import { parseDeffunction } from '../../../compiler/language/expression/parse.ts';
import { findClips } from '../../../library/node/clips/clips-binary.ts';
import {
  drawPrograms,
  fuzzExpressions,
  runCompiled,
  runInClips,
  sameAnswer,
  type Answer,
  type Drawn,
} from '../../../tools/expression-fuzz/fuzz.ts';
import { sourceText } from '../../../tools/expression-fuzz/source-text.ts';
import { full } from '../../full.ts';

/** A program and the result of CLIPS 6.4, for machines without clips. */
interface Recorded {
  readonly kind: Drawn['kind'];
  readonly text: string;
  readonly answer: Answer;
}

const RECORDING = new URL('recorded/expressions.json', import.meta.url);
const RECORDED = { seed: 20260101, count: 300 };
const DRAWN = full(300, 100);

function readProgram({ kind, text }: Recorded): Drawn {
  const definition = parseDeffunction(sourceText(text), createReport());
  if (definition === null) throw new Error(`not a function: ${text}`);
  return { kind, definition };
}

describe('drawn expressions and functions', () => {
  test('return what CLIPS returns', async ({ skip }) => {
    const clips = await findClips();
    if (clips === null) return skip('no clips binary: the recorded answers only');
    const seed = Date.now() % 1_000_000_000;
    const result = await fuzzExpressions({ count: DRAWN, seed, clips });
    expect(result.mismatches, `seed ${seed}`).toEqual([]);
    expect(result.compared).toBe(DRAWN);
  });

  test('return what CLIPS 6.4 returned when it was recorded', async () => {
    const clips = await findClips();
    if (process.env['FERRULE_UPDATE'] && clips?.version.startsWith('6.4')) {
      const programs = drawPrograms(RECORDED.count, RECORDED.seed);
      const answers = await runInClips(clips, programs);
      const rows = programs.map(({ kind, definition }, i): Recorded => {
        return { kind, text: printDeffunction(definition), answer: answers[i] ?? 'crash' };
      });
      await writeFile(RECORDING, JSON.stringify(rows, null, 2) + '\n');
    }
    const recorded = JSON.parse(await readFile(RECORDING, 'utf8')) as readonly Recorded[];
    const compiled = runCompiled(recorded.map(readProgram));
    const differing = recorded.filter(
      ({ kind, answer }, i) => !sameAnswer(kind, answer, compiled[i] ?? 'refused'),
    );
    expect(differing).toEqual([]);
  });
});
