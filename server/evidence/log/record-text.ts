import { writeJson } from '../../library/json.ts';

/** Records as the members of their JSON objects, without braces, version, number and hash: those are the chain's. */

/** Which ruleset decided. */
export interface DecidingRuleset {
  readonly name: string;
  /** `sha256:` and hex. */
  readonly hash: string;
}

/** What a session or the shared facts held. */
export interface HeldMemory {
  /** Null: only shared facts are held. */
  readonly session: { readonly id: string; readonly sequence: number } | null;
  readonly hash: string;
}

export interface DecisionRecord {
  readonly id: string;
  /** Members that tell who asked, or null. */
  readonly origin: string | null;
  readonly ruleset: DecidingRuleset;
  readonly memory: HeldMemory | null;
  readonly clock: number;
  /** JSON text of the facts that the host brought; null: none. */
  readonly hostInput: string | null;
  /** JSON text of the facts, or their hash. */
  readonly input: InputText;
  /** Members of the decision, as answered. */
  readonly decision: string;
}

export type InputText = { readonly facts: string } | { readonly hash: string };

export interface ErrorRecord {
  readonly id: string;
  readonly origin: string | null;
  /** Null: the failure came before the ruleset was known. */
  readonly ruleset: DecidingRuleset | null;
  readonly memory: HeldMemory | null;
  readonly clock: number;
  readonly hostInput: string | null;
  /** Null: there was none to read. */
  readonly input: InputText | null;
  readonly error: { readonly code: string; readonly detail: string };
}

/** A session after a change. */
export interface ChangedSession {
  readonly id: string;
  readonly sequence: number;
  /** Numbers that the change took: more than one where the session's log was written anew. */
  readonly entries: number;
}

/** A change of the facts of a session. */
export interface FactsRecord {
  readonly origin: string | null;
  readonly ruleset: DecidingRuleset;
  readonly session: ChangedSession;
  readonly clock: number;
  /** JSON text of what was done, as the session's journal has it. */
  readonly operation: string;
}

export function decisionText(time: string, record: DecisionRecord): string {
  const { id, origin, ruleset, memory, clock, hostInput, input, decision } = record;
  return (
    `"time":"${time}","kind":"decision","decision_id":"${id}",${originText(origin)}${rulesetText(ruleset)},` +
    `${memoryText(memory)}"clock":${clock},${hostText(hostInput)}${inputText(input)},${decision}`
  );
}

export function errorText(time: string, record: ErrorRecord): string {
  const { id, origin, ruleset, memory, clock, hostInput, input, error } = record;
  return (
    `"time":"${time}","kind":"error","decision_id":"${id}",${originText(origin)}` +
    `${ruleset === null ? '' : `${rulesetText(ruleset)},`}${memoryText(memory)}"clock":${clock},` +
    `${hostText(hostInput)}${input === null ? '' : `${inputText(input)},`}"error":${JSON.stringify(error)}`
  );
}

export function factsText(time: string, record: FactsRecord): string {
  const { origin, ruleset, session, clock, operation } = record;
  return (
    `"time":"${time}","kind":"facts",${originText(origin)}${rulesetText(ruleset)},${sessionText(session)}` +
    `${entriesText(session)}"clock":${clock},"operation":${operation}`
  );
}

/** A record of another kind. `fields` must have JSON texts. */
export function plainText(time: string, kind: string, origin: string | null, fields: object): string {
  return `"time":"${time}","kind":"${kind}",${originText(origin)}${writeJson(fields).slice(1, -1)}`;
}

function originText(origin: string | null): string {
  return origin === null ? '' : `${origin},`;
}

function rulesetText({ name, hash }: DecidingRuleset): string {
  return `"ruleset":${JSON.stringify(name)},"ruleset_hash":"${hash}"`;
}

function memoryText(memory: HeldMemory | null): string {
  if (memory === null) return '';
  const session = memory.session === null ? '' : sessionText(memory.session);
  return `${session}"memory_hash":"${memory.hash}",`;
}

function sessionText({ id, sequence }: { readonly id: string; readonly sequence: number }): string {
  return `"session_id":${JSON.stringify(id)},"session_sequence":${sequence},`;
}

function entriesText({ entries }: ChangedSession): string {
  return entries === 1 ? '' : `"session_entries":${entries},`;
}

function hostText(facts: string | null): string {
  return facts === null ? '' : `"host_input":${facts},`;
}

function inputText(input: InputText): string {
  return 'facts' in input ? `"input":${input.facts}` : `"input_hash":"${input.hash}"`;
}
