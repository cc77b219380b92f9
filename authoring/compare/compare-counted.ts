import type { Expectation, ExpectedSums } from '../../library/suite/suite.ts';
import type { KeySums } from '../../store/budgets/ledger.ts';
import { sumWords } from '../../store/budgets/sum-words.ts';
import type { Counted } from '../run/case-ledger.ts';
import type { Difference } from './difference.ts';
import { includesMembers } from './same-value.ts';

/** Figures of an expected sum, with the member that has each. */
const FIGURES = ['requested', 'used', 'reserved', 'limit'] as const;

/** The differences of a decision, and those of what counted; the sums explain what differs. */
export function compareCounted(
  { counted, exceeded, budgets }: Expectation,
  got: Counted,
  differences: readonly Difference[],
): readonly Difference[] {
  const why = got.sums.map((sum) => `${nameOf(sum)}: ${sumWords(sum)}`);
  const explained = (one: Difference): Difference =>
    why.length === 0 ? one : { ...one, why: [...(one.why ?? []), ...why] };
  const own: Difference[] = [];
  if (counted !== undefined && counted !== got.counted)
    own.push({ what: 'counted', expected: String(counted), got: String(got.counted) });
  if (exceeded !== undefined) own.push(...compareExceeded(exceeded, got.sums));
  const all = [...differences.map((one) => (one.what === 'decision' ? explained(one) : one)), ...own];
  const isExplained = all.some(({ what }) => what === 'decision');
  const shown = isExplained ? all : all.map((one) => (own.includes(one) ? explained(one) : one));
  return [...shown, ...(budgets ?? []).flatMap((sums) => compareSums(sums, got.sums))];
}

function compareExceeded(expected: readonly string[], sums: readonly KeySums[]): readonly Difference[] {
  const got = [...new Set(sums.filter((sum) => sum.exceeded).map(({ budget }) => budget))];
  const isSame = new Set(expected).size === got.length && got.every((name) => expected.includes(name));
  return isSame ? [] : [{ what: 'exceeded', expected: listed(expected), got: listed(got) }];
}

const listed = (names: readonly string[]): string => (names.length === 0 ? 'none' : names.join(', '));

const nameOf = ({ budget, key }: Pick<KeySums, 'budget' | 'key'>): string =>
  key === '{}' ? budget : `${budget} ${key}`;

/** The sums of the first key that fits. */
function compareSums(expected: ExpectedSums, sums: readonly KeySums[]): readonly Difference[] {
  const { budget, key, figures, exceeded } = expected;
  const own = sums.filter((sum) => sum.budget === budget);
  const found = own.find((sum) => key === null || includesMembers(key, JSON.parse(sum.key) as object));
  if (found === undefined) {
    const wanted = key === null ? budget : `${budget} ${JSON.stringify(key)}`;
    return [{ what: 'budgets', expected: wanted, got: listed(sums.map(nameOf)) }];
  }
  const what = `budgets.${nameOf(found)}`;
  return [
    ...FIGURES.flatMap((name): readonly Difference[] => {
      const wanted = figures[name];
      const value = found[name];
      return wanted === undefined || wanted === value
        ? []
        : [{ what: `${what}.${name}`, expected: wanted, got: value }];
    }),
    ...(exceeded === null || exceeded === found.exceeded
      ? []
      : [{ what: `${what}.exceeded`, expected: String(exceeded), got: String(found.exceeded) }]),
  ];
}
