import { writeJson } from '../../library/json.ts';
import type { Held } from '../../library/held.ts';

/** Records as the members of their JSON objects, without braces, version, number and hash: those are the chain's. */

/** The ruleset that decided. */
export interface DecidingRuleset {
  readonly name: string;
  /** `sha256:` and hex. */
  readonly hash: string;
  /** Name by which tokens may use it: its path under the root, or the name of what is mounted (default: unknown). */
  readonly servedAs?: string | undefined;
}

/** Previous facts, with their hash. */
export interface HeldMemory {
  /** `null` for an engine of neither a session nor a fleet. */
  readonly held: Held | null;
  readonly hash: string;
}

interface DecisionRecord {
  readonly id: string;
  /** Members that name the caller, or null. */
  readonly origin: string | null;
  readonly ruleset: DecidingRuleset;
  readonly memory: HeldMemory | null;
  readonly clock: number;
  /** JSON text of the facts that the host brought; null: none. */
  readonly hostInput: string | null;
  readonly input: InputText;
  /** Members of the decision, as in the response. */
  readonly decision: string;
  /** JSON text of the facts that rules asserted, or its hash; null: they are not recorded. */
  readonly derived: DerivedText | null;
}

/** JSON texts of the facts that were sent, and of the parts of a document that rules read; null for no such parts. */
export interface SentTexts {
  readonly facts: string;
  readonly document: string | null;
}

/** What was sent, or its hash. */
export type InputText = SentTexts | { readonly hash: string };
export type DerivedText = { readonly facts: string } | { readonly hash: string };

interface ErrorRecord {
  readonly id: string;
  readonly origin: string | null;
  /** `null` if it failed before the ruleset was known. */
  readonly ruleset: DecidingRuleset | null;
  readonly memory: HeldMemory | null;
  readonly clock: number;
  readonly hostInput: string | null;
  /** `null` if none could be read. */
  readonly input: InputText | null;
  readonly error: { readonly code: string; readonly detail: string };
}

/** A session after a change. */
export interface ChangedSession {
  readonly id: string;
  readonly sequence: number;
  /** Numbers that the change took: more than one if the session's log was rewritten. */
  readonly entries: number;
}

/** A change of the facts of a fleet. */
interface FleetRecord {
  readonly origin: string | null;
  readonly fleet: string;
  readonly sequence: number;
  readonly clock: number;
  /** Members that a worker has written, see `operationText`. */
  readonly operation: string;
}

/** A change of the facts of a session. */
interface FactsRecord {
  readonly origin: string | null;
  readonly ruleset: DecidingRuleset;
  readonly session: ChangedSession;
  readonly clock: number;
  /** JSON text of what was done, as the session's journal has it. */
  readonly operation: string;
}

export function decisionText(time: string, record: DecisionRecord): string {
  const { id, origin, ruleset, memory, clock, hostInput, input, decision, derived } = record;
  return (
    `"time":"${time}","kind":"decision","decision_id":"${id}",${originText(origin)}${decidingText(ruleset)},` +
    `${memoryText(memory)}"clock":${clock},${hostText(hostInput)}${inputText(input)},${decision}${derivedText(derived)}`
  );
}

export function errorText(time: string, record: ErrorRecord): string {
  const { id, origin, ruleset, memory, clock, hostInput, input, error } = record;
  return (
    `"time":"${time}","kind":"error","decision_id":"${id}",${originText(origin)}` +
    `${ruleset === null ? '' : `${decidingText(ruleset)},`}${memoryText(memory)}"clock":${clock},` +
    `${hostText(hostInput)}${input === null ? '' : `${inputText(input)},`}"error":${JSON.stringify(error)}`
  );
}

export function factsText(time: string, record: FactsRecord): string {
  const { origin, ruleset, session, clock, operation } = record;
  return (
    `"time":"${time}","kind":"facts",${originText(origin)}${sessionText(session)}${entriesText(session)}` +
    `"clock":${clock},${operationText(ruleset, operation)}`
  );
}

/** Which ruleset a change was made under, and what it was: what sensitive values are masked in. */
export function operationText(ruleset: DecidingRuleset, operation: string): string {
  return `${rulesetText(ruleset)},"operation":${operation}`;
}

export function fleetText({ origin, fleet, sequence, clock, operation }: FleetRecord): string {
  const time = new Date(clock).toISOString();
  return (
    `"time":"${time}","kind":"facts",${originText(origin)}${heldText({ kind: 'fleet', name: fleet, sequence })}` +
    `"clock":${clock},${operation}`
  );
}

/** A record of another kind. `fields` must have JSON texts. */
export function plainText(time: string, kind: string, origin: string | null, fields: object): string {
  return `"time":"${time}","kind":"${kind}",${originText(origin)}${writeJson(fields).slice(1, -1)}`;
}

function originText(origin: string | null): string {
  return origin === null ? '' : `${origin},`;
}

/** Members that name the version of a ruleset. */
export function rulesetText({ name, hash }: DecidingRuleset): string {
  return `"ruleset":${JSON.stringify(name)},"ruleset_hash":"${hash}"`;
}

/** The same with the name that decides who may see the record: a ruleset can call itself what it likes. */
function decidingText(ruleset: DecidingRuleset): string {
  const { servedAs } = ruleset;
  const text = rulesetText(ruleset);
  return servedAs === undefined ? text : `${text},"served_as":${JSON.stringify(servedAs)}`;
}

function memoryText(memory: HeldMemory | null): string {
  if (memory === null) return '';
  return `${memory.held === null ? '' : heldText(memory.held)}"memory_hash":"${memory.hash}",`;
}

function heldText(held: Held): string {
  return held.kind === 'session'
    ? sessionText(held)
    : `"fleet":${JSON.stringify(held.name)},"fleet_sequence":${held.sequence},`;
}

function sessionText({ id, sequence }: { readonly id: string; readonly sequence: number }): string {
  return `"session_id":${JSON.stringify(id)},"session_sequence":${sequence},`;
}

function entriesText({ entries }: ChangedSession): string {
  return entries === 1 ? '' : `"session_entries":${entries},`;
}

function derivedText(derived: DerivedText | null): string {
  if (derived === null) return '';
  return 'facts' in derived ? `,"derived":${derived.facts}` : `,"derived_hash":"${derived.hash}"`;
}

function hostText(facts: string | null): string {
  return facts === null ? '' : `"host_input":${facts},`;
}

function inputText(input: InputText): string {
  return 'facts' in input ? sentMembers(input) : `"input_hash":"${input.hash}"`;
}

/** Members `input` and `document` of a record. */
export function sentMembers({ facts, document }: SentTexts): string {
  return `"input":${facts}${document === null ? '' : `,"document":${document}`}`;
}
