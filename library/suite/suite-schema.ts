/** The format of test suites: `cases.json` and `*.test.yaml`. docs/schemas/test-suite.json is made of it. */
import * as z from 'zod/mini';

/** Says of a part what the JSON Schema says: an `id` makes it a definition of its own. */
function described<Part extends z.ZodMiniType>(part: Part, meta: z.core.GlobalMeta): Part {
  const copy = part.clone();
  z.globalRegistry.add(copy, meta);
  return copy;
}

const TextMatch = described(
  z.union([z.string(), z.strictObject({ matches: z.string() }), z.strictObject({ contains: z.string() })], {
    error: 'must be a text, { matches: PATTERN } or { contains: TEXT }',
  }),
  { id: 'TextMatch' },
);

const WrittenFact = described(
  z.strictObject({
    template: z.string(),
    data: described(z.record(z.string(), z.unknown()), { description: 'Values by slot.' }),
  }),
  { id: 'Fact' },
);

const FactData = z.nullable(z.record(z.string(), z.unknown()));

const WrittenFacts = described(
  z.union([z.array(WrittenFact), z.record(z.string(), z.union([FactData, z.array(FactData)]))], {
    error: 'must be a list of facts, or a map of templates to data or lists of data',
  }),
  { id: 'Facts', description: 'A list of facts, or a map of templates to data or lists of data.' },
);

const RuleNames = described(z.array(z.string()), { description: 'module::rule' });

const WrittenFired = z.union(
  [
    RuleNames,
    z.strictObject({
      includes: described(z.optional(RuleNames), { description: 'Each fires.' }),
      excludes: described(z.optional(RuleNames), { description: 'None fires.' }),
      exactly: described(z.optional(RuleNames), { description: 'These fire and no other, in any order.' }),
      order: described(z.optional(RuleNames), {
        description: 'These fire in this order; others may fire in between.',
      }),
    }),
  ],
  { error: 'must be a list of rules, or an object with includes, excludes, exactly or order' },
);

/** Read by hand: of a row it is `{x}` at first. */
const plainOf = (type: 'integer' | 'boolean', description: string) =>
  described(z.optional(z.unknown()), { type: [type, 'string'], description });

const WrittenSums = described(
  z.strictObject({
    budget: z.string(),
    key: described(z.optional(z.record(z.string(), z.unknown())), {
      description: 'Its members; others are any.',
    }),
    requested: plainOf('integer', 'The amount that the decision requests.'),
    used: plainOf('integer', 'The sum that was used before.'),
    reserved: plainOf('integer', 'The sum that was held before.'),
    limit: plainOf('integer', 'The limit.'),
    exceeded: plainOf('boolean', 'True if the request does not fit.'),
  }),
  { id: 'Sums', description: 'Sums of one key of a budget before a decision.' },
);

const WrittenExpectation = described(
  z.strictObject({
    decision: z.optional(z.nullable(z.string())),
    reason: z.optional(z.nullable(TextMatch)),
    fired: described(z.optional(WrittenFired), { description: 'A list says what `exactly` says.' }),
    metadata: described(z.optional(z.record(z.string(), TextMatch)), { description: 'All of it.' }),
    obligations: described(z.optional(z.array(z.record(z.string(), z.unknown()))), {
      description: 'All of them, in order.',
    }),
    facts: described(
      z.optional(
        z.strictObject({
          includes: z.optional(z.array(WrittenFact)),
          excludes: z.optional(z.array(WrittenFact)),
        }),
      ),
      { description: 'Facts at the end. Slots left out may have any value.' },
    ),
    error: described(z.optional(z.string()), {
      description: 'Code of the error, for a case without a decision.',
    }),
    detail: described(z.optional(TextMatch), { description: 'Message of the error.' }),
    counted: plainOf('boolean', 'Of a step that decides: true if budgets count it.'),
    exceeded: described(z.optional(z.array(z.string())), {
      description: 'Of a step that decides: all exceeded budgets, in any order.',
    }),
    budgets: described(z.optional(z.array(WrittenSums)), {
      description: 'Of a step that decides: sums before it. Members left out may have any value.',
    }),
    state: described(z.optional(z.string()), {
      description: 'Of a step that settles: committed or released.',
    }),
    over: plainOf('boolean', 'Of a step that settles: true if more was spent than held.'),
    late: plainOf('boolean', 'Of a step that settles: true if the hold had expired.'),
  }),
  { id: 'Expectation' },
);

const Time = z.union([z.string(), z.number()], {
  error: 'must be a time such as 2026-01-31T12:00:00Z, or seconds',
});

const WrittenSettlement = described(
  z.strictObject({
    commit: described(z.optional(z.unknown()), {
      description: 'The amount spent, or a list of { budget, key, amount }.',
    }),
    release: described(z.optional(z.literal(true)), { description: 'Nothing was spent.' }),
  }),
  { id: 'Settlement' },
);

const WrittenStep = z.union(
  [
    z.strictObject({ assert: WrittenFacts }),
    z.strictObject({
      advance: described(z.union([z.string(), z.number()]), {
        description: 'A duration such as 90s, 5m, 2h or 1d; a number is seconds.',
      }),
    }),
    z.strictObject({
      evaluate: described(WrittenFacts, { description: 'Facts of this evaluation alone.' }),
      input: z.optional(z.unknown()),
      expect: z.optional(WrittenExpectation),
    }),
    z.strictObject({ now: described(Time, { description: 'Sets the clock, which never goes back.' }) }),
    z.strictObject({
      decide: described(WrittenFacts, { description: 'Facts of a decision that budgets count.' }),
      input: z.optional(z.unknown()),
      as: described(z.optional(z.string()), {
        description: 'Name of the decision, for a step that settles it.',
      }),
      token: described(z.optional(z.string()), {
        description: "Name of the caller's token (default: `test`).",
      }),
      session: described(z.optional(z.string()), { description: 'Another session than that of the case.' }),
      times: plainOf('integer', 'Number of equal decisions, each with what is expected (default: 1).'),
      expect: z.optional(WrittenExpectation),
    }),
    z.strictObject({
      settle: WrittenSettlement,
      of: described(z.optional(z.string()), {
        description: 'Name of the decision (default: the last that holds).',
      }),
      expect: z.optional(WrittenExpectation),
    }),
  ],
  {
    error:
      'must be { assert: [facts] }, { advance: DURATION }, { now: TIME }, { evaluate: [facts], input, expect }, { decide: [facts], input, expect } or { settle: { commit: AMOUNT }, expect }, with facts of template and data',
  },
);

const WrittenCase = described(
  z.strictObject({
    name: z.optional(z.string()),
    each: described(
      z.optional(z.array(z.record(z.string(), z.unknown())).check(z.minLength(1, 'needs at least one row'))),
      { description: 'One case a row: {x} in texts is the value of x.' },
    ),
    now: z.optional(Time),
    facts: z.optional(WrittenFacts),
    input: z.optional(z.unknown()),
    steps: z.optional(z.array(WrittenStep).check(z.minLength(1, 'needs at least one step'))),
    expect: z.optional(WrittenExpectation),
  }),
  { id: 'Case' },
);

const WrittenProperty = described(
  z.strictObject({
    name: z.string(),
    never: described(z.optional(z.strictObject({ decision: z.string() })), {
      description: 'This is never decided.',
    }),
    when: described(z.optional(z.array(z.unknown()).check(z.minLength(1, 'needs at least one element'))), {
      description: 'Conditions of `never`, like `when` of a rule (default: all facts).',
    }),
    if: described(
      z.optional(
        z.union([z.string(), z.array(z.string()).check(z.minLength(1, 'needs at least one condition'))]),
      ),
      { description: 'Condition of `never` instead of `when`, or conditions that all hold.' },
    ),
    for: described(z.optional(z.union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])), {
      description: 'Names of facts beside `if`, or a map of names.',
    }),
    monotone: described(z.optional(z.string()), {
      description: 'A decision that stays when facts are added.',
    }),
    under: described(
      z.optional(
        z.array(z.strictObject({ add: z.string() })).check(z.minLength(1, 'needs at least one template')),
      ),
      { description: 'Templates of the facts that `monotone` adds.' },
    ),
    order_independent: described(z.optional(z.literal(true)), {
      description: 'The order of facts makes no difference to the decision.',
    }),
  }),
  { id: 'Property' },
);

const WrittenSuite = z.strictObject({
  suite: described(z.optional(z.string()), {
    description: 'Name of the suite; that of the file when left out.',
  }),
  ruleset: described(z.optional(z.string()), {
    description: 'Path of the ruleset, seen from the file, when it is another than that beside it.',
  }),
  now: described(z.optional(Time), {
    description: 'The clock: a date-time of RFC 3339, or seconds since the epoch.',
  }),
  facts: described(z.optional(WrittenFacts), { description: 'Facts of every case, before its own.' }),
  cases: z.optional(z.array(WrittenCase)),
  properties: described(z.optional(z.array(WrittenProperty)), { description: 'Properties of all requests.' }),
});

/** A file is a suite, or only its cases. */
export const SuiteFile = z.union([WrittenSuite, z.array(WrittenCase)]);
export const SuiteObject = WrittenSuite;
export const OneCase = WrittenCase;
export const CaseList = z.array(WrittenCase);

export type WrittenSuite = z.infer<typeof WrittenSuite>;
export type WrittenProperty = z.infer<typeof WrittenProperty>;
export type WrittenCase = z.infer<typeof WrittenCase>;
export type WrittenStep = z.infer<typeof WrittenStep>;
export type WrittenFact = z.infer<typeof WrittenFact>;
export type WrittenFacts = z.infer<typeof WrittenFacts>;
export type WrittenExpectation = z.infer<typeof WrittenExpectation>;
export type WrittenSums = z.infer<typeof WrittenSums>;
export type WrittenSettlement = z.infer<typeof WrittenSettlement>;
export type WrittenFired = z.infer<typeof WrittenFired>;
/** A text, or what a text is to match or contain. */
export type TextMatch = z.infer<typeof TextMatch>;

/** The JSON Schema of a suite's file. */
export function suiteJsonSchema(): object {
  return {
    ...z.toJSONSchema(SuiteFile, { io: 'input' }),
    title: 'Test suite of a ferrule ruleset',
  };
}
