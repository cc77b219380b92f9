/**
 * The one table of generated names. Every identifier of a generated module comes from here: made of letters and
 * digits of a checked CLIPS identifier, in a shape that no keyword has, made unique by a counter.
 */

/** Names that generated modules use for other things: keywords, globals, and the members of runtime base classes. */
const RESERVED: readonly string[] = [
  ...'break case catch class const continue debugger default delete do else enum export extends false finally for function'.split(
    ' ',
  ),
  ...'if import in instanceof new null return super switch this throw true try typeof var void while with yield let static'.split(
    ' ',
  ),
  ...'await async implements interface package private protected public abstract declare readonly as from of get set type'.split(
    ' ',
  ),
  ...'any boolean number string symbol bigint object never unknown undefined NaN Infinity arguments eval constructor prototype'.split(
    ' ',
  ),
  ...'Object Array Map Set String Number Boolean BigInt Symbol Math Date JSON Error Promise Function RegExp Reflect Proxy Record Readonly'.split(
    ' ',
  ),
  ...'globalThis process require module exports console toString valueOf hasOwnProperty isPrototypeOf __proto__'.split(
    ' ',
  ),
];

/** Members of the base classes of facts and matchers. */
const FACT_MEMBERS = [
  'index',
  'gone',
  'assertedAt',
  'matches',
  'sets0',
  'sets1',
  'template',
  'operations',
  'itself',
];
const MATCHER_MEMBERS = [
  ...'host log focus agendas facts outcome firstWins nextIndex factCount tickIndex steps depth current now startEvaluation admit'.split(
    ' ',
  ),
  ...'beforeRun afterRun removal retracting scoped reachableTemplates deferredRegions deferredSteps retractFact retract sweep sweepAgendas uncount fullNetwork winningObligations'.split(
    ' ',
  ),
];

function words(name: string): string[] {
  return name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
}

function pascal(name: string): string {
  const text = words(name)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
  return /^[A-Za-z]/.test(text) ? text : 'N' + text;
}

function camel(name: string): string {
  const text = pascal(name);
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function upper(name: string): string {
  const text = words(name).join('_').toUpperCase();
  return /^[A-Z]/.test(text) ? text : 'N' + text;
}

/** How a name is written: `agent-request` as AgentRequest, agentRequest or AGENT_REQUEST. */
export type Casing = 'pascal' | 'camel' | 'upper';
const CASINGS = { pascal, camel, upper };

/** Gives out identifiers that are unique among those it gave out before. */
export interface NameSpace {
  /** An identifier made of these names, e.g. ['match', 'user'] in camel case: matchUser. */
  readonly fresh: (parts: readonly string[], casing: Casing) => string;
  /** This identifier itself when it is free, else one made from it. Only for names that the compiler chose. */
  readonly exact: (name: string) => string;
}

/** A name space in which `taken` and the reserved names are used up. */
export function createNameSpace(taken: readonly string[] = []): NameSpace {
  const used = new Set([...RESERVED, ...taken]);
  const next = new Map<string, number>();
  const take = (base: string): string => {
    let name = base;
    for (let n = next.get(base) ?? 2; used.has(name); n++) {
      name = base + String(n);
      next.set(base, n + 1);
    }
    used.add(name);
    return name;
  };
  return { fresh: (parts, casing) => take(CASINGS[casing](parts.join('-'))), exact: take };
}

export const createSlotNames = (): NameSpace => createNameSpace(FACT_MEMBERS);
export const createMatcherNames = (): NameSpace => createNameSpace(MATCHER_MEMBERS);
