/** Rulesets for what the shipped ones do not have: typed tables and relations in CSV files, constants, every operator. */
import type { Source } from '../../compiler/diagnostics/position.ts';

interface Sample {
  readonly name: string;
  readonly sources: readonly Source[];
}

const TEMPLATES = `ruleset: shop
constants:
  most: 1000
  share: 0.25
  open: true
  regions: [eu, us]
  limits: { search: 10, write: 2 }
templates:
  - name: order
    slots:
      - { name: id, type: string, required: true }
      - { name: customer, type: string, default: '' }
      - { name: kind, type: symbol, allowed_values: [goods, service], default: goods }
      - { name: word, type: symbol, default: plain }
      - { name: count, type: integer, default: 1000 }
      - { name: rate, type: float, default: 1.5 }
      - { name: paid, type: boolean, default: false }
      - { name: at, type: time, default: '2026-01-31T12:00:00Z' }
      - { name: tags, type: string, list: true, max_items: 10, default: [new, 'two words'] }
      - { name: secret, type: string, sensitive: true, default: none }
  - { name: seen, slots: [{ name: order, type: string }, { name: rate, type: float }, { name: paid, type: boolean }] }
`;

const TABLE = `tables:
  - name: terms
    hit: first
    when: [{ template: order, alias: $o }]
    file: terms.csv
  - name: written
    hit: first
    when: [{ template: order, alias: $o }]
    inputs: [$o.count, $o.rate, $o.paid, $o.customer, $o.kind, $o.at]
    outputs: [action, reason, salience, metadata.code, assert seen.order, assert seen.paid]
    rows:
      - ['< 1000', '[0.5..2.5)', true, 'north, south', goods, '-', allow, fine, 10, ok, $o.id, true]
      - ['>= 1000', '<= 10.5', '-', 'not(north, south)', service, '2026-01-31T12:00:00Z', deny, large, 5, no, $o.id, false]
      - ['[1000..20000]', '-', false, east, '-', '-', escalate, look, 0, '7', $o.id, '']
    default: [deny, none, 0, '', $o.id, false]
relations:
  - name: known
    columns: [{ name: who, type: string }, { name: most, type: integer }, { name: rate, type: float }, { name: open, type: boolean }, { name: since, type: time }, { name: kind, type: symbol }]
    file: known.csv
  - name: listed
    columns: [{ name: who, type: string }, { name: most, type: integer }, { name: rate, type: float }, { name: open, type: boolean }, { name: kind, type: symbol }]
    rows:
      - [ann, 1000, 0.5, true, goods]
      - ['bob b', 20000, 2.0, false, service]
`;

const RULES = `rules:
  - name: known-customer
    when:
      - template: order
        alias: $o
        conditions:
          - { slot: customer, expression: 'in([north, south, east])' }
          - { slot: count, expression: 'between(1, 20000)' }
          - { slot: rate, expression: 'at_most(2.5)' }
          - { slot: paid, expression: equals(true) }
          - { slot: word, expression: 'not_in([a, b])' }
          - { slot: at, expression: 'after(2026-01-31T12:00:00Z)' }
          - { slot: at, expression: 'within_last(36h)' }
          - { slot: at, expression: 'weekday_in([mon, tue], "Europe/Berlin")' }
          - { slot: at, expression: 'time_of_day_between("09:00", "17:30", "Europe/Berlin")' }
          - { slot: tags, expression: 'has_any([new, "two words"])' }
          - { slot: tags, expression: 'size_at_most(10)' }
      - { relation: known, alias: $k, conditions: [{ slot: who, expression: equals($o.customer) }, { slot: most, expression: at_least($o.count) }] }
      - { relation: listed, conditions: [{ slot: who, expression: equals($o.customer) }] }
    then:
      action: allow
      reason: '{o.customer} is known since {k.since}'
      metadata: { customer: '{o.customer}' }
      assert: [{ template: seen, slots: { order: $o.id, rate: 0.5, paid: true } }]
      obligations: [{ type: mask, properties: { fields: [secret], most: 1000, of: $o.id } }]
  - name: unknown-customer
    when:
      - template: order
        alias: $o
        conditions:
          - { slot: customer, expression: not_equals(north) }
          - { slot: customer, expression: 'not_starts_with(temp)' }
          - { slot: customer, expression: 'not_contains(test)' }
          - { slot: customer, expression: 'not_ends_with(.example)' }
          - { slot: customer, expression: 'not_matches(^(?:guest|visitor)-[0-9]+$)' }
          - { slot: customer, expression: 'not_glob(/srv/*)' }
          - { slot: customer, expression: 'not_in_cidr([10.0.0.0/8, "fd00::/8"])' }
          - { slot: customer, expression: not_path_within(/srv) }
          - { slot: customer, expression: not_host_within(example.com) }
          - { slot: customer, expression: 'not_in_ignore_case([root, admin])' }
          - { slot: count, expression: greater_than($const.most) }
          - { slot: word, expression: in($const.regions) }
          - { slot: count, bind: '?count' }
          - { slot: paid, bind: '?paid' }
          - { slot: customer, bind: '?customer' }
          - { test: '(and (> ?count 10) (neq ?customer "root") (eq ?paid FALSE))' }
          - { now: 'weekday_in([sat, sun], UTC)' }
      - not: [{ relation: known, conditions: [{ slot: who, expression: equals($o.customer) }, { slot: open, expression: is_true() }] }]
    then: { action: deny, reason: '{customer} ordered {count}' }
`;

const TERMS = `$o.count,$o.rate,$o.paid,$o.customer,$o.kind,$o.at,action,reason,metadata.code
< 1000,[0.5..2.5),true,"north, south",goods,-,allow,fine,ok
>= 1000,<= 10.5,-,"not(north, south)",service,2026-01-31T12:00:00Z,deny,large,no
[1000..20000],-,false,east,-,-,escalate,look,7
2500,1.5,-,-,-,-,deny,exact,
`;

const KNOWN = `who,most,rate,open,since,kind
ann,1000,0.5,true,2026-01-31T12:00:00Z,goods
bob b,20000,2.0,false,2025-12-01T00:00:00Z,service
"smith, j",7,10.25,true,2026-02-01T00:00:00Z,goods
`;

export const SAMPLES: readonly Sample[] = [
  {
    name: 'sample of a shop',
    sources: [
      { path: 'rules.yaml', text: TEMPLATES + TABLE + RULES },
      { path: 'terms.csv', text: TERMS },
      { path: 'known.csv', text: KNOWN },
    ],
  },
];
