import { DONE, usageError, type Command } from './command.ts';

export const schemaCommand: Command = {
  name: 'schema',
  summary: 'print the JSON Schema of rulesets or of test suites',
  arguments: [],
  more: 'KIND',
  options: {},
  notes: `
KIND is ruleset or suite (default: ruleset). With the schema, an editor completes and checks while you write. Put it next
to the ruleset, and begin each file with
  # yaml-language-server: $schema=./ruleset.schema.json`,
  async run([kind = 'ruleset', extra], _options, terminal) {
    if (extra !== undefined) throw usageError(`schema does not take '${extra}'`);
    terminal.data(`${JSON.stringify(await schemaOf(kind), null, 2)}\n`);
    return DONE;
  },
};

async function schemaOf(kind: string): Promise<object> {
  if (kind === 'ruleset') return (await import('../compiler/schema/ruleset-schema.ts')).rulesetJsonSchema();
  if (kind === 'suite') return (await import('../library/suite/suite-schema.ts')).suiteJsonSchema();
  throw usageError(`unknown schema '${kind}' (ruleset, suite)`);
}
