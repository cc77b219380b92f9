import type { Engine } from '../../runtime/engine.ts';
import type { EngineOptions } from '../../runtime/engine-options.ts';
import { makeDecisionId } from '../../runtime/decision-id.ts';
import type { EvaluationResult, Included } from '../../runtime/evaluation-result.ts';
import type { FactInput } from '../../runtime/read-facts.ts';
import { FerruleError } from '../../runtime/errors.ts';
import { writeDecision } from '../library/evaluate-response.ts';
import { writeJson } from '../library/json.ts';
import { factDigest, hashDigests } from './fact-hash.ts';
import { hashFacts, templatesOf } from './hash-facts.ts';
import type { LogHost } from './log/file-log.ts';
import { decisionText, errorText, factsText } from './log/record-text.ts';
import type { ChangedSession, HeldMemory, InputText } from './log/record-text.ts';
import { WorkerLog } from './log/worker-log.ts';
import { sha256Hex } from './sha256.ts';
import type { EvidenceSettings } from './settings.ts';
import { TokenMaker } from './token.ts';

/** An evaluation that is to be done. */
export interface Evaluation {
  readonly ruleset: { readonly hash: string };
  /** The ruleset's, or a session's of it. */
  readonly engine: Engine;
  readonly facts: readonly FactInput[];
  /** What the host brings, before all others; left out: nothing. */
  readonly hostFacts?: readonly FactInput[];
  /** A document, whose facts come before the others; null: none. */
  readonly document: unknown;
  readonly include: readonly Included[];
  /** JSON text of the facts, without those of the document; asked for when it is recorded. */
  readonly input: () => string;
  readonly session: { readonly id: string; readonly sequence: number } | null;
}

/** An evaluation that was done. */
export interface Evaluated {
  readonly result: EvaluationResult;
  /** Members of the answer, as `writeDecision` writes them. */
  readonly decision: () => string;
  /** Identifier of the decision and hash of the ruleset. */
  readonly mark: string;
}

const NONE: readonly FactInput[] = [];

/** What a worker's evaluations leave behind: identifiers, tokens, records. */
export class WorkerEvidence {
  readonly #token: TokenMaker | null;
  readonly #always: boolean;
  readonly #maxRecordBytes: number;
  readonly log: WorkerLog | null;
  /** Digests of facts that are held. */
  readonly #digests = new WeakMap<object, Buffer>();
  /** What all rules are told the time is, in milliseconds, from the begin of a job to its end. */
  #clock = 0;
  #time = { clock: 0, text: new Date(0).toISOString() };
  #wanted = false;
  #origin: string | null = null;
  /** What is being evaluated, for the record of a failure. */
  #current: Evaluation | null = null;
  /** For every engine of the worker. */
  readonly engineOptions: EngineOptions;

  constructor({ token, log }: EvidenceSettings, writer: string, host: LogHost) {
    this.#token = token === null ? null : new TokenMaker(token);
    this.#always = token?.always ?? false;
    this.#maxRecordBytes = log?.maxRecordBytes ?? 0;
    this.log = log === null ? null : new WorkerLog(writer, log, host);
    const now = (): number => this.#clock;
    // The engine says that the rule asks for a token; it is made when the evaluation is over.
    const attest = (): null => {
      this.#wanted = true;
      return null;
    };
    this.engineOptions = token === null ? { now } : { now, attest };
  }

  /** A job begins. `origin`: who asked, as members of a record. */
  begin(origin: string | null): void {
    this.#clock = Date.now();
    this.#origin = origin;
    this.#current = null;
  }

  /** Evaluates, attests and records. Throws FerruleError, and ServiceError `audit_unavailable`. */
  evaluate(evaluation: Evaluation): Evaluated {
    const { engine, facts, hostFacts = NONE, document, include, ruleset } = evaluation;
    this.log?.check();
    this.#current = evaluation;
    this.#wanted = false;
    const result = engine.evaluate({ scoped: true, facts, hostFacts, input: document, include });
    this.#current = null;
    const id = result.decisionId;
    const mark = id + ruleset.hash;
    const isAttested = this.#token !== null && (this.#always || this.#wanted);
    if (!isAttested && this.log === null) return { result, decision: () => writeDecision(result), mark };
    const memory = this.#memoryOf(evaluation);
    if (isAttested) result.attestationToken = this.#attest(evaluation, result, memory);
    const decision = writeDecision(result);
    if (this.log !== null) {
      const record = {
        id,
        origin: this.#origin,
        ruleset: { name: engine.name, hash: ruleset.hash },
        memory,
        clock: this.#clock,
        hostInput: hostText(evaluation),
        input: this.#inputOf(evaluation),
        decision,
      };
      this.log.append(decisionText(this.#now(), record));
    }
    return { result, decision: () => decision, mark };
  }

  /** Records that a request for a decision failed. `body`: the whole request, when nothing of it is known. */
  failed(error: { readonly code: string; readonly detail: string }, body: Uint8Array): void {
    if (this.log === null || error.code === 'audit_unavailable') return;
    const evaluation = this.#current;
    this.#current = null;
    const record = {
      id: makeDecisionId(this.#clock),
      origin: this.#origin,
      ruleset: evaluation === null ? null : { name: evaluation.engine.name, hash: evaluation.ruleset.hash },
      memory: evaluation === null ? null : this.#memoryOf(evaluation),
      clock: this.#clock,
      hostInput: evaluation === null ? null : hostText(evaluation),
      input: evaluation === null ? { hash: `sha256:${sha256Hex(body)}` } : this.#failedInput(evaluation),
      error,
    };
    this.log.append(errorText(this.#now(), record));
  }

  /** Records a change of a session's facts, as its journal has it. */
  changed(
    ruleset: { readonly name: string; readonly hash: string },
    session: ChangedSession,
    operation: string,
  ): void {
    const record = { origin: this.#origin, ruleset, session, clock: this.#clock, operation };
    this.log?.append(factsText(this.#now(), record));
  }

  #attest(evaluation: Evaluation, result: EvaluationResult, memory: HeldMemory | null): string | null {
    const { engine, ruleset, session } = evaluation;
    const evidence = {
      ruleset: engine.name,
      rulesetHash: ruleset.hash,
      inputHash: hashInput(evaluation),
      memoryHash: memory?.hash ?? null,
      sessionId: session?.id ?? null,
      clock: this.#clock,
    };
    return this.#token?.decision(result, evidence, this.#clock) ?? null;
  }

  #inputOf(evaluation: Evaluation): InputText {
    const text = inputText(evaluation);
    // A character has three bytes at most.
    const isShort =
      text.length * 3 <= this.#maxRecordBytes || Buffer.byteLength(text) <= this.#maxRecordBytes;
    return isShort ? { facts: text } : { hash: hashInput(evaluation) };
  }

  /** Facts that do not pass have no hash: then it is their text's. */
  #failedInput(evaluation: Evaluation): InputText {
    const text = inputText(evaluation);
    return Buffer.byteLength(text) <= this.#maxRecordBytes
      ? { facts: text }
      : { hash: `sha256:${sha256Hex(text)}` };
  }

  #memoryOf({ engine, session }: Evaluation): HeldMemory | null {
    if (session === null && engine.size === 0) return null;
    const templateOf = templatesOf(engine);
    const digests = engine.mapFacts(this.#digests, (fact) => factDigest(fact, templateOf));
    return { session, hash: hashDigests(digests) };
  }

  #now(): string {
    if (this.#time.clock !== this.#clock) {
      this.#time = { clock: this.#clock, text: new Date(this.#clock).toISOString() };
    }
    return this.#time.text;
  }
}

/** The facts of a document as they are read from it, then the others as they were sent. */
function inputText({ engine, document, facts, input }: Evaluation): string {
  return document === null ? input() : writeJson([...readDocument(engine, document), ...facts]);
}

/** What the host brought, as JSON text; null: nothing. It is short, and recorded whatever happens to the other facts. */
function hostText({ hostFacts = NONE }: Evaluation): string | null {
  return hostFacts.length === 0 ? null : writeJson(hostFacts);
}

function hashInput({ engine, document, facts, hostFacts = NONE }: Evaluation): string {
  return hashFacts(
    engine,
    document === null ? facts : [...readDocument(engine, document), ...facts],
    hostFacts,
  );
}

/** A document that can not be read has no facts: that is why the evaluation failed. */
function readDocument(engine: Engine, document: unknown): readonly FactInput[] {
  try {
    return engine.readDocument(document);
  } catch (error) {
    if (error instanceof FerruleError) return [];
    throw error;
  }
}
