/** Drawn short rules against a reference in three-valued logic, against CLIPS, and against the theorem of the language. */
import { compileSources, type PassedCompilation } from '../../compiler/compile.ts';
import { FerruleError } from '../../runtime/engine/errors.ts';
import { Engine } from '../../library/node/engine.ts';
import { loadRuleset } from '../../library/node/load-ruleset.ts';
import type { Clips } from '../../library/node/clips/clips-binary.ts';
import { isJudge } from '../../library/node/clips/judgeable.ts';
import { runClips, type ClipsProgram } from '../../library/node/clips/run-clips.ts';
import type { Phase } from '../../library/node/clips/facts.ts';
import { JUDGE_NOW_MS } from '../../library/node/clips/host-functions.ts';
import { generator } from '../claims-fuzz/fuzz.ts';
import { createDice, type Dice } from '../judge/dice.ts';
import { isProvided } from './condition-text.ts';
import {
  drawDocument,
  hasEmptied,
  hasSingleForList,
  isRefused,
  spoil,
  withoutOne,
  type Document,
} from './documents.ts';
import { expectedRules } from './expected.ts';
import { drawFacts, inputs, type FactsDraft } from './facts.ts';
import { drawPolicy, policyText, type PolicyDraft } from './policy.ts';
import { emitClips } from '../../compiler/emit/clips/emit-clips.ts';

interface FuzzOptions {
  /** Conditions to draw. */
  readonly count: number;
  readonly seed: number;
  /** Documents for each policy. */
  readonly documents: number;
  /** `null` to run without CLIPS. */
  readonly clips: Clips | null;
  /** Is given what went wrong, as it is found. */
  readonly tell: (text: string) => void;
}

interface FuzzResult {
  readonly conditions: number;
  /** Conditions that the compiler refused, by code. */
  readonly refusedConditions: ReadonlyMap<string, number>;
  readonly evaluations: number;
  readonly refusedDocuments: number;
  readonly differing: number;
  /** Documents of which a member was left out, and those that it opened. */
  readonly smaller: number;
  readonly opened: number;
  /** Traces compared with CLIPS, with their firings. */
  readonly judged: number;
  readonly firings: number;
  readonly misjudged: number;
}

type Counts = { -readonly [Key in keyof FuzzResult]: FuzzResult[Key] } & {
  readonly refusedConditions: Map<string, number>;
};

const RULES = 20;
/** One policy in this many is pure, for the theorem. */
const PURE_EVERY = 3;

interface Compiled {
  readonly policy: PolicyDraft;
  readonly text: string;
  readonly compilation: PassedCompilation;
}

export async function fuzzShort(options: FuzzOptions): Promise<FuzzResult> {
  const { count, seed, documents, clips, tell } = options;
  const counts: Counts = {
    conditions: 0,
    refusedConditions: new Map(),
    evaluations: 0,
    refusedDocuments: 0,
    differing: 0,
    smaller: 0,
    opened: 0,
    judged: 0,
    firings: 0,
    misjudged: 0,
  };
  for (let i = 0; counts.conditions < count; i++) {
    const dice = createDice({ nextInt: generator(seed, i) });
    const isPure = i % PURE_EVERY === 0;
    // 6.30 judges no groups, which most policies of many rules have.
    const isLimited = clips?.version.startsWith('6.3') === true;
    const most = isLimited ? 1 : RULES;
    const policy = drawPolicy(dice, Math.min(most, count - counts.conditions), isPure);
    const drawn: PolicyDraft = { ...policy, isFlat: isLimited };
    const judged = clips === null ? drawn : withoutProvided(drawn);
    counts.conditions += drawn.rules.length - judged.rules.length;
    if (judged.rules.length === 0) continue;
    const compiled = compile(judged, counts, tell);
    if (compiled === null) continue;
    const isAsked = clips !== null && isJudge(clips.version, compiled.compilation.ruleset);
    const program = isAsked ? judgedProgram(compiled) : null;
    const answers = judgePolicy(compiled, dice, isPure, documents, counts, program, tell);
    if (clips !== null && program !== null) await askClips(clips, program, answers, compiled, counts, tell);
  }
  return counts;
}

const withoutProvided = (policy: PolicyDraft): PolicyDraft => ({
  ...policy,
  rules: policy.rules.filter(({ condition }) => !isProvided(condition)),
});

/** The policy without the rules that the compiler refuses. */
function compile(drawn: PolicyDraft, counts: Counts, tell: (text: string) => void): Compiled | null {
  counts.conditions += drawn.rules.length;
  let policy = drawn;
  for (let attempt = 0; attempt < 3; attempt++) {
    const text = policyText(policy);
    const compilation = compileSources([{ path: 'policy.yaml', text }]);
    if (compilation.ok) return { policy, text, compilation };
    const errors = compilation.diagnostics.filter(({ severity }) => severity === 'error');
    const refused = new Map(
      errors.flatMap(({ code, at, message }): (readonly [string, string])[] => {
        // A problem of a definition is one of the rule that uses it.
        const [, use] = / \(used at policy\.yaml:(\d+):/.exec(message) ?? [];
        const line =
          use === undefined
            ? text.slice(text.lastIndexOf('\n', at.start) + 1)
            : (text.split('\n')[Number(use) - 1] ?? '');
        const name = /^ {2}(r\d+):/.exec(line)?.[1];
        return name === undefined ? [] : [[name, code]];
      }),
    );
    if (refused.size === 0) {
      tell(
        `does not compile: ${errors.map(({ code, message }) => `${code} ${message}`).join('; ')}\n${text}`,
      );
      counts.differing++;
      return null;
    }
    for (const code of refused.values())
      counts.refusedConditions.set(code, (counts.refusedConditions.get(code) ?? 0) + 1);
    policy = { ...policy, rules: policy.rules.filter(({ name }) => !refused.has(name)) };
  }
  return null;
}

const judgedProgram = ({ compilation }: Compiled): Omit<ClipsProgram, 'phases'> => ({
  ruleset: compilation.ruleset,
  constructs: emitClips(compilation.ruleset),
});

interface Evaluated {
  readonly decision: string;
  readonly trace: readonly string[];
}

/** Facts of an evaluation, and its trace. */
interface Judged {
  readonly phase: Phase;
  readonly evaluated: Evaluated;
}

function judgePolicy(
  { policy, text, compilation }: Compiled,
  dice: Dice,
  isPure: boolean,
  documents: number,
  counts: Counts,
  program: object | null,
  tell: (text: string) => void,
): readonly Judged[] {
  const engine = new Engine(loadRuleset(compilation.javascript()), { now: () => JUDGE_NOW_MS });
  const { declaration } = policy;
  const judged: Judged[] = [];
  for (let i = 0; i < documents; i++) {
    const document = declaration === null ? spoil(dice, drawDocument(dice)) : drawDocument(dice);
    const facts = drawFacts(dice);
    const got = evaluate(engine, document, facts);
    counts.evaluations++;
    const refused =
      declaration === null ? hasSingleForList(document) : isRefused(declaration.shape, document);
    const shown = (): string => JSON.stringify({ document, facts });
    if (refused || got === null) {
      counts.refusedDocuments++;
      if (refused !== (got === null)) {
        counts.differing++;
        tell(`${refused ? 'not refused' : 'refused'}: ${shown()}\n${text}`);
      }
      continue;
    }
    const expected = [...expectedRules(policy, document, facts)].sort();
    const fired = [...new Set(got.trace)].sort();
    if (JSON.stringify(expected) !== JSON.stringify(fired)) {
      counts.differing++;
      tell(
        `fired ${fired.join(', ')}\nnot   ${expected.join(', ')}\n${shown()}\n${linesOf(text, expected, fired)}`,
      );
    }
    if (isPure) leaveOut(engine, dice, { policy, document, facts, got }, counts, tell);
    if (program !== null && i === 0)
      judged.push({ phase: [...engine.readDocument(document), ...inputs(facts)], evaluated: got });
  }
  return judged;
}

/** The rules on which the two differ, with what is declared. */
function linesOf(text: string, expected: readonly string[], fired: readonly string[]): string {
  const names = [...expected, ...fired].filter((name) => expected.includes(name) !== fired.includes(name));
  return text
    .split('\n')
    .filter(
      (line) =>
        line.startsWith('input:') ||
        names.some((name) => line.startsWith(`  ${name.slice('MAIN::'.length)}:`)),
    )
    .join('\n');
}

function leaveOut(
  engine: Engine,
  dice: Dice,
  {
    policy,
    document,
    facts,
    got,
  }: { policy: PolicyDraft; document: Document; facts: FactsDraft; got: Evaluated },
  counts: Counts,
  tell: (text: string) => void,
): void {
  const less = withoutOne(dice, document);
  if (policy.declaration !== null && hasEmptied(document, less)) return;
  counts.smaller++;
  const after = evaluate(engine, less, facts);
  if (got.decision === 'allow' || after?.decision !== 'allow') return;
  counts.opened++;
  tell(`opened: ${JSON.stringify({ document, less, facts })}\n${policyText(policy)}`);
}

/** `null`: the document is refused. */
function evaluate(engine: Engine, input: Document, facts: FactsDraft): Evaluated | null {
  try {
    const { decision, ruleTrace } = engine.evaluate({ scoped: true, input, facts: inputs(facts) });
    return { decision: String(decision), trace: ruleTrace };
  } catch (error) {
    if (error instanceof FerruleError && error.code === 'validation_error') return null;
    throw error;
  }
}

async function askClips(
  clips: Clips,
  program: Omit<ClipsProgram, 'phases'>,
  judged: readonly Judged[],
  { text }: Compiled,
  counts: Counts,
  tell: (text: string) => void,
): Promise<void> {
  const answers = await runClips(
    clips,
    judged.map(({ phase }) => ({ ...program, phases: [phase] })),
  );
  for (const [i, answer] of answers.entries()) {
    const ours = judged[i]?.evaluated;
    if (ours === undefined) continue;
    counts.judged++;
    counts.firings += ours.trace.length;
    const [theirs] = answer.kind === 'answered' ? answer.phases : [];
    const agrees =
      theirs?.decision === ours.decision && JSON.stringify(theirs.ruleTrace) === JSON.stringify(ours.trace);
    if (agrees) continue;
    counts.misjudged++;
    tell(
      `CLIPS: ${JSON.stringify(answer).slice(0, 2_000)}\nferrule: ${JSON.stringify(ours)}\n${JSON.stringify(judged[i]?.phase)}\n${text}`,
    );
  }
}
