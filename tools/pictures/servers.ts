import { arrow, box, label, type Picture } from './shapes.ts';

/** Stock and mounted servers. */
export const servers: Picture = {
  width: 860,
  height: 300,
  title:
    'A stock server evaluates the ruleset that a request names, and has sessions. A mounted server has one ruleset, which a reload replaces.',
  shapes: [
    box('box', [10, 20, 200, 110], 'request', ['`ruleset: "payments"', '`session_id: "s1"', '`input: {…}']),
    box('rule', [290, 20, 230, 110], 'stock', [
      'a root folder of rulesets',
      'the request selects one',
      'changed files are taken',
    ]),
    box('out', [600, 20, 250, 110], 'rulesets/', ['payments, access, triage', 'sessions: facts that stay']),
    box('box', [10, 160, 200, 110], 'request', ['`ruleset: "payments"', '`input: {…}', 'selects nothing']),
    box('rule', [290, 160, 230, 110], 'mounted', [
      'one ruleset: --ruleset PATH',
      'no sessions',
      'replicas reload together',
    ]),
    box('out', [600, 160, 250, 110], 'POST /v1/rules/reload', [
      'compiled and loaded first',
      'then swapped for all at once',
      'signed, if a key is set',
    ]),
    arrow('M210 75H286'),
    arrow('M520 75H596'),
    arrow('M210 215H286'),
    arrow('M596 215H524'),
    label('ferrule serve --root rulesets', [290, 12]),
    label('ferrule serve --ruleset rulesets/payments', [290, 152]),
  ],
};
