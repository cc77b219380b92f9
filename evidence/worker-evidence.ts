import type { CompiledRuleset } from '../runtime/abi.ts';
import type { Engine } from '../runtime/engine.ts';
import type { EngineOptions } from '../runtime/engine/engine-options.ts';
import { makeDecisionId } from '../runtime/engine/decision-id.ts';
import type { EvaluationResult, Included } from '../runtime/engine/evaluation-result.ts';
import { writeDecision, writeParts, type DecisionText } from '../library/evaluate-response.ts';
import { writeJson } from '../library/json.ts';
import {
  boundedFacts,
  boundedInput,
  failedInput,
  hashInput,
  hostText,
  rulesetOf,
  sentTexts,
  textsOf,
  type Evaluation,
  type InputSource,
} from './evaluation.ts';
import { factDigest, hashDigests } from './fact-hash.ts';
import { templatesOf } from './hash-facts.ts';
import type { LogHost } from './log/file-log-settings.ts';
import { decisionText, errorText, factsText, operationText, sentMembers } from './log/record-text.ts';
import type { ChangedSession, DecidingRuleset, HeldMemory, InputText, SentTexts } from './log/record-text.ts';
import { WorkerLog } from './log/worker-log.ts';
import { HIDDEN, Masking } from './mask/masking.ts';
import type { RecentDecisions } from './recent.ts';
import { sha256Hex } from '../library/node/sha256.ts';
import type { EvidenceSettings } from './settings.ts';
import { TokenMaker } from './token.ts';

/** An evaluation that was done. */
export interface Evaluated {
  readonly result: EvaluationResult;
  /** Members of the answer, as `writeDecision` writes them. */
  readonly decision: () => string;
  /** Identifier of the decision and hash of the ruleset. */
  readonly mark: string;
  /** Members of its record, if the evaluation counts and nothing is recorded yet; null: nothing is to be recorded. */
  readonly deferred?: string | null;
}

const NO_MASK = { key: null, sealFor: null };

/** Evidence of a worker's evaluations: identifiers, tokens, records. */
export class WorkerEvidence {
  #token: TokenMaker | null;
  #always: boolean;
  readonly #maxRecordBytes: number;
  readonly #derived: boolean;
  #masking: Masking;
  readonly log: WorkerLog | null;
  /** The last decisions. */
  readonly recent: RecentDecisions;
  /** Digests of facts that are held. */
  readonly #digests = new WeakMap<object, Buffer>();
  /** The time that all rules see, in milliseconds, from the start of a job to its end. */
  #clock = 0;
  #time = { clock: 0, text: new Date(0).toISOString() };
  #wanted = false;
  #origin: string | null = null;
  #bytes = 0;
  #isTrial = false;
  /** The running evaluation, for the record of a failure. */
  #current: Evaluation | null = null;
  /** For every engine of the worker. */
  readonly engineOptions: EngineOptions;

  constructor({ token, log }: EvidenceSettings, writer: string, host: LogHost, recent: RecentDecisions) {
    this.recent = recent;
    this.#token = token === null ? null : new TokenMaker(token);
    this.#always = token?.always ?? false;
    this.#maxRecordBytes = log?.maxRecordBytes ?? 0;
    this.#derived = log?.derived ?? false;
    this.#masking = new Masking(log?.mask ?? NO_MASK);
    this.log = log === null ? null : new WorkerLog(writer, log, host);
    const now = (): number => this.#clock;
    // The engine reports that the rule requires a token; it is made after the evaluation.
    const attest = (): null => {
      this.#wanted = true;
      return null;
    };
    this.engineOptions = { now, attest };
  }

  /** From here on these keys sign, mask and seal. */
  rekey({ token, log }: EvidenceSettings): void {
    this.#token = token === null ? null : new TokenMaker(token);
    this.#always = token?.always ?? false;
    this.#masking = new Masking(log?.mask ?? NO_MASK);
  }

  /**
   * A job begins. `origin`: the caller, as members of a record; `bytes`: length of its body; `isTrial`: it leaves nothing
   * behind.
   */
  begin(origin: string | null, bytes: number, isTrial = false): void {
    this.#isTrial = isTrial;
    this.#bytes = bytes;
    this.#clock = Date.now();
    this.#origin = origin;
    this.#current = null;
  }

  /** The time that all rules of this job see, in milliseconds, in place of the clock. */
  setNow(clock: number): void {
    this.#clock = clock;
  }

  /** The body of the job is this long when it is unpacked: that is what is kept of it. */
  unpacked(bytes: number): void {
    this.#bytes = bytes;
  }

  /**
   * An evaluation begins. Returns what its result must include for the record. Throws ServiceError `audit_unavailable`
   * when nothing can be recorded.
   */
  expect(evaluation: Evaluation): readonly Included[] {
    const { include } = evaluation;
    if (this.#isTrial) return include;
    this.log?.check();
    this.#current = evaluation;
    this.#wanted = false;
    return this.#recordsFacts(evaluation) ? [...include, 'facts' as const] : include;
  }

  /** Attests and records an evaluation that was done. Throws FerruleError. */
  record(evaluation: Evaluation, result: EvaluationResult): Evaluated {
    const { engine, document, ruleset, isPreview = false } = evaluation;
    if (this.#isTrial)
      return { result, decision: () => writeDecision(result), mark: result.decisionId + ruleset.hash };
    this.#current = null;
    const derived = this.#derived ? (result.facts ?? []).filter(({ rule }) => rule !== undefined) : null;
    if (this.#recordsFacts(evaluation)) delete result.facts;
    const id = result.decisionId;
    const mark = id + ruleset.hash;
    // Recorded members are computed once, and the facts of a document on demand.
    const later = (): SentTexts => sentTexts(evaluation);
    const input = this.log !== null && document === null ? later() : later;
    const isAttested = this.#token !== null && !isPreview && (this.#always || this.#wanted);
    const isProven = isAttested || this.log !== null;
    if (!isProven && (this.recent.isIdle || evaluation.counts === true))
      return { result, decision: () => writeDecision(result), mark };
    const memory = isProven ? this.#memoryOf(evaluation) : null;
    const by = rulesetOf(evaluation);
    let decision: string;
    if (isAttested) {
      const text = writeParts(result);
      result.attestationToken = this.#attest(evaluation, text, id, by, memory);
      decision = text.all;
    } else {
      decision = writeDecision(result);
    }
    if (!this.recent.isIdle && evaluation.counts !== true) this.#remember(evaluation, id, decision, input);
    let deferred: string | null = null;
    if (this.log !== null) {
      const record = {
        id,
        origin: this.#origin,
        ruleset: by,
        memory,
        clock: this.#clock,
        hostInput: hostText(evaluation),
        input: boundedInput(textsOf(input), this.#maxRecordBytes, () => hashInput(evaluation)),
        decision,
        derived: derived === null ? null : boundedFacts(writeJson(derived), this.#maxRecordBytes),
      };
      const text = decisionText(this.#now(), record);
      if (evaluation.counts === true) deferred = this.#masked(text, engine);
      else this.#append(text, engine);
    }
    return { result, decision: () => decision, mark, deferred };
  }

  /** True if derived facts are recorded and the caller did not ask for them. */
  #recordsFacts({ include }: Evaluation): boolean {
    return this.#derived && !include.includes('facts');
  }

  /** Records that a request for a decision failed. `body`: the whole request, when nothing of it is known. */
  failed(error: { readonly code: string; readonly detail: string }, body: Uint8Array): void {
    if (this.log === null || this.#isTrial || error.code === 'audit_unavailable') return;
    const evaluation = this.#current;
    this.#current = null;
    const record = {
      id: makeDecisionId(this.#clock),
      origin: this.#origin,
      ruleset: evaluation === null ? null : rulesetOf(evaluation),
      memory: evaluation === null ? null : this.#memoryOf(evaluation),
      clock: this.#clock,
      hostInput: evaluation === null ? null : hostText(evaluation),
      input: evaluation === null ? this.#unread(body) : failedInput(evaluation, this.#maxRecordBytes),
      error,
    };
    const text = errorText(this.#now(), record);
    if (evaluation === null) this.log.append(text);
    else this.#append(text, evaluation.engine);
  }

  /** Records a change of a session's facts, as its journal has it. */
  changed(
    { engine, hash }: { readonly engine: Engine; readonly hash: string },
    session: ChangedSession,
    operation: string,
  ): void {
    const own = { origin: this.#origin, ruleset: { name: engine.name, hash }, clock: this.#clock };
    this.#append(factsText(this.#now(), { ...own, session, operation }), engine);
  }

  /**
   * Members of the record of a change of the facts of a fleet that is yet to be made; null: nothing is recorded. The
   * service writes the record when the change has a number.
   */
  operationText(
    { engine, hash }: { readonly engine: Engine; readonly hash: string },
    operation: object,
  ): string | null {
    if (this.log === null) return null;
    const text = operationText({ name: engine.name, hash }, writeJson(operation));
    return this.#masking.record(text, engine.ruleset, false);
  }

  /** The reason for uses outside the response: masked where it holds values of sensitive slots. */
  reasonOf(ruleset: CompiledRuleset | undefined, { reason, ruleTrace }: EvaluationResult): string {
    const rules = ruleset?.sensitive?.rules;
    const isSensitive = ruleTrace.some((rule) => rules?.get(rule)?.reason === true);
    return isSensitive ? writeJson(HIDDEN) : String(reason);
  }

  #remember(
    { engine, hostFacts = [], document }: Evaluation,
    id: string,
    decision: string,
    input: InputSource,
  ): void {
    const head = `{"time":"","kind":"decision","decision_id":"${id}","clock":${this.#clock},${decision}`;
    const secret = engine.ruleset.sensitive !== undefined;
    const given = (): string => {
      const host = hostFacts.length === 0 ? '' : `,"host_input":${writeJson(hostFacts)}`;
      return `${host},${sentMembers(textsOf(input))}`;
    };
    // The facts of a fleet can change after this evaluation, so they cannot be written later.
    const isTold = engine.size === 0;
    const text = isTold && document === null ? head + given() : head;
    const later = isTold && document !== null ? given : null;
    this.recent.add({ id, text, later, secret, bytes: this.#bytes });
  }

  /** With what is sensitive masked. */
  #append(text: string, engine: Engine): void {
    this.log?.append(this.#masked(text, engine));
  }

  #masked(text: string, engine: Engine): string {
    const { sensitive } = engine.ruleset;
    if (sensitive === undefined) return text;
    const holdsSecrets = engine.facts().some(({ template }) => sensitive.slots.has(template));
    return this.#masking.record(text, engine.ruleset, holdsSecrets);
  }

  /** Which ruleset a body was for that was not read is not known: it may hold secrets. */
  #unread(body: Uint8Array): InputText {
    return { hash: this.#masking.unread(`sha256:${sha256Hex(body)}`) };
  }

  #attest(
    evaluation: Evaluation,
    text: DecisionText,
    id: string,
    ruleset: DecidingRuleset,
    memory: HeldMemory | null,
  ): string | null {
    const { engine, held } = evaluation;
    const evidence = {
      id,
      ruleset,
      inputHash: hashInput(evaluation),
      memoryHash: memory?.hash ?? null,
      held,
      clock: this.#clock,
      usesZones: engine.ruleset.zones === true,
    };
    return this.#token?.decision(text, evidence, this.#clock) ?? null;
  }

  #memoryOf({ engine, held }: Evaluation): HeldMemory | null {
    if (held === null && engine.size === 0) return null;
    const templateOf = templatesOf(engine);
    const digests = engine.mapFacts(this.#digests, (fact) => factDigest(fact, templateOf));
    return { held, hash: hashDigests(digests) };
  }

  #now(): string {
    if (this.#time.clock !== this.#clock) {
      this.#time = { clock: this.#clock, text: new Date(this.#clock).toISOString() };
    }
    return this.#time.text;
  }
}
