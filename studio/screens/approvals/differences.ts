import { writeJson } from '../../../library/json.ts';
import type { Approval } from '../../protocol/service.ts';

interface Difference {
  readonly place: string;
  /** A value in the text of JSON, with every digit; `null` if there is none. */
  readonly before: string | null;
  readonly after: string | null;
}

/** The differences of a call from an earlier one: the requester, and every argument with another value. */
export function differencesOf(before: Approval, after: Approval): readonly Difference[] {
  const [old, latest] = [placesOf(before), placesOf(after)];
  const places = new Set([...latest.keys(), ...old.keys()]);
  return [...places].flatMap((place) => {
    const [was, is] = [old.get(place) ?? null, latest.get(place) ?? null];
    return was === is ? [] : [{ place, before: was, after: is }];
  });
}

function placesOf({ requester, agent, session, args }: Approval): ReadonlyMap<string, string> {
  const places = new Map<string, string>();
  addLeaves(args, '', places);
  for (const [name, value] of Object.entries({ requester, agent, session }))
    if (value !== null) places.set(`(${name})`, JSON.stringify(value));
  return places;
}

function addLeaves(value: unknown, path: string, places: Map<string, string>): void {
  const isParent = typeof value === 'object' && value !== null;
  const members: readonly (readonly [string, unknown])[] = Array.isArray(value)
    ? value.map((item, i): [string, unknown] => [`${path}[${i}]`, item])
    : isParent && Object.getPrototypeOf(value) === Object.prototype
      ? Object.entries(value).map(([key, item]): [string, unknown] => [memberPath(path, key), item])
      : [];
  if (members.length === 0) places.set(path === '' ? 'arguments' : path, writeJson(value));
  else for (const [place, item] of members) addLeaves(item, place, places);
}

function memberPath(path: string, key: string): string {
  const name = /^[A-Za-z_][\w-]*$/.test(key) ? key : JSON.stringify(key);
  return path === '' ? name : `${path}.${name}`;
}
