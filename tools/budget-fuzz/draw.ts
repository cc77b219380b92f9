import { generator } from '../claims-fuzz/fuzz.ts';
import { createDice, type Dice } from '../judge/dice.ts';
import type {
  BudgetDraft,
  BudgetProgram,
  ConditionDraft,
  DecisionDraft,
  LimitDraft,
  Payment,
  WindowDraft,
} from './program.ts';

const CENTRES = ['a', 'b', 'c'];
const KINDS = ['x', 'y'];
const MOST = 2n ** 63n - 1n;
const SECOND = 1000;
const HOUR = 3_600_000;

const WINDOWS: readonly WindowDraft[] = [
  { kind: 'sliding', text: '10s', ms: 10 * SECOND },
  { kind: 'sliding', text: '1m', ms: 60 * SECOND },
  { kind: 'sliding', text: '36h', ms: 36 * HOUR },
  { kind: 'calendar', text: 'day UTC', unit: 'day', zone: 'UTC' },
  { kind: 'calendar', text: 'day Europe/Brussels', unit: 'day', zone: 'Europe/Brussels' },
  { kind: 'calendar', text: 'month America/New_York', unit: 'month', zone: 'America/New_York' },
  { kind: 'session', text: 'session' },
];
/** Around the ends of windows and holds. */
const ADVANCES = [
  ...[0, 0, 0, 1, 999, 5 * SECOND - 1, 5 * SECOND, 10 * SECOND - 1, 10 * SECOND, 10 * SECOND, 30 * SECOND],
  ...[60 * SECOND - 1, 60 * SECOND, 60 * SECOND, HOUR, 23 * HOUR, 36 * HOUR - 1, 36 * HOUR],
];

/** Programs of a seed. */
export function drawBudgetPrograms(seed: number, count: number): readonly BudgetProgram[] {
  return Array.from({ length: count }, (_, i) => {
    const dice = createDice({ nextInt: generator(seed, i) });
    const rules = dice.times(dice.int(1, 4), (index) => ({
      // Most programs allow something, so that something counts.
      action: index === 0 || dice.percent(50) ? 'allow' : dice.pick(['deny', 'escalate']),
      condition: drawCondition(dice),
    }));
    const budgets = dice.times(dice.int(1, 3), (index) => drawBudget(dice, `b${index}`));
    let id = 0;
    const decisions = dice.times(dice.int(5, 14), () => drawDecision(dice, () => `p${id++}`));
    return { rules, budgets, decisions };
  });
}

function drawCondition(dice: Dice): ConditionDraft {
  const bound = BigInt(dice.int(-1, 6));
  const centre = dice.pick(CENTRES);
  const kind = dice.pick(KINDS);
  return dice.pick<ConditionDraft>([
    { text: `payment.amount > ${bound}`, holds: ({ amount }) => amount > bound },
    { text: 'payment.amount >= 0', holds: ({ amount }) => amount >= 0n },
    { text: `payment.centre == "${centre}"`, holds: (payment) => payment.centre === centre },
    {
      text: `payment.kind != "${kind}" or payment.amount <= ${bound}`,
      holds: (payment) => payment.kind !== kind || payment.amount <= bound,
    },
  ]);
}

function drawBudget(dice: Dice, name: string): BudgetDraft {
  const figures = ['used', 'reserved', 'requested', 'amount', 'limit'].map((figure) => `{${figure}}`);
  return {
    name,
    condition: dice.percent(40) ? drawCondition(dice) : null,
    per: dice.some(['centre', 'kind', 'token'] as const, dice.int(0, 2)),
    amount: dice.percent(65) ? null : BigInt(dice.int(0, 3)),
    limit: drawLimit(dice),
    window: dice.percent(40) ? WINDOWS[dice.int(0, 1)]! : dice.pick(WINDOWS),
    onExceed: dice.pick(['deny', 'escalate']),
    reason: dice.percent(40) ? `${name} ${dice.some(figures, 3).join(' of ')}` : null,
    reserve: dice.percent(35)
      ? { ttlMs: dice.pick([5, 30]) * SECOND, onExpire: dice.pick(['keep', 'release']) }
      : null,
  };
}

function drawLimit(dice: Dice): LimitDraft {
  if (dice.percent(20)) return { kind: 'host' };
  if (dice.percent(20)) return { kind: 'map', entries: { a: dice.int(0, 12), b: dice.int(3, 20) } };
  return { kind: 'number', value: dice.percent(8) ? MOST : BigInt(dice.int(0, 40)) };
}

function drawDecision(dice: Dice, nextId: () => string): DecisionDraft {
  return {
    advance: dice.pick(ADVANCES),
    token: dice.pick(['t', 't', 'u']),
    session: dice.pick(['s', 's', 'r']),
    payments: dice.times(dice.pick([0, 1, 1, 1, 2, 3]), (): Payment => ({
      id: nextId(),
      centre: dice.pick(CENTRES),
      kind: dice.pick(KINDS),
      amount: dice.percent(4) ? MOST : BigInt(dice.int(0, 9)),
    })),
    // One fact is not sent twice.
    caps: [...new Set(dice.times(dice.int(0, 2), () => BigInt(dice.int(-1, 15))))],
    settle: dice.percent(30) ? dice.times(dice.int(0, 3), () => BigInt(dice.int(0, 12))) : null,
  };
}
