import { stringify } from 'yaml';
import type { Source } from '../../compiler/diagnostics/position.ts';
import * as tables from './triage-tables.ts';

const { SOURCES, KINDS, TIERS, EXPOSURES, ROLES, INDICATORS, ACTIONS, TOPICS, BANDS } = tables;

const text = (name: string) => ({ name, type: 'string', required: true });
const symbol = (name: string, allowed: readonly string[]) => ({
  name,
  type: 'symbol',
  allowed_values: allowed,
  required: true,
});
const integer = (name: string) => ({ name, type: 'integer', required: true });

const TEMPLATES = [
  {
    name: 'alert',
    slots: [
      text('id'),
      symbol('source', SOURCES),
      symbol('kind', KINDS),
      integer('severity'),
      text('asset'),
      text('user'),
    ],
  },
  { name: 'asset', slots: [text('id'), symbol('tier', TIERS), symbol('exposure', EXPOSURES)] },
  { name: 'account', slots: [text('id'), symbol('role', ROLES), integer('risk')] },
  {
    name: 'indicator',
    slots: [text('id'), text('alert'), symbol('kind', INDICATORS), integer('confidence')],
  },
  { name: 'event', slots: [text('id'), text('alert'), symbol('action', ACTIONS), integer('count')] },
  { name: 'finding', slots: [text('alert'), text('about'), symbol('topic', TOPICS), integer('weight')] },
];

const where = (slot: string, expression: string) => ({ slot, expression });
const equals = (slot: string, value: string) => where(slot, `equals(${value})`);
const pattern = (template: string, ...conditions: readonly object[]) => ({ template, conditions });
const named = (template: string, ...conditions: readonly object[]) => ({
  template,
  alias: `$${template}`,
  conditions,
});
const finding = (about: string, topic: string, weight: number) => ({
  assert: [{ template: 'finding', slots: { alert: '$alert.id', about, topic, weight } }],
});

/** 54 rules: what the source and the kind of the alert say. */
function classify(): readonly object[] {
  return SOURCES.flatMap((source, s) =>
    KINDS.map((kind, k) => ({
      name: `${source}-${kind}`,
      when: [named('alert', equals('source', source), equals('kind', kind))],
      then: finding('$alert.id', tables.topicOfKind(k), tables.weightOfSource(s, k)),
    })),
  );
}

/** 54 rules: what belongs to the alert, joined to it by id. */
function enrich(): readonly object[] {
  const alert = named('alert');
  const indicators = INDICATORS.flatMap((kind, i) =>
    BANDS.map(({ name, expression }, band) => ({
      name: `indicator-${kind}-${name}`,
      when: [
        alert,
        named(
          'indicator',
          equals('alert', '$alert.id'),
          equals('kind', kind),
          where('confidence', expression),
        ),
      ],
      then: finding('$indicator.id', tables.topicOfIndicator(i), tables.weightOfBand(i, band)),
    })),
  );
  const events = ACTIONS.flatMap((action, a) =>
    BANDS.map(({ name, expression }, band) => ({
      name: `event-${action}-${name}`,
      when: [
        alert,
        named('event', equals('alert', '$alert.id'), equals('action', action), where('count', expression)),
      ],
      then: finding('$event.id', tables.topicOfAction(a), tables.weightOfBand(a, band)),
    })),
  );
  const accounts = ROLES.flatMap((role, r) =>
    BANDS.map(({ name, expression }, band) => ({
      name: `account-${role}-${name}`,
      when: [
        alert,
        named('account', equals('id', '$alert.user'), equals('role', role), where('risk', expression)),
      ],
      then: finding('$account.id', 'abuse', tables.weightOfBand(r, band)),
    })),
  );
  const assets = TIERS.flatMap((tier, t) =>
    EXPOSURES.map((exposure, e) => ({
      name: `asset-${tier}-${exposure}`,
      when: [
        alert,
        named('asset', equals('id', '$alert.asset'), equals('tier', tier), equals('exposure', exposure)),
      ],
      then: finding('$asset.id', 'intrusion', tables.weightOfBand(t, e)),
    })),
  );
  return [...indicators, ...events, ...accounts, ...assets];
}

/** 36 rules: the verdict by kind of alert and tier of asset. What the engines without chaining can express too. */
function verdict(): readonly object[] {
  return KINDS.flatMap((kind, k) =>
    TIERS.map((tier, t) => ({
      name: `${kind}-on-${tier}`,
      when: [
        named('alert', equals('kind', kind), where('severity', `at_least(${tables.severityOf(t)})`)),
        pattern('asset', equals('id', '$alert.asset'), equals('tier', tier)),
        pattern('account', equals('id', '$alert.user'), where('risk', `at_least(${tables.riskOf(k)})`)),
      ],
      then: { action: tables.verdictOf(k, t), reason: tables.reasonOf(k, t) },
    })),
  );
}

/** Six rules over what the modules before have found. */
const OVER_FINDINGS = [
  {
    name: 'confirmed-intrusion',
    salience: 60,
    when: [
      named('alert'),
      pattern(
        'finding',
        equals('alert', '$alert.id'),
        equals('topic', 'intrusion'),
        where('weight', 'at_least(50)'),
      ),
    ],
    then: { action: 'deny', reason: 'Alert {alert.id} is a confirmed intrusion', notify: ['soc'] },
  },
  {
    name: 'leak-with-abuse',
    salience: 50,
    when: [
      named('alert'),
      pattern(
        'finding',
        equals('alert', '$alert.id'),
        equals('topic', 'leak'),
        where('weight', 'at_least(30)'),
      ),
      pattern(
        'finding',
        equals('alert', '$alert.id'),
        equals('topic', 'abuse'),
        where('weight', 'at_least(30)'),
      ),
    ],
    then: { action: 'escalate', reason: 'Alert {alert.id} shows a leak and abuse of an account' },
  },
  {
    name: 'service-abuse',
    salience: 40,
    when: [
      named('alert'),
      pattern('account', equals('id', '$alert.user'), equals('role', 'service')),
      pattern(
        'finding',
        equals('alert', '$alert.id'),
        equals('topic', 'abuse'),
        where('weight', 'at_least(40)'),
      ),
    ],
    then: { action: 'deny', reason: 'Service account {alert.user} is abused', notify: ['soc', 'owner'] },
  },
  {
    name: 'contractor-leak',
    salience: 30,
    when: [
      named('alert'),
      pattern('account', equals('id', '$alert.user'), equals('role', 'contractor')),
      pattern('finding', equals('alert', '$alert.id'), equals('topic', 'leak')),
    ],
    then: { action: 'escalate', reason: 'Contractor {alert.user} may leak' },
  },
  {
    name: 'exposed-intrusion',
    salience: 20,
    when: [
      named('alert'),
      pattern('asset', equals('id', '$alert.asset'), equals('exposure', 'internet')),
      pattern('finding', equals('alert', '$alert.id'), equals('topic', 'intrusion')),
    ],
    then: { action: 'escalate', reason: 'Asset {alert.asset} is open to the internet' },
  },
  {
    name: 'noise',
    salience: 10,
    when: [
      named('alert', where('severity', 'less_than(20)')),
      pattern(
        'finding',
        equals('alert', '$alert.id'),
        equals('topic', 'noise'),
        where('weight', 'less_than(20)'),
      ),
    ],
    then: { action: 'allow', reason: 'Alert {alert.id} is noise' },
  },
];

function yaml(documents: readonly object[]): string {
  const options = { version: '1.2', schema: 'core', lineWidth: 0, aliasDuplicateObjects: false } as const;
  return documents.map((document) => stringify(document, options)).join('---\n');
}

/** The whole ruleset: 150 rules in three modules. */
export function triageRuleset(): Source {
  const head = {
    ruleset: 'triage',
    templates: TEMPLATES,
    modules: [{ name: 'classify' }, { name: 'enrich' }, { name: 'verdict' }],
    focus_order: ['classify', 'enrich', 'verdict'],
  };
  const modules = [
    { module: 'classify', rules: classify() },
    { module: 'enrich', rules: enrich() },
    { module: 'verdict', rules: [...OVER_FINDINGS, ...verdict()] },
  ];
  return { path: 'triage.yaml', text: yaml([head, ...modules]) };
}

/** Its part without derived facts: 36 rules over three facts. */
export function triagePart(): Source {
  const head = { ruleset: 'triage-part', templates: TEMPLATES.slice(0, 3), modules: [{ name: 'verdict' }] };
  return { path: 'triage-part.yaml', text: yaml([head, { module: 'verdict', rules: verdict() }]) };
}
