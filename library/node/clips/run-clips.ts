import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { clipsString } from '../../../compiler/emit/clips/atoms.ts';
import { needsTick } from '../../../compiler/emit/clips/tick.ts';
import {
  DECISION_TEMPLATE,
  OBLIGATION_TEMPLATE,
  STAGE_RULE,
  STAGE_TEMPLATE,
  TICK_TEMPLATE,
} from '../../../compiler/hidden-templates.ts';
import type { Ruleset } from '../../../compiler/untyped.ts';
import { FIRING_LIMIT, type Answer, type PhaseAnswer } from './answer.ts';
import { inTemporaryFolder, runBatchFile, type Clips } from './clips-binary.ts';
import { decide } from './decide.ts';
import { readIfThere } from './read-if-there.ts';
import { DUMP, DUMP_FUNCTION, LIMITED, readDumps, type Dump } from './dump.ts';
import { factText } from './fact-text.ts';
import { HOST_FUNCTIONS } from './host-functions.ts';
import type { Phase } from './facts.ts';

/** A compiled program for CLIPS. */
export interface ClipsProgram {
  readonly ruleset: Ruleset;
  /** The emitted constructs. */
  readonly constructs: string;
  readonly phases: readonly Phase[];
  /** Firings that a run may have when that is not FIRING_LIMIT. */
  readonly firingLimit?: number;
  /** Deffunctions that take the place of the host's, when they are not HOST_FUNCTIONS. */
  readonly host?: string;
}

const PROGRAMS_PER_PROCESS = 100;
const BATCH_MS = 30_000;
const SINGLE_MS = 10_000;

const FIRE_LINE = /^FIRE +\d+ (\S+): .*$/gm;

function retractAll(template: string): string {
  return `(do-for-all-facts ((?fact ${template})) TRUE (retract ?fact))`;
}

/**
 * The limit of a run in which hidden rules also fire. CLIPS also reports that it was reached if exactly half of it
 * have fired (engine.c, Run: it compares what is left with what has fired): no run fires half of an odd number.
 */
function odd(limit: number): number {
  return limit % 2 === 1 ? limit : limit + 1;
}

function phaseCommands(program: ClipsProgram, phase: Phase): readonly string[] {
  const templates = new Map(program.ruleset.templates.map((template) => [template.name, template]));
  const facts = phase.flatMap(({ template, data }) => {
    const declared = templates.get(template);
    return declared ? [`(assert ${factText(declared, data)})`] : [];
  });
  const obliges = program.ruleset.rules.some(({ then }) => then.obligations.length > 0);
  const ticks = needsTick(program.ruleset);
  const stages = program.ruleset.stages.length;
  const limit = program.firingLimit ?? FIRING_LIMIT;
  return [
    ...facts,
    ...(ticks ? [`(assert (${TICK_TEMPLATE}))`] : []),
    `(focus ${program.ruleset.focusOrder.join(' ')})`,
    `(run ${odd(limit + 1 + stages)})`,
    `(${DUMP})`,
    `(if (> (length$ (find-all-facts ((?fact ${DECISION_TEMPLATE})) TRUE)) ${limit}) then (bind ${LIMITED} TRUE))`,
    retractAll(DECISION_TEMPLATE),
    ...(obliges ? [retractAll(OBLIGATION_TEMPLATE)] : []),
    ...(ticks ? [retractAll(TICK_TEMPLATE)] : []),
    ...(stages > 0 ? [retractAll(STAGE_TEMPLATE)] : []),
  ];
}

/**
 * Commands that load and run one program. After a run that reached the firing limit, no further run follows,
 * because it would match everything that the limited run left in working memory. The output of loading and of each run goes
 * to dribble files, which contain errors in either version. Working memory goes to another file, and the last marks the end.
 */
function programCommands(program: ClipsProgram, folder: string, index: number): readonly string[] {
  const file = (name: string) => clipsString(join(folder, name));
  return [
    '(clear)',
    `(dribble-on ${file(`${index}.loading`)})`,
    `(load* ${file(program.host === undefined ? 'host.clp' : `${index}.host.clp`)})`,
    `(load* ${file(`${index}.clp`)})`,
    `(load* ${file('dump.clp')})`,
    '(dribble-off)',
    `(open ${file(`${index}.dump`)} answer "w")`,
    ...program.phases.flatMap((phase, run) => [
      `(dribble-on ${file(`${index}.run${run}`)})`,
      ...(run === 0 ? ['(reset)'] : []),
      ...phaseCommands(program, phase).map((command) =>
        run === 0 ? command : `(if (not ${LIMITED}) then ${command})`,
      ),
      '(dribble-off)',
    ]),
    '(close answer)',
    `(open ${file(`${index}.done`)} done "w")`,
    '(close done)',
  ];
}

/** Everything that is not a line of the rule trace is a message. */
function messages(text: string): string {
  return text.replace(FIRE_LINE, '').trim();
}

/** The names of the rules that CLIPS says it fired, in order. */
function firedRules(said: string): readonly (string | undefined)[] {
  return [...said.matchAll(FIRE_LINE)].map(([, name]) => name).filter((name) => name !== STAGE_RULE);
}

/** True if CLIPS printed its first message after more than `limit` firings: a run goes beyond the limit to see that it reached it. */
function failedBeyond(limit: number, said: string): boolean {
  const lines = said.split('\n');
  const end = lines.findIndex((line) => messages(line) !== '');
  return firedRules(lines.slice(0, end).join('\n')).length > limit;
}

/** The names of the rules that CLIPS says it fired must be those of the decision facts, or the judge is wrong. */
function checkTrace(said: string, { firings }: Dump): void {
  const fired = firedRules(said).join(' ');
  const recorded = firings.map(({ rule }) => rule.slice(rule.indexOf('::') + 2)).join(' ');
  if (fired === recorded) return;
  throw new Error(`decision facts and the rule trace of CLIPS differ:\n${recorded}\n${fired}`);
}

/** null: the process did not come to the end of this program. */
async function readAnswer(program: ClipsProgram, folder: string, index: number): Promise<Answer | null> {
  const written = async (name: string) => (await readIfThere(join(folder, `${index}.${name}`))) ?? '';
  if ((await readIfThere(join(folder, `${index}.done`))) === null) return null;
  const loading = (await written('loading')).trim();
  if (loading !== '') return { kind: 'none', cause: 'rejected', problem: loading };
  const phases: PhaseAnswer[] = [];
  for (const [run, dump] of readDumps(await written('dump'), program.ruleset.templates).entries()) {
    const said = await written(`run${run}`);
    const problem = messages(said);
    const limit = program.firingLimit ?? FIRING_LIMIT;
    if (problem !== '') return failedBeyond(limit, said) ? { kind: 'limited' } : { kind: 'failed', problem };
    checkTrace(said, dump);
    if (dump.firings.length > limit) return { kind: 'limited' };
    phases.push({
      ...decide(dump.firings, program.ruleset.decide, program.ruleset.default),
      facts: dump.facts,
    });
  }
  if (phases.length < program.phases.length) return halfWritten(await written(`run${phases.length}`));
  return { kind: 'answered', phases };
}

/**
 * Facts that CLIPS could not write out: its memory is damaged. CLIPS 6.4.1 frees a text that `str-cat` makes for a slot if
 * no fact holds it yet and a later slot of the same fact calls a function; `assert` then reads freed memory.
 */
function halfWritten(said: string): Answer {
  return { kind: 'none', cause: 'crashed', problem: `CLIPS could not write its facts: ${messages(said)}` };
}

/** Runs programs in one process. null: the process ended before that program was done. */
async function runBatch(
  clips: Clips,
  programs: readonly ClipsProgram[],
  timeoutMs: number,
): Promise<readonly (Answer | null)[]> {
  return inTemporaryFolder(async (folder) => {
    const commands = programs.flatMap((program, index) => programCommands(program, folder, index));
    const header = ['(unwatch compilations)', '(watch rules)', '(set-dynamic-constraint-checking TRUE)'];
    await writeFile(join(folder, 'host.clp'), HOST_FUNCTIONS);
    await writeFile(join(folder, 'dump.clp'), DUMP_FUNCTION);
    await Promise.all(
      programs.map(({ constructs }, index) => writeFile(join(folder, `${index}.clp`), constructs)),
    );
    await Promise.all(
      programs.map(async ({ host }, index) => {
        if (host !== undefined) await writeFile(join(folder, `${index}.host.clp`), host);
      }),
    );
    await writeFile(join(folder, 'batch.clp'), [...header, ...commands, '(exit)', ''].join('\n'));
    await runBatchFile(clips.path, join(folder, 'batch.clp'), timeoutMs);
    return Promise.all(programs.map((program, index) => readAnswer(program, folder, index)));
  });
}

/**
 * The results of real CLIPS, in the order of the programs, many programs per process. The first program that a process
 * did not finish is run alone, which distinguishes a crash from a batch timeout; the others continue together.
 */
export async function runClips(clips: Clips, programs: readonly ClipsProgram[]): Promise<readonly Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < programs.length) {
    const batch = programs.slice(answers.length, answers.length + PROGRAMS_PER_PROCESS);
    const together = await runBatch(clips, batch, BATCH_MS);
    const unanswered = together.indexOf(null);
    answers.push(
      ...together.slice(0, unanswered < 0 ? together.length : unanswered).filter((answer) => answer !== null),
    );
    const left = batch[unanswered];
    if (left === undefined) continue;
    const [answer] = await runBatch(clips, [left], SINGLE_MS);
    answers.push(answer ?? { kind: 'none', cause: 'crashed', problem: 'CLIPS crashed or ran too long' });
  }
  return answers;
}
