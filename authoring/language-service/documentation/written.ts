/** A text about syntax of the short form that looks like a call and is in no table of functions. */
interface WrittenText {
  readonly parameters: readonly string[];
  readonly documentation: string;
  /** A line of a rule. */
  readonly example: string;
}

const row = (parameters: readonly string[], documentation: string, example: string): WrittenText => ({
  parameters,
  documentation,
  example,
});

const aggregate = (documentation: string, example: string): WrittenText =>
  row(['name in source', 'value', 'condition?'], documentation, example);

/** Each example is a condition that a test compiles. */
export const WRITTEN: ReadonlyMap<string, WrittenText> = new Map([
  [
    'exists',
    row(
      ['name in source', 'condition'],
      'True if one item passes the condition.',
      'if: exists(c in input.containers, c.image == "nginx")',
    ),
  ],
  [
    'forall',
    row(
      ['name in source', 'condition'],
      'True if every item passes the condition.',
      'if: forall(c in input.containers, c.image.starts_with("registry/"))',
    ),
  ],
  [
    'count',
    row(
      ['name in source', 'condition'],
      'How many items pass the condition.',
      'if: count(c in input.containers, c.image == "nginx") > 1',
    ),
  ],
  ['sum', aggregate('The sum of the values.', 'if: sum(i in input.items, i.price) > 100')],
  ['min', aggregate('The smallest of the values.', 'if: min(i in input.items, i.price) < 1')],
  ['max', aggregate('The largest of the values.', 'if: max(i in input.items, i.price) > 100')],
  [
    'distinct',
    aggregate('How many different values there are.', 'if: distinct(i in input.items, i.seller) > 3'),
  ],
  ['collect', aggregate('The list of the values.', 'let: { hosts: "collect(call, call.host)" }')],
  ['has', row(['path'], 'True if the document has a value there.', 'if: has(input.owner)')],
  ['size', row(['list'], 'The number of items.', 'if: size(input.items) > 10')],
  ['key', row(['name'], 'The key of an item of a map.', 'if: exists(v in input.labels, key(v) == "team")')],
  [
    'list',
    row(
      ['name'],
      'The name of the list that an item comes from.',
      'if: exists(c in input["containers", "initContainers"], list(c) == "containers")',
    ),
  ],
  [
    'if',
    row(
      ['condition', 'then', 'else'],
      'One of two values.',
      'if: input.amount > if(input.urgent == true, 100, 10)',
    ),
  ],
]);
