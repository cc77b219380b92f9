/** The suite of a drafted ruleset: every row of its relations, published bypasses, and what an approval opens. */
import { stringify } from 'yaml';
import { modelValues } from './model-values.ts';
import type { ArgumentKind } from './argument-kind.ts';
import type { DeclaredTool } from './declared-tools.ts';
import type { DraftOptions, Traits } from './draft-ruleset.ts';

type Row = Readonly<Record<string, unknown>>;
type Case = Readonly<Record<string, unknown>>;

const DIGEST = 'sha256:1';
const CALL = { agent: 'a1', tool: { name: '{tool}' }, call: { args: '{args}', args_digest: DIGEST } };
const RULE_OF: Readonly<Record<ArgumentKind, string>> = {
  path: 'allow-within-workspace',
  url: 'allow-within-domain',
  text: 'allow-harmless',
};

/** @param model the suite of the starter */
export function draftSuite(
  tools: readonly DeclaredTool[],
  traits: Traits,
  options: DraftOptions,
  model: unknown,
): string {
  const good = goodValues(options);
  const suite = {
    suite: options.name,
    cases: [
      ...declaredCases(tools, good),
      ...undeclaredCases(tools, traits, good),
      ...objectCases(tools, good),
      ...bypassCases(tools, traits, options, model),
      ...approvalCases(tools, traits),
    ],
  };
  return stringify(suite, { lineWidth: 0, aliasDuplicateObjects: false });
}

type Values = Readonly<Record<ArgumentKind, unknown>>;

function goodValues({ workspace, domain }: DraftOptions): Values {
  const [path, url] = [`${workspace}/a.txt`, `https://${domain}/a`];
  return { path, url, text: [path, url, 1, true, null, { deep: [] }] };
}

const fired = (...rules: readonly string[]): readonly string[] => rules.map((rule) => `MAIN::${rule}`);

/** Leaves out a case without rows. */
function caseOf(
  name: string,
  each: readonly Row[],
  expect: Case,
  more: Case = { input: CALL },
): readonly Case[] {
  return each.length === 0 ? [] : [{ name, each, ...more, expect }];
}

/** Every tool, and every argument of it, so that no row can go unnoticed. */
function declaredCases(tools: readonly DeclaredTool[], good: Values): readonly Case[] {
  const rows = tools.flatMap(({ name: tool, needs, parameters }) => [
    { tool, needs, args: {}, by: 'MAIN::allow-harmless' },
    ...parameters.map(({ name, kind }) => ({
      tool,
      needs,
      args: { [name]: good[kind] },
      by: `MAIN::${RULE_OF[kind]}`,
    })),
  ]);
  const of = (wanted: DeclaredTool['needs']) => rows.filter(({ needs }) => needs === wanted);
  return [
    ...caseOf(
      'allowed: {tool} {args}',
      of('nothing').map(({ tool, args, by }) => ({ tool, args, by })),
      { decision: 'allow', fired: ['{by}'] },
    ),
    ...caseOf(
      'escalated: {tool} {args}',
      of('approval').map(({ tool, args }) => ({ tool, args })),
      { decision: 'escalate', reason: '{tool} needs approval', fired: fired('escalate-without-approval') },
    ),
  ];
}

function undeclaredCases(tools: readonly DeclaredTool[], traits: Traits, good: Values): readonly Case[] {
  const names = new Set(
    tools.flatMap(({ name, parameters }) => [name, ...parameters.map((one) => one.name)]),
  );
  let unknown = 'undeclared';
  while (names.has(unknown)) unknown += '_';
  const rows = tools.flatMap((tool) => [
    { tool: tool.name, name: unknown, args: { [unknown]: null } },
    ...foreign(tool, tools).flatMap(({ name, kind }) =>
      [good[kind], '/undeclared'].map((value) => ({ tool: tool.name, name, args: { [name]: value } })),
    ),
  ]);
  const quiet = [
    ...(traits.reading('path') ? ['allow-within-workspace'] : []),
    ...(traits.reading('url') ? ['allow-within-domain', 'deny-other-scheme'] : []),
    ...(traits.has('path') ? ['deny-outside-workspace'] : []),
  ];
  const excludes = quiet.length === 0 ? {} : { fired: { excludes: fired(...quiet) } };
  const first = tools[0]?.name;
  return [
    ...caseOf('an argument that is not declared: {tool} {args}', rows, {
      decision: 'deny',
      reason: 'argument {name} of {tool} is not declared',
      ...excludes,
    }),
    ...caseOf('a tool that is not declared', [{ tool: unknown, args: {} }], {
      decision: 'deny',
      reason: 'tool {tool} is not declared',
    }),
    ...caseOf('arguments that are not an object', [{ tool: first, args: '/etc/passwd' }], {
      decision: 'deny',
      reason: 'the arguments of {tool} are not an object',
    }),
  ];
}

/** Arguments of other tools that this one does not have, one of each kind. */
function foreign(
  { parameters: own }: DeclaredTool,
  tools: readonly DeclaredTool[],
): DeclaredTool['parameters'] {
  const names = new Set(own.map(({ name }) => name));
  const others = tools.flatMap(({ parameters }) => parameters).filter(({ name }) => !names.has(name));
  return (['path', 'url'] as const).flatMap((wanted) => {
    const found = others.find(({ kind }) => kind === wanted);
    return found === undefined ? [] : [found];
  });
}

function objectCases(tools: readonly DeclaredTool[], good: Values): readonly Case[] {
  const rows = tools.flatMap(({ name: tool, parameters }) =>
    parameters
      .filter(({ kind }) => kind !== 'text')
      .map(({ name, kind }) => ({ tool, name, kind, args: { [name]: { '/etc/passwd': good[kind] } } })),
  );
  return caseOf('an object in place of a path or URL: {tool} {args}', rows, {
    decision: 'deny',
    reason: 'argument {name} of {tool} is not a {kind} or a list of them',
  });
}

/** Published bypasses on one argument of each kind, and one on every other. */
function bypassCases(
  tools: readonly DeclaredTool[],
  traits: Traits,
  options: DraftOptions,
  model: unknown,
): readonly Case[] {
  const cases = (kind: 'path' | 'url', prefix: string, expect: (tool: string, name: string) => Case) => {
    const all = tools.flatMap((tool) =>
      tool.parameters.filter((one) => one.kind === kind).map(({ name }) => ({ tool, name })),
    );
    const first = all.find(({ tool }) => tool.needs === 'nothing') ?? all[0];
    if (first === undefined) return [];
    const { tool, name } = first;
    const values = modelValues(model, prefix, kind, options);
    const each = values.map((value) => ({ [kind]: value }));
    const input = {
      agent: 'a1',
      tool: { name: tool.name },
      call: { args: { [name]: `{${kind}}` }, args_digest: DIGEST },
    };
    const rest = all
      .filter((one) => one !== first)
      .map((one) => ({ tool: one.tool.name, args: { [one.name]: '/etc/passwd' } }));
    return [
      ...caseOf(`${prefix}: {${kind}}`, each, expect(tool.name, name), { input }),
      ...caseOf(`${prefix}: {tool} {args}`, rest, { decision: 'deny' }),
    ];
  };
  const never = (rule: string, is: boolean): Case => (is ? { excludes: fired(rule, 'allow-harmless') } : {});
  return [
    ...cases('path', 'not a path within the workspace', (tool, name) => ({
      decision: 'deny',
      reason: `argument ${name} of ${tool} is not a path within ${options.workspace}`,
      ...(traits.reading('path') ? { fired: never('allow-within-workspace', true) } : {}),
    })),
    ...cases('url', 'not a URL within the domain', () => ({
      decision: 'deny',
      fired: {
        includes: fired('deny-outside-domain'),
        ...never('allow-within-domain', traits.reading('url')),
      },
    })),
    ...cases('url', 'not a plain https URL', (tool, name) => ({
      decision: 'deny',
      reason: `argument ${name} of ${tool} is not a plain https URL`,
    })),
  ];
}

/** An approval opens its own call, and no other. */
function approvalCases(tools: readonly DeclaredTool[], traits: Traits): readonly Case[] {
  const tool = tools.find(({ needs }) => needs === 'approval')?.name;
  if (tool === undefined) return [];
  const own = { approver: 'ann', agent: 'a1', session: 's1', server: 'files', tool, digest: DIGEST };
  const facts = [
    {
      template: 'approval',
      data: {
        approver: '{approver}',
        agent: '{agent}',
        session: '{session}',
        server: '{server}',
        tool: '{tool}',
        args_digest: '{digest}',
      },
    },
  ];
  const call = (name: string, args: unknown): Case => ({
    agent: 'a1',
    session: 's1',
    tool: { name, server: 'files' },
    call: { args, args_digest: DIGEST },
  });
  const input = call(tool, {});
  const reading = tools.find(({ needs }) => needs === 'nothing')?.name;
  return [
    ...caseOf(
      'a person approved this call',
      [own],
      {
        decision: 'allow',
        reason: `ann approved this call of ${tool}`,
        fired: fired('allow-with-approval'),
      },
      { facts, input },
    ),
    ...caseOf(
      'the approval is for another call: {agent} {session} {server} {tool} {digest}',
      Object.keys(own)
        .filter((key) => key !== 'approver')
        .map((key) => ({ ...own, [key]: 'other' })),
      { decision: 'escalate', reason: `${tool} needs approval`, fired: fired('escalate-without-approval') },
      { facts, input },
    ),
    ...caseOf(
      'the agent approved its own call',
      [{ ...own, approver: 'a1' }],
      { decision: 'deny' },
      { facts, input },
    ),
    ...caseOf(
      'an approval opens no argument that is not declared',
      [own],
      { decision: 'deny' },
      {
        facts,
        input: call(tool, { 'not declared': 1 }),
      },
    ),
    ...(traits.reads && reading !== undefined
      ? caseOf(
          'an approval is not needed',
          [{ ...own, tool: reading }],
          {
            decision: 'allow',
            fired: fired('allow-harmless'),
          },
          { facts, input: call(reading, {}) },
        )
      : []),
    {
      name: 'an approval in the document of a call counts for nothing',
      input: { ...input, approval: { id: 'x', by: 'ann', args_digest: DIGEST, expires_at: 9_999_999_999 } },
      expect: { decision: 'escalate' },
    },
  ];
}
