import { access, writeFile } from 'node:fs/promises';
import { CommandError, DONE, textOption, usageError, type Command } from './command.ts';
import { readServerEnv, readUpstream, UPSTREAM_OPTIONS } from './mcp-options.ts';

/** Names that paths keep as they are, at least one. */
const WORKSPACE = /^(?:\/(?!\.{1,2}(?:\/|$))[A-Za-z0-9._-]+)+$/;
const DOMAIN = /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;
const RULES_FILE = /(?<!\.test)\.ya?ml$/;

export const templatesCommand: Command = {
  name: 'templates',
  summary: 'draft a ruleset and its suite for the tools of an MCP server',
  arguments: [],
  more: 'COMMAND',
  options: {
    'from-mcp': { type: 'boolean', help: 'use the tools that an MCP server lists (required)' },
    ...(UPSTREAM_OPTIONS['upstream'] === undefined ? {} : { upstream: UPSTREAM_OPTIONS['upstream'] }),
    name: { type: 'string', value: 'NAME', help: 'name of the ruleset (default: tools)' },
    workspace: { type: 'string', value: 'DIR', help: 'folder that tools can use (default: /srv/workspace)' },
    domain: {
      type: 'string',
      value: 'NAME',
      help: 'domain that tools can fetch from (default: example.com)',
    },
    out: {
      type: 'string',
      value: 'FILE',
      help: 'write a ruleset and suite there; never overwrites',
    },
  },
  notes: `
ferrule templates --from-mcp -- COMMAND ARGS starts the server, lists its tools and prints a ruleset with each tool
and its arguments. A tool declared as read-only is allowed within the workspace and the domain; any other tool needs
approval. Check every row: the hints come from the server, and the argument kinds are guessed. With --out FILE.yaml, the
suite is FILE.test.yaml.`,
  async run(words, options, terminal) {
    if (options['from-mcp'] !== true) throw usageError('templates needs --from-mcp');
    const upstream = readUpstream(words, options);
    const name = textOption(options, 'name') ?? 'tools';
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) throw usageError('--name must be letters, digits, _ and -');
    const workspace = textOption(options, 'workspace') ?? '/srv/workspace';
    if (!WORKSPACE.test(workspace)) throw usageError('--workspace must be an absolute path of plain names');
    const domain = textOption(options, 'domain') ?? 'example.com';
    if (!DOMAIN.test(domain)) throw usageError('--domain must be a domain in lower case');
    const out = textOption(options, 'out');
    if (out !== null && !RULES_FILE.test(out))
      throw usageError('--out must be a file that ends in .yaml or .yml');
    const { fetchTools } = await import('../agents/mcp/fetch-tools.ts');
    const { draftRuleset } = await import('../agents/mcp/draft/draft-ruleset.ts');
    const { compileOrThrow } = await import('../library/compile-or-throw.ts');
    const tools = await fetchTools(upstream, readServerEnv(options));
    const draft = draftRuleset(tools, { name, workspace, domain });
    if (draft === null) throw new CommandError('the server has no tool that a ruleset can declare');
    compileOrThrow([{ path: `${name}.yaml`, text: draft.text }]);
    for (const note of draft.notes) terminal.err(`note: ${note}\n`);
    if (out === null) terminal.data(draft.text);
    else {
      const suite = out.replace(RULES_FILE, '.test.yaml');
      for (const path of [out, suite]) await refuseExisting(path);
      await writeNew(out, draft.text);
      await writeNew(suite, draft.suite);
    }
    return DONE;
  },
};

async function refuseExisting(path: string): Promise<void> {
  const exists = await access(path).then(
    () => true,
    () => false,
  );
  if (exists) throw new CommandError(`cannot write to ${path} (EEXIST)`);
}

async function writeNew(path: string, text: string): Promise<void> {
  await writeFile(path, text, { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    throw new CommandError(`cannot write to ${path} (${error.code ?? error.message})`);
  });
}
