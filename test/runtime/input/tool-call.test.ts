import { describe, expect, it } from 'vitest';
import { Engine } from '../../../library/node/engine.ts';

const REGISTERS = [
  { template: 'agent', data: { id: 'agent-7' } },
  { template: 'workspace', data: { session: 's-1', root: '/srv/app/' } },
  { template: 'tool', data: { name: 'read_file', effect: 'read', reach: 'local' } },
  { template: 'tool_grant', data: { agent: 'agent-7', tool: 'read_file' } },
  { template: 'parameter', data: { tool: 'read_file', name: 'path', kind: 'path' } },
];

function call(args: unknown, more: object = {}): object {
  return {
    agent: 'agent-7',
    session: 's-1',
    tool: { name: 'read_file', server: 'files', annotations: { readOnlyHint: true } },
    call: { id: 'c1', at: 1_760_000_000, args, args_digest: 'sha256:1f' },
    ...more,
  };
}

describe('the document of a tool call', async () => {
  const engine = await Engine.fromRules('rulesets/tool-call-gate');
  const decide = (input: object): readonly unknown[] => {
    const { decision, reason } = engine.evaluate({ scoped: true, facts: REGISTERS, input });
    return [decision, reason];
  };

  it('is decided by what the registers say of its arguments', () => {
    expect(decide(call({ path: '/srv/app/README.md' }))).toEqual([
      'allow',
      'read_file may run: it only reads',
    ]);
    expect(decide(call({ path: '/etc/passwd' }))).toEqual([
      'deny',
      'Path /etc/passwd is outside the workspace of session s-1',
    ]);
    expect(decide(call({ path: '/srv/app/README.md', as: 'root' }))).toEqual([
      'deny',
      'Argument as of read_file is not declared',
    ]);
  });

  it('is refused when it lacks what the rules need', () => {
    const { tool: _, ...without } = call({}) as { tool: unknown };
    expect(() => decide(without)).toThrow(
      "Missing required slot(s) ['tool'] in template 'tool_call' (input: tool is $.tool.name)",
    );
  });

  it.each<[string, unknown, string]>([
    ['a text', '/etc/passwd', 'The arguments of read_file are not an object'],
    ['a number', 7, 'The arguments of read_file are not an object'],
    ['a list', ['/etc/passwd'], 'Argument 0 of read_file is not declared'],
    [
      'a list in a path',
      { path: ['/etc/passwd'] },
      'Path /etc/passwd is outside the workspace of session s-1',
    ],
    [
      'an object in a path',
      { path: { of: '/etc/passwd' } },
      'Argument path of read_file is not a path or a list of them',
    ],
    ['null in a path', { path: null }, 'Argument path of read_file holds nothing'],
  ])('is denied when its arguments are %s', (_, args, reason) => {
    expect(decide(call(args))).toEqual(['deny', reason]);
  });
});
