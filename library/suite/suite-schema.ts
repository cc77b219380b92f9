/** The format of test suites: `cases.json` and `*.test.yaml`. docs/schemas/test-suite.json is made of it. */
import * as z from 'zod';

const TextMatch = z
  .union([z.string(), z.strictObject({ matches: z.string() }), z.strictObject({ contains: z.string() })], {
    error: 'must be a text, { matches: PATTERN } or { contains: TEXT }',
  })
  .meta({ id: 'TextMatch' });

const WrittenFact = z
  .strictObject({
    template: z.string(),
    data: z.record(z.string(), z.unknown()).meta({ description: 'Values by slot.' }),
  })
  .meta({ id: 'Fact' });

const FactData = z.record(z.string(), z.unknown()).nullable();

const WrittenFacts = z
  .union([z.array(WrittenFact), z.record(z.string(), z.union([FactData, z.array(FactData)]))], {
    error: 'must be a list of facts, or a map of templates to data or lists of data',
  })
  .meta({ id: 'Facts', description: 'A list of facts, or a map of templates to data or lists of data.' });

const RuleNames = z.array(z.string()).meta({ description: 'module::rule' });

const WrittenFired = z.union(
  [
    RuleNames,
    z.strictObject({
      includes: RuleNames.optional().meta({ description: 'Each fires.' }),
      excludes: RuleNames.optional().meta({ description: 'None fires.' }),
      exactly: RuleNames.optional().meta({ description: 'These fire and no other, in any order.' }),
      order: RuleNames.optional().meta({
        description: 'These fire in this order; others may fire in between.',
      }),
    }),
  ],
  { error: 'must be a list of rules, or an object with includes, excludes, exactly or order' },
);

/** Read by hand: of a row it is `{x}` at first. */
const plainOf = (type: 'integer' | 'boolean', description: string) =>
  z
    .unknown()
    .optional()
    .meta({ type: [type, 'string'], description });

const WrittenSums = z
  .strictObject({
    budget: z.string(),
    key: z.record(z.string(), z.unknown()).optional().meta({ description: 'Its members; others are any.' }),
    requested: plainOf('integer', 'What the decision requests.'),
    used: plainOf('integer', 'What was used before.'),
    reserved: plainOf('integer', 'What was held before.'),
    limit: plainOf('integer', 'The limit.'),
    exceeded: plainOf('boolean', 'True if the request does not fit.'),
  })
  .meta({ id: 'Sums', description: 'Sums of one key of a budget before a decision.' });

const WrittenExpectation = z
  .strictObject({
    decision: z.string().nullable().optional(),
    reason: TextMatch.nullable().optional(),
    fired: WrittenFired.optional().meta({ description: 'A list says what `exactly` says.' }),
    metadata: z.record(z.string(), TextMatch).optional().meta({ description: 'All of it.' }),
    obligations: z
      .array(z.record(z.string(), z.unknown()))
      .optional()
      .meta({ description: 'All of them, in order.' }),
    facts: z
      .strictObject({ includes: z.array(WrittenFact).optional(), excludes: z.array(WrittenFact).optional() })
      .optional()
      .meta({ description: 'Facts at the end. Slots left out may have any value.' }),
    error: z.string().optional().meta({ description: 'Code of the error, for a case without a decision.' }),
    detail: TextMatch.optional().meta({ description: 'Message of the error.' }),
    counted: plainOf('boolean', 'Of a step that decides: true if budgets count it.'),
    exceeded: z
      .array(z.string())
      .optional()
      .meta({ description: 'Of a step that decides: all exceeded budgets, in any order.' }),
    budgets: z
      .array(WrittenSums)
      .optional()
      .meta({ description: 'Of a step that decides: sums before it. Members left out may have any value.' }),
    state: z.string().optional().meta({ description: 'Of a step that settles: committed or released.' }),
    over: plainOf('boolean', 'Of a step that settles: true if more was spent than held.'),
    late: plainOf('boolean', 'Of a step that settles: true if the hold had expired.'),
  })
  .meta({ id: 'Expectation' });

const Time = z.union([z.string(), z.number()], {
  error: 'must be a time such as 2026-01-31T12:00:00Z, or seconds',
});

const WrittenSettlement = z
  .strictObject({
    commit: z
      .unknown()
      .optional()
      .meta({ description: 'The amount spent, or a list of { budget, key, amount }.' }),
    release: z.literal(true).optional().meta({ description: 'Nothing was spent.' }),
  })
  .meta({ id: 'Settlement' });

const WrittenStep = z.union(
  [
    z.strictObject({ assert: WrittenFacts }),
    z.strictObject({
      advance: z
        .union([z.string(), z.number()])
        .meta({ description: 'A duration such as 90s, 5m, 2h or 1d; a number is seconds.' }),
    }),
    z.strictObject({
      evaluate: WrittenFacts.meta({ description: 'Facts of this evaluation alone.' }),
      input: z.unknown().optional(),
      expect: WrittenExpectation.optional(),
    }),
    z.strictObject({ now: Time.meta({ description: 'Sets the clock, which never goes back.' }) }),
    z.strictObject({
      decide: WrittenFacts.meta({ description: 'Facts of a decision that budgets count.' }),
      input: z.unknown().optional(),
      as: z.string().optional().meta({ description: 'Name of the decision, for a step that settles it.' }),
      token: z.string().optional().meta({ description: "Name of the caller's token (default: `test`)." }),
      session: z.string().optional().meta({ description: 'Another session than that of the case.' }),
      times: plainOf('integer', 'Number of equal decisions, each with what is expected (default: 1).'),
      expect: WrittenExpectation.optional(),
    }),
    z.strictObject({
      settle: WrittenSettlement,
      of: z.string().optional().meta({ description: 'Name of the decision (default: the last that holds).' }),
      expect: WrittenExpectation.optional(),
    }),
  ],
  {
    error:
      'must be { assert: [facts] }, { advance: DURATION }, { now: TIME }, { evaluate: [facts], input, expect }, { decide: [facts], input, expect } or { settle: { commit: AMOUNT }, expect }, with facts of template and data',
  },
);

const WrittenCase = z
  .strictObject({
    name: z.string().optional(),
    each: z
      .array(z.record(z.string(), z.unknown()))
      .min(1, 'needs at least one row')
      .optional()
      .meta({ description: 'One case a row: {x} in texts is the value of x.' }),
    now: Time.optional(),
    facts: WrittenFacts.optional(),
    input: z.unknown().optional(),
    steps: z.array(WrittenStep).min(1, 'needs at least one step').optional(),
    expect: WrittenExpectation.optional(),
  })
  .meta({ id: 'Case' });

const WrittenProperty = z
  .strictObject({
    name: z.string(),
    never: z
      .strictObject({ decision: z.string() })
      .optional()
      .meta({ description: 'This is never decided.' }),
    when: z
      .array(z.unknown())
      .min(1, 'needs at least one element')
      .optional()
      .meta({ description: 'Conditions of `never`, like `when` of a rule (default: all facts).' }),
    if: z
      .union([z.string(), z.array(z.string()).min(1, 'needs at least one condition')])
      .optional()
      .meta({ description: 'Condition of `never` instead of `when`, or conditions that all hold.' }),
    for: z
      .union([z.string(), z.array(z.string()), z.record(z.string(), z.string())])
      .optional()
      .meta({ description: 'Names of facts beside `if`, or a map of names.' }),
    monotone: z.string().optional().meta({ description: 'A decision that stays when facts are added.' }),
    under: z
      .array(z.strictObject({ add: z.string() }))
      .min(1, 'needs at least one template')
      .optional()
      .meta({ description: 'Templates of the facts that `monotone` adds.' }),
    order_independent: z.literal(true).optional().meta({
      description: 'The order of facts makes no difference to the decision.',
    }),
  })
  .meta({ id: 'Property' });

const WrittenSuite = z.strictObject({
  suite: z.string().optional().meta({ description: 'Name of the suite; that of the file when left out.' }),
  ruleset: z.string().optional().meta({
    description: 'Path of the ruleset, seen from the file, when it is another than that beside it.',
  }),
  now: Time.optional().meta({
    description: 'The clock: a date-time of RFC 3339, or seconds since the epoch.',
  }),
  facts: WrittenFacts.optional().meta({ description: 'Facts of every case, before its own.' }),
  cases: z.array(WrittenCase).optional(),
  properties: z.array(WrittenProperty).optional().meta({ description: 'Properties of all requests.' }),
});

/** A file is a suite, or only its cases. */
export const SuiteFile = z.union([WrittenSuite, z.array(WrittenCase)]);
export const SuiteObject = WrittenSuite;
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
