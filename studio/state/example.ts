import type { EditedFile } from './state.ts';

const RULES = `# A policy over the JSON of a request. Edit it: the decision follows.
rules:
  trusted-team:
    allow: "{input.user.name} is on the platform team"
    if: input.user.team == "platform" and input.action in ["read", "deploy"]

  frozen:
    deny: "deployments are frozen"
    if: input.action == "deploy" and input.freeze
`;

const SUITE = `suite: example
cases:
  - name: the platform team deploys
    input: { user: { name: Ada, team: platform }, action: deploy, freeze: false }
    expect: { decision: allow }
  - name: nobody deploys in a freeze
    input: { user: { name: Ada, team: platform }, action: deploy, freeze: true }
    expect: { decision: deny }
`;

const file = (path: string, text: string): EditedFile => ({ path, text, saved: text, etag: null });

/** What a page without files shows. */
export const EXAMPLE: readonly EditedFile[] = [file('policy.yaml', RULES), file('policy.test.yaml', SUITE)];
