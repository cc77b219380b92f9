/** The loops over what a memory holds. */
import type { MemoryId } from '../../../plan/ids.ts';
import { code, joined, lines, types, type Code } from '../code/code.ts';
import { eachFlagged, factsOfSet, setOf, whereStored, type Order } from './emit-fact-sets.ts';
import { loop, when, type Condition } from '../code/statements.ts';
import { memoryPath, type NetworkContext } from './network-context.ts';

interface Loops {
  /** Label of the loop over the memory. */
  readonly head: Code;
  readonly places: Code | null;
  readonly keyTests: readonly Code[];
  readonly order: Order;
  /** Name of the current item in the statement. */
  readonly name: Code;
  readonly statement: Code;
}

/** The loop over a memory and, where facts are found by their flags, the one over those that are not in it yet. */
export function everyItem(context: NetworkContext, id: MemoryId, loops: Loops): Code {
  const { head, places, keyTests, order, name, statement } = loops;
  const declared = code`memory = m.${memoryPath(context, id)}`;
  const visited = visits(head, name, places, when(keyCondition(keyTests), statement));
  const set = setOf(context, id);
  if (set === null) return lines([code`const ${declared};`, visited]);
  const stored = whereStored(visited);
  const flagged = eachFlagged(set, order, name, keyTests, statement);
  const inOrder = order === 'oldest first' ? [stored, flagged] : [flagged, stored];
  return lines([code`const ${factsOfSet(context, set)}, ${declared};`, ...inOrder]);
}

/** A match that a memory returns for a key of several slots may have another key; for one slot only if it visits all. */
function keyCondition(keyTests: readonly Code[]): Condition {
  const [only] = keyTests;
  if (only === undefined) return null;
  return keyTests.length === 1 ? code`!small || ${only}` : joined(keyTests, ' && ');
}

/** A loop over the places of a memory, each as `name`: one statement. */
function visits(head: Code, name: Code, places: Code | null, statement: Code): Code {
  if (places === null) return loop(head, [code`const ${name} = memory.at(i);`, statement]);
  const found = code`const ${name} = memory.at(places === null ? i : places[i]${types`!`});`;
  return code`{\nconst places = ${places};\n${loop(head, [found, statement])}\n}`;
}
