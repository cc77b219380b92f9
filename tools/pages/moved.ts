/** THE table of pages that moved and whose old addresses still lead to them: the name in docs/ before, and the page now. */
const MOVED: Readonly<Record<string, string>> = {
  agents: 'guides/agents.md',
  analyze: 'guides/analyze.md',
  architecture: 'internals/architecture.md',
  authzen: 'guides/authzen.md',
  classics: 'internals/classics.md',
  cli: 'reference/cli.md',
  client: 'reference/client.md',
  'clips-order': 'internals/clips-order.md',
  configuration: 'reference/configuration.md',
  diagnostics: 'reference/diagnostics.md',
  diff: 'guides/diff.md',
  durability: 'internals/durability.md',
  embedding: 'guides/embedding.md',
  envoy: 'guides/envoy.md',
  evidence: 'guides/evidence.md',
  explain: 'guides/explain.md',
  fleet: 'guides/fleet.md',
  functions: 'reference/functions.md',
  glossary: 'reference/glossary.md',
  grpc: 'reference/grpc.md',
  http: 'reference/http.md',
  language: 'reference/long-form.md',
  'late-negation': 'internals/late-negation.md',
  library: 'reference/library.md',
  mcp: 'guides/mcp.md',
  operating: 'guides/operating.md',
  operators: 'reference/operators.md',
  performance: 'internals/performance.md',
  plugin: 'guides/plugin.md',
  regex: 'reference/regex.md',
  rules: 'reference/rules.md',
  runs: 'guides/runs.md',
  security: 'internals/security.md',
  shell: 'guides/shell.md',
  testing: 'guides/testing.md',
  tutorial: 'start/tutorial.md',
};

/** Text by path: a page at each old address, with a link. */
export function movedPages(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(MOVED).map(([name, page]) => [
      `docs/${name}.md`,
      `# Moved\n\nThis page is now at [${page}](${page}).\n`,
    ]),
  );
}
