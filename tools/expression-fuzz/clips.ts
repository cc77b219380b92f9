/** Evaluating drawn programs in real CLIPS, many in one process. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inTemporaryFolder } from '../../library/node/clips/clips-binary.ts';

const run = promisify(execFile);
const TIME_LIMIT = 60_000;
const MAX_OUTPUT = 1 << 28;

/** Writes a value so that its type and all of its bits can be read back. */
const SHOW = `
(deffunction show-field (?v)
   (if (integerp ?v) then (printout t "i" ?v " ")
    else (if (floatp ?v) then (printout t "d" (format nil "%.17g" ?v) " ")
    else (if (stringp ?v) then (printout t "s" (implode$ (create$ ?v)) " ")
    else (if (symbolp ?v) then (printout t "y" (implode$ (create$ (str-cat ?v))) " ")
    else (printout t "f" (fact-index ?v) " "))))))
(deffunction show (?v)
   (if (multifieldp ?v)
    then (printout t "m( ") (progn$ (?f ?v) (show-field ?f)) (printout t ")")
    else (show-field ?v))
   (printout t "#end"))
`;

/**
 * Result of one call in CLIPS: the value shown, an error (which shows no value), that it did not load the function, or a
 * crash of CLIPS itself.
 */
type ClipsAnswer =
  { readonly kind: 'value'; readonly shown: string } | { readonly kind: 'error' | 'rejected' | 'crash' };

/**
 * Shows the value of each call in turn. A call that brings CLIPS down is found by halving, so that the others keep
 * their answers.
 */
export async function evaluateInClips(
  clips: string,
  definitions: readonly string[],
  calls: readonly string[],
): Promise<readonly ClipsAnswer[]> {
  const output = await runProgram(clips, definitions, calls);
  if (output !== null) return calls.map((_, i) => answerAt(output, i));
  if (calls.length <= 1) return calls.map(() => ({ kind: 'crash' }));
  const middle = Math.ceil(calls.length / 2);
  const first = await evaluateInClips(clips, definitions, calls.slice(0, middle));
  return [...first, ...(await evaluateInClips(clips, definitions, calls.slice(middle)))];
}

/** Everything printed, or null when CLIPS did not come to the end. */
async function runProgram(
  clips: string,
  definitions: readonly string[],
  calls: readonly string[],
): Promise<string | null> {
  const lines = calls.map((text, i) => `(printout t crlf "@${i}@")\n(show ${text})`);
  const end = '(printout t crlf "@end@" crlf)\n(exit)\n';
  const program = [SHOW, ...definitions, ...lines, end].join('\n');
  return inTemporaryFolder(async (folder) => {
    const file = join(folder, 'program.clp');
    await writeFile(file, program);
    try {
      const { stdout } = await run(clips, ['-f2', file], { timeout: TIME_LIMIT, maxBuffer: MAX_OUTPUT });
      return stdout.includes('@end@') ? stdout : null;
    } catch {
      return null;
    }
  });
}

/** Said of a number that is cut down to 64 bits, in the middle of what is shown. */
const WARNING = /^\[SCANNER1\] WARNING: .*\n/gm;

/** Said of a call whose function is not there. */
const NOT_LOADED = '[EXPRNPSR3] Missing function declaration';

function answerAt(output: string, index: number): ClipsAnswer {
  const mark = `\n@${index}@`;
  const start = output.indexOf(mark);
  const next = output.indexOf('\n@', start + mark.length);
  const text = output.slice(start + mark.length, next).replace(WARNING, '');
  const end = text.lastIndexOf('#end');
  if (start >= 0 && end >= 0) return { kind: 'value', shown: text.slice(0, end) };
  return { kind: start >= 0 && text.includes(NOT_LOADED) ? 'rejected' : 'error' };
}
