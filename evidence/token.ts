import { sign } from 'node:crypto';
import type { DecisionText } from '../library/evaluate-response.ts';
import { VERSION } from '../library/version.ts';
import type { Algorithm, SigningKey } from './attestation-key.ts';
import type { Held } from '../library/held.ts';
import { rulesetText, type DecidingRuleset } from './log/record-text.ts';

/** Settings of tokens. Passed to workers unchanged. */
export interface TokenSettings {
  readonly signer: SigningKey;
  readonly alg: Algorithm;
  readonly issuer: string;
  readonly audience: string | null;
  /** Every decision, or those whose rule requires it. */
  readonly always: boolean;
}

/** Claims of a decision token, in addition to the decision. */
interface DecisionEvidence {
  readonly id: string;
  readonly ruleset: DecidingRuleset;
  readonly inputHash: string;
  /** `null` if nothing could be held. */
  readonly memoryHash: string | null;
  readonly held: Held | null;
  /** The time that rules saw, in milliseconds. */
  readonly clock: number;
  /** Decisions of the ruleset depend on time zone data. */
  readonly usesZones: boolean;
}

/** Claims of a reload token. Hashes are `sha256:` and hex. */
interface ReloadEvidence {
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
  /** The first members of all claims. */
  readonly #common: string;

  constructor(settings: TokenSettings) {
    const { signer, alg, issuer, audience } = settings;
    this.#settings = settings;
    this.#header = `${encode(JSON.stringify({ alg, kid: signer.kid, typ: 'JWT' }))}.`;
    this.#common = membersText({ iss: issuer, ...(audience === null ? {} : { aud: audience }) });
  }

  /**
   * The token of a decision. Its claims join the texts of the answer.
   *
   * @param issued milliseconds since the epoch
   */
  decision({ outcome, metadata }: DecisionText, evidence: DecisionEvidence, issued: number): string {
    const { id, ruleset, inputHash, memoryHash, held, clock, usesZones } = evidence;
    const memory = memoryHash === null ? '' : `"memory_hash":"${memoryHash}",`;
    const engine = usesZones ? ENGINE_WITH_ZONES : ENGINE;
    return this.#sign(
      `${this.#begin(id, 'decision', issued)},${outcome},${metadata},${rulesetText(ruleset)},` +
        `"input_hash":"${inputHash}",${memory}${heldText(held)}"clock":${clock},"engine":"${engine}"}`,
    );
  }

  /** The token of a reload. */
  reload({ id, hashBefore, hashAfter, actor }: ReloadEvidence, issued: number): string {
    const hashes = { ruleset_hash_before: hashBefore, ruleset_hash_after: hashAfter, actor };
    return this.#sign(`${this.#begin(id, 'reload', issued)},${membersText(hashes)}}`);
  }

  #begin(id: string, kind: string, issued: number): string {
    return `{${this.#common},"iat":${Math.floor(issued / MILLISECONDS)},"jti":"${id}","kind":"${kind}"`;
  }

  #sign(claims: string): string {
    const input = this.#header + encode(claims);
    return `${input}.${sign(null, Buffer.from(input), this.#settings.signer.key).toString('base64url')}`;
  }
}

function heldText(held: Held | null): string {
  if (held === null) return '';
  return held.kind === 'session'
    ? `"session_id":${JSON.stringify(held.id)},`
    : `"fleet":${JSON.stringify(held.name)},"fleet_sequence":${held.sequence},`;
}

function membersText(fields: object): string {
  return JSON.stringify(fields).slice(1, -1);
}

function encode(text: string): string {
  return Buffer.from(text).toString('base64url');
}
