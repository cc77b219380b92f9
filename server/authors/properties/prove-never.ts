import { createContext } from '../analyze/context.ts';
import { firesAfter } from '../analyze/effects.ts';
import { ORDERS } from '../analyze/claims/shadow.ts';
import type { PropertyRuleset } from './property-ruleset.ts';
import type { Property } from './property.ts';

/**
 * Whether no facts that fit a property are ever decided as it says. Only where rules change no facts: then what fires
 * together matches together.
 */
export function provesNever(
  { asked, evidence, rule }: PropertyRuleset,
  { decision }: Extract<Property, { kind: 'never' }>,
  now: number,
): boolean {
  const { checked, compiled } = asked;
  const order = ORDERS[checked.decide];
  const isSteady = checked.rules.every(({ then }) => then.effects.length === 0);
  const otherwise = compiled.default?.action ?? 'deny';
  if (!isSteady || order === null || otherwise === decision) return false;
  const rank = order.findIndex((action) => action === decision);
  const context = createContext(asked, evidence, { now, until: Infinity, texts: [], matcher: null });
  const higher = checked.rules.filter(
    (one) =>
      one.then.action !== null && order.indexOf(one.then.action) < rank && firesAfter(checked, one, one),
  );
  const without = higher.map(({ when }) => ({ elements: when, scope: new Map() }));
  const meant = rule === null ? [] : context.waysOf(rule);
  const deciding = checked.rules.filter(({ then }) => then.action === decision).map(context.waysOf);
  if (meant === null) return false;
  return deciding.every(
    (ways) =>
      ways !== null &&
      ways.every((way) =>
        rule === null
          ? context.look([way], without).kind === 'none'
          : meant.every((one) => context.look([way, one], without).kind === 'none'),
      ),
  );
}
