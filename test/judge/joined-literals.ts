/** Every way to ask a joined slot for literals, as a small program each. */
import { stringify } from 'yaml';
import type { Case } from '../../tools/judge/program.ts';

type Value = string | number | boolean;

interface Kind {
  readonly type: string;
  readonly values: readonly [Value, Value, Value];
}

const KINDS: readonly Kind[] = [
  { type: 'symbol', values: ['a', 'nil', 'FALSE'] },
  { type: 'string', values: ['a', 'nil', ''] },
  { type: 'integer', values: [0, 1, -7] },
  { type: 'float', values: [0.5, 1, -7.25] },
  { type: 'boolean', values: [true, false, true] },
];

const written = ({ type }: Kind, value: Value): string => {
  if (type === 'string') return JSON.stringify(value);
  return type === 'float' && Number.isInteger(value) ? `${String(value)}.0` : String(value);
};

/** Which values a slot allows, by position; null: all of the type. */
const ALLOWED: readonly (readonly number[] | null)[] = [null, [0], [0, 1], [1, 2]];

/** Further conditions on a slot; `%0` is the first value. */
const ASKED = ['', 'equals(%0)', 'not_equals(%0)', 'not_equals(%2)', 'in([%0, %1])', 'not_in([%0, %2])'];

interface Pattern {
  readonly template: string;
  readonly alias?: string;
  readonly conditions: readonly {
    readonly slot: string;
    readonly expression?: string;
    readonly bind?: string;
  }[];
}

interface Choice {
  readonly first: readonly string[];
  readonly second: readonly string[];
}

const asking = (slot: string, expressions: readonly string[]) =>
  expressions.map((expression) => ({ slot, expression }));

const SHAPES: Readonly<Record<string, (choice: Choice) => readonly unknown[]>> = {
  within: ({ first, second }) => [
    {
      template: 'A',
      alias: '$p',
      conditions: [...asking('x', first), ...asking('y', ['equals($p.x)', ...second])],
    },
  ],
  across: ({ first, second }) => [a(first), b(second)],
  written_first: ({ first, second }) => [
    a(first),
    { template: 'B', conditions: asking('y', [...second, 'equals($p.x)']) },
  ],
  bound: ({ first, second }) => [
    { template: 'A', conditions: [{ slot: 'x', bind: '?v' }, ...asking('x', first)] },
    { template: 'B', conditions: [{ slot: 'y', bind: '?v' }, ...asking('y', second)] },
  ],
  three: ({ first, second }) => [
    a(first),
    b([]),
    { template: 'A', conditions: asking('x', ['equals($p.x)', ...second]) },
  ],
  relation: ({ first, second }) => [
    a(first),
    { relation: 'K', conditions: asking('k', ['equals($p.x)', ...second]) },
  ],
  not: ({ first, second }) => [a(first), { not: [b(second)] }],
  exists: ({ first, second }) => [a(first), { exists: [b(second)] }],
  forall: ({ first, second }) => [
    a(first),
    { forall: { each: { template: 'A', conditions: [] }, must: [b(second)] } },
  ],
  branch: ({ first, second }) => [
    a(first),
    { any: [[b(second)], [{ template: 'A', conditions: asking('y', second) }]] },
  ],
  bound_in_branch: ({ first, second }) => [
    a(first),
    {
      any: [
        [
          {
            template: 'B',
            conditions: [{ slot: 'y', bind: '?v', expression: 'equals($p.x)' }, ...asking('y', second)],
          },
        ],
        [{ template: 'A', conditions: [{ slot: 'y', bind: '?v' }] }],
      ],
    },
    { template: 'B', conditions: [{ slot: 'y', bind: '?v' }] },
  ],
  bound_apart: ({ first, second }) => [
    {
      any: [
        [{ template: 'A', conditions: [{ slot: 'x', bind: '?v' }, ...asking('x', first)] }],
        [{ template: 'B', conditions: [{ slot: 'y', bind: '?v' }, ...asking('y', second)] }],
      ],
    },
    { template: 'A', conditions: [{ slot: 'x', bind: '?v' }] },
  ],
  behind_branches: ({ first, second }) => [
    { template: 'C', alias: '$p', conditions: [] },
    {
      any: [
        [{ template: 'A', conditions: asking('x', ['equals($p.x)', ...first]) }],
        [{ template: 'B', conditions: [] }],
      ],
    },
    b(second),
  ],
};

const a = (first: readonly string[]): Pattern => ({
  template: 'A',
  alias: '$p',
  conditions: asking('x', first),
});
const b = (second: readonly string[]): Pattern => ({
  template: 'B',
  conditions: asking('y', ['equals($p.x)', ...second]),
});

function program(
  kind: Kind,
  allowed: readonly [number, number],
  asked: readonly [number, number],
  shape: string,
): Case {
  const { type, values } = kind;
  const may = (index: number) => ALLOWED[index]?.map((at) => values[at] ?? values[0]) ?? null;
  const slot = (name: string, index: number) => {
    const list = type === 'boolean' ? null : may(index);
    return { name, type, ...(list ? { allowed_values: list } : {}) };
  };
  const fill = (index: number) =>
    [ASKED[index] ?? '']
      .filter(Boolean)
      .map((text) => text.replace(/%(\d)/g, (_, at) => written(kind, values[Number(at)] ?? values[0])));
  const [x, y] = [slot('x', allowed[0]), slot('y', allowed[1])];
  const choice = { first: fill(asked[0]), second: fill(asked[1]) };
  const different = [...new Set(values)];
  const facts = (template: string, one: typeof x, other?: typeof y) =>
    different.flatMap((value, at) => {
      const next = different[(at + 1) % different.length] ?? value;
      const data = { [one.name]: value, ...(other ? { [other.name]: next } : {}) };
      const fits = [one, ...(other ? [other] : [])].every(
        (of) => !of.allowed_values || of.allowed_values.includes(data[of.name] ?? ''),
      );
      return fits ? [{ template, data }] : [];
    });
  const yaml = stringify({
    templates: [
      { name: 'A', slots: [x, y] },
      { name: 'B', slots: [y] },
      { name: 'C', slots: [{ name: 'x', type }] },
    ],
    relations: [{ name: 'K', columns: [{ name: 'k', type }], rows: different.map((value) => [value]) }],
    rules: [{ name: 'r', when: SHAPES[shape]?.(choice), then: { action: 'allow', reason: 'one' } }],
  });
  const given = [...facts('A', x, y), ...facts('B', y), ...facts('C', slot('x', 0))];
  return { yaml, phases: [given, given.slice(0, 2)] };
}

/** Every `stride`th of them, beginning at `offset`. */
export function joinedLiterals(stride: number, offset: number): readonly Case[] {
  const cases: Case[] = [];
  let at = 0;
  for (const kind of KINDS) {
    for (const shape of Object.keys(SHAPES)) {
      for (let i = 0; i < ALLOWED.length * ALLOWED.length * ASKED.length * ASKED.length; i++) {
        const [p, q] = [i % ALLOWED.length, Math.floor(i / ALLOWED.length) % ALLOWED.length];
        const rest = Math.floor(i / (ALLOWED.length * ALLOWED.length));
        if (kind.type === 'boolean' && (p + q > 0 || rest % ASKED.length > 3 || rest >= 4 * ASKED.length))
          continue;
        if (at++ % stride !== offset) continue;
        cases.push(program(kind, [p, q], [rest % ASKED.length, Math.floor(rest / ASKED.length)], shape));
      }
    }
  }
  return cases;
}
