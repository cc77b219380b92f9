import { readFileSync } from 'node:fs';
import { satisfies } from 'semver';
import { expect, it } from 'vitest';

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta: Readonly<Record<string, { readonly optional?: boolean }>>;
}
const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Manifest;
const { peerDependencies: peers, peerDependenciesMeta: meta, dependencies = {} } = read('package.json');
const tested = read('test/agent-sdks/package.json').dependencies ?? {};

it.each(['@openai/agents', 'ai', 'langchain', '@langchain/langgraph'])(
  '%s is an optional peer, in the tested version',
  (name) => {
    expect([meta[name]?.optional, dependencies[name]]).toEqual([true, undefined]);
    expect([tested[name], satisfies(tested[name] ?? '', peers[name] ?? '')]).toEqual([tested[name], true]);
  },
);

it('no SDK of an adapter must be installed', () => {
  expect(Object.keys(peers).filter((name) => meta[name]?.optional !== true)).toEqual([]);
  expect(Object.keys(peers)).toContain('@anthropic-ai/claude-agent-sdk');
});
