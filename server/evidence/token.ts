import { sign } from 'node:crypto';
import type { EvaluationResult } from '../../runtime/evaluation-result.ts';
import { VERSION } from '../version.ts';
import type { Algorithm, SigningKey } from './attestation-key.ts';
import type { Held } from './held.ts';

/** What tokens are made with. Passes to workers as it is. */
export interface TokenSettings {
  readonly signer: SigningKey;
  readonly alg: Algorithm;
  readonly issuer: string;
  readonly audience: string | null;
  /** Every decision, or those whose rule asks for it. */
  readonly always: boolean;
}

/** What stands in the token of a decision besides the answer. */
export interface DecisionEvidence {
  readonly ruleset: string;
  readonly rulesetHash: string;
  readonly inputHash: string;
  /** Null: nothing could be held. */
  readonly memoryHash: string | null;
  readonly held: Held | null;
  /** What rules were told the time is, in milliseconds. */
  readonly clock: number;
  /** Decisions of the ruleset depend on time zone data. */
  readonly usesZones: boolean;
}

/** What stands in the token of a reload. Hashes are `sha256:` and hex. */
export interface ReloadEvidence {
  readonly id: string;
  readonly hashBefore: string;
  readonly hashAfter: string;
  readonly actor: string;
}

const ENGINE = `ferrule/${VERSION}`;
const ENGINE_WITH_ZONES = `${ENGINE} tz/${process.versions.tz}`;
const MILLISECONDS = 1000;

/** Makes tokens: JWS in compact form (RFC 7515, 7.1) with the claims of a JWT. Made once for a key. */
export class TokenMaker {
  readonly #settings: TokenSettings;
  readonly #header: string;
  readonly #common: object;

  constructor(settings: TokenSettings) {
    const { signer, alg, issuer, audience } = settings;
    this.#settings = settings;
    this.#header = `${encode({ alg, kid: signer.kid, typ: 'JWT' })}.`;
    this.#common = { iss: issuer, ...(audience === null ? {} : { aud: audience }) };
  }

  /** The token of a decision. `issued`: milliseconds since the epoch. */
  decision(result: EvaluationResult, evidence: DecisionEvidence, issued: number): string {
    const { memoryHash, held } = evidence;
    return this.#sign({
      ...this.#common,
      iat: Math.floor(issued / MILLISECONDS),
      jti: result.decisionId,
      kind: 'decision',
      decision: result.decision,
      reason: result.reason,
      rule_trace: result.ruleTrace,
      metadata: result.metadata,
      ...(result.obligations === undefined ? {} : { obligations: result.obligations }),
      ruleset: evidence.ruleset,
      ruleset_hash: evidence.rulesetHash,
      input_hash: evidence.inputHash,
      ...(memoryHash === null ? {} : { memory_hash: memoryHash }),
      ...heldClaims(held),
      clock: evidence.clock,
      engine: evidence.usesZones ? ENGINE_WITH_ZONES : ENGINE,
    });
  }

  /** The token of a reload. */
  reload({ id, hashBefore, hashAfter, actor }: ReloadEvidence, issued: number): string {
    return this.#sign({
      ...this.#common,
      iat: Math.floor(issued / MILLISECONDS),
      jti: id,
      kind: 'reload',
      ruleset_hash_before: hashBefore,
      ruleset_hash_after: hashAfter,
      actor,
    });
  }

  #sign(claims: object): string {
    const input = this.#header + encode(claims);
    return `${input}.${sign(null, Buffer.from(input), this.#settings.signer.key).toString('base64url')}`;
  }
}

function heldClaims(held: Held | null): object {
  if (held === null) return {};
  return held.kind === 'session'
    ? { session_id: held.id }
    : { fleet: held.name, fleet_sequence: held.sequence };
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
