import { JUDGE_NOW_MS } from '../../library/node/clips/host-functions.ts';
import type { Document } from './documents.ts';
import { itemsOf, truthOf, within, type World } from './reference.ts';
import { closes, type PolicyDraft, type RuleDraft } from './policy.ts';

export interface FactsDraft {
  readonly a: readonly Readonly<Record<string, unknown>>[];
  readonly b: readonly Readonly<Record<string, unknown>>[];
}

/** Names of the rules that fire, by the reference. */
export function expectedRules(policy: PolicyDraft, input: Document, facts: FactsDraft): readonly string[] {
  const world: World = {
    input,
    facts: facts.a,
    names: {},
    keys: {},
    lists: {},
    now: JUDGE_NOW_MS,
    defaults: policy.declaration?.defaults ?? {},
    isDeclared: policy.declaration !== null,
  };
  return policy.rules.filter((rule) => fires(rule, world, facts)).map(({ name }) => `MAIN::${name}`);
}

function fires(rule: RuleDraft, world: World, facts: FactsDraft): boolean {
  return worldsOf(rule, world, facts).some((one) => {
    const truth = truthOf(rule.condition, one);
    return truth === true || (truth === null && closes(rule));
  });
}

/** The combinations of elements that the names of `for` take, in order. */
function worldsOf({ over }: RuleDraft, world: World, { a, b }: FactsDraft): readonly World[] {
  if (over === 'document') return [world];
  if (over === 'facts')
    return a.flatMap((one) => b.map((other) => within(within(world, 'a', '', one), 'b', '', other)));
  const list = { kind: 'path', root: 'input', keys: ['items'], type: 'items', isOptional: true } as const;
  const union = over === 'union' ? { ...list, union: ['items', 'more'] } : list;
  const items = (itemsOf(union, world) ?? []).map((one) => within(world, 'it', one.key, one.item, one.list));
  if (over !== 'sub') return items;
  const subs = { ...list, root: 'it', keys: ['subs'] } as const;
  return items.flatMap((one) =>
    (itemsOf(subs, one) ?? []).map(({ key, item }) => within(one, 'ys', key, item)),
  );
}
