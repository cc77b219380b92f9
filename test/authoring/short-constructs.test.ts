/** What commands print of rules with unions, definitions, lists for text operators, texts, functions on values and keys. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rulesetFolder, runHere, type Folder } from './run-tests.ts';
import { FULL } from '../full.ts';

interface Construct {
  readonly name: string;
  readonly rules: string;
  readonly facts?: object;
  readonly input: object;
  /** Lines of `explain --flip`. */
  readonly explained: readonly string[];
  /** A change of the text, with what `diff` says of it. */
  readonly change: readonly [from: string, to: string];
  readonly verdict: string;
  readonly mutant: string;
  /** How many rules `analyze` finds a request for. */
  readonly analyzed: string;
}

const CONSTRUCTS: readonly Construct[] = [
  {
    name: 'unions',
    rules: `default: allow
rules:
  latest:
    deny: "{c.name} uses latest"
    for: { c: 'input.spec["containers", "initContainers"]?' }
    if: c.image.ends_with(":latest")
  root:
    deny: "runs as root"
    if: exists(c in input.spec["containers", "initContainers"], c.user == "root")
`,
    input: {
      spec: {
        containers: [
          { name: 'a', image: 'x:1', user: 'ann' },
          { name: 'b', image: 'y:1' },
        ],
      },
    },
    explained: [
      'deny: runs as root',
      '  fired because input.spec.containers[1].user is missing; write `?` after its path if its absence is fine',
      '  2  input.spec["containers", "initContainers"]',
      '  3  input.spec.containers[0]',
      '  allow by default: leave out input.spec.containers[1]',
    ],
    change: [':latest")', ':newest")'],
    verdict: 'incomparable',
    mutant: 'latest: allow instead of deny',
    analyzed: 'of 2 rules 2 were seen to fire',
  },
  {
    name: 'definitions',
    rules: `default: none
define:
  exempt(c): exists(e in input.exempt?, c.image.glob(e))
  owner: input.meta.owner
rules:
  tag: { deny: "{c.name} of {owner}", for: { c: input.items? }, if: 'c.image.ends_with(":latest") and not exempt(c)' }
  mine: { allow: true, if: owner == "ann" }
`,
    input: { meta: { owner: 'bob' }, exempt: ['z*'], items: [{ name: 'a', image: 'x:latest' }] },
    explained: [
      'deny: a of bob',
      '    input.meta.owner is "bob": owner == "ann" does not hold  rules.yaml:4:10',
      '  none by default: set input.exempt[1] to "x:latest"',
      '  none by default: leave out input.items[0]',
    ],
    change: ['"ann"', '"eve"'],
    verdict: 'incomparable',
    mutant: 'mine: without the rule',
    analyzed: 'of 2 rules 2 were seen to fire',
  },
  {
    name: 'lists for text operators',
    rules: `constants: { tools: [apk, curl] }
default: none
rules:
  fetch: { deny: "runs {input.cmd}", if: 'input.cmd.contains(const.tools) or input.cmd.starts_with(["wget ", "nc "])' }
  fine: { allow: true, if: 'not input.cmd.contains(const.tools) and not input.cmd.starts_with(["wget ", "nc "])' }
`,
    input: { cmd: 'apk add x' },
    explained: [
      'deny: runs apk add x',
      '    input.cmd is "apk add x": not (input.cmd.contains(const.tools)) does not hold  rules.yaml:5:33',
      '  allow by MAIN::fine: set input.cmd to "another" instead of "apk add x"',
    ],
    change: ['apk, curl', 'apk, curl, pip'],
    verdict: 'less permissive',
    mutant: 'fetch: input.cmd.starts_with(["nc "]) instead of input.cmd.starts_with(["wget ", "nc "])',
    analyzed: 'of 2 rules 2 were seen to fire',
  },
  {
    name: 'texts in conditions',
    rules: `default: none
rules:
  same: { allow: true, if: 'input.resource == text("{input.type}::1")' }
  tag: { deny: "tag", if: 'input.image.ends_with(text(":{input.type}"))' }
`,
    input: { resource: 'doc::1', image: 'x' },
    explained: [
      'deny: tag',
      '  fired because input.type is missing; write `input.type?` if its absence is fine',
      '    input.resource == text("{input.type}::1") does not hold: input.type is missing  rules.yaml:3:54',
    ],
    change: ['::1', '::2'],
    verdict: 'no difference found',
    mutant: 'tag: without the condition input.image.ends_with(text(":{input.type}"))',
    analyzed: 'of 2 rules 1 were seen to fire',
  },
  {
    name: 'functions on values',
    rules: `default: none
rules:
  small: { allow: true, if: 'number(input.amount) < 100' }
  memory: { deny: "needs {input.memory}", if: 'quantity(input.memory?) > 1000' }
  old: { deny: old, if: 'number(input.amount) > 500' }
`,
    input: { amount: '7 (seven)', memory: '10' },
    explained: [
      'deny: old',
      '  fired because input.amount is not a number: "7 (seven)"',
      '    number(input.amount) < 100 does not hold, where input.amount = "7 (seven)"  rules.yaml:3:30',
      '  allow by MAIN::small: set input.amount to "99" instead of "7 (seven)"',
    ],
    change: ['< 100', '< 200'],
    verdict: 'more permissive',
    mutant: 'small: number(input.amount) <= 100 instead of number(input.amount) < 100',
    analyzed: 'of 3 rules 2 were seen to fire',
  },
  {
    name: 'keys',
    rules: `templates: { call: { tool!: string, amount!: integer } }
default: none
rules:
  limit: { deny: "{call.amount} of {call.tool}", if: 'call.amount > input.limits[call.tool]' }
  owner: { allow: true, if: 'input.owners[input.repo] == input.user' }
`,
    facts: { call: { tool: 'read', amount: 5 } },
    input: { limits: { write: 3 }, owners: { r: 'ann' }, repo: 'r', user: 'ann' },
    explained: [
      'deny: 5 of read',
      '  fired because input.limits["read"] is missing; write `?` after its path if its absence is fine',
      '  allow by MAIN::owner: set input.limits.read to 5',
    ],
    change: ['amount > ', 'amount >= '],
    verdict: 'now MAIN::limit',
    mutant: 'limit: call.amount >= input.limits[call.tool] instead of call.amount > input.limits[call.tool]',
    analyzed: 'of 2 rules 2 were seen to fire',
  },
];

describe.each(CONSTRUCTS.map((construct, index) => ({ ...construct, index })))(
  '$name',
  ({ index, rules, facts, input, explained, change, verdict, mutant, analyzed }) => {
    let folder: Folder;
    let path: string;
    beforeAll(async () => {
      folder = await rulesetFolder();
      path = await folder.write('rules.yaml', rules);
    });
    afterAll(() => folder.remove());

    it('explain names them, and what could change', async () => {
      const request = await folder.write(
        'request.json',
        JSON.stringify(facts === undefined ? { input } : { facts, input }),
      );
      const { out } = await runHere('explain', path, '--facts', request, '--flip');
      const lines = out.split('\n');
      for (const line of explained) expect(lines).toContain(line);
      expect(out).not.toMatch(/input-|undefined|\[object/);
    });

    it('analyze says of no rule that it cannot fire', async () => {
      const { out } = await runHere('analyze', path);
      expect(out).toContain(analyzed);
      expect(out).not.toMatch(/\[(?:unreachable-rule|shadowed-rule|never)\]/);
    });

    // Whatever the construct, the search and the mutants are the same.
    const isSearched = FULL || index % 3 === 0;

    it.runIf(isSearched)('diff finds a request that a change decides otherwise', async () => {
      const other = await rulesetFolder();
      const changed = await other.write('rules.yaml', rules.replaceAll(change[0], change[1]));
      const { out } = await runHere('diff', path, changed, '--seed', '1');
      await other.remove();
      expect(out).toContain(verdict);
    });

    it.runIf(isSearched)('mutants change them', async () => {
      await folder.write('cases.json', JSON.stringify([{ name: 'one', ...(facts && { facts }), input }]));
      await runHere('test', folder.path, '--update');
      const { out } = await runHere('test', folder.path, '--mutate', '--budget', '5s');
      expect(out).toContain(mutant);
    });
  },
);
