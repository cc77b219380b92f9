import type { PassedCompilation } from '../../../compiler/compile.ts';
import { compileOrThrow } from '../../../library/compile-or-throw.ts';

/** Compiles documents given as plain values: JSON is YAML. */
export function compileDocument(document: unknown): PassedCompilation {
  return compileOrThrow([{ path: 'ruleset.yaml', text: JSON.stringify(document) }]);
}

/** Texts that a ruleset's author can write freely, wherever they reach the generated module. */
export interface FreeText {
  readonly description: string;
  readonly literal: string;
  readonly reason: string;
  readonly metadataKey: string;
  readonly metadataValue: string;
  readonly notify: string;
  readonly allowed: string;
  readonly asserted: string;
}

/** A ruleset that has the same shape whatever the text is. */
export function rulesetWith(text: FreeText): unknown {
  return {
    templates: [
      {
        name: 'request',
        description: text.description,
        slots: [
          { name: 'id', type: 'string', required: true },
          { name: 'kind', type: 'string', allowed_values: ['plain', text.allowed], default: text.allowed },
        ],
      },
      { name: 'finding', slots: [{ name: 'note', type: 'string' }] },
    ],
    modules: [{ name: 'gate', description: text.description }],
    ruleset: text.description,
    version: text.literal,
    module: 'gate',
    rules: [
      {
        name: 'one',
        description: text.description,
        metadata: { [text.metadataKey]: text.metadataValue },
        when: [
          {
            template: 'request',
            alias: '$r',
            conditions: [{ slot: 'id', expression: 'equals(' + JSON.stringify(text.literal) + ')' }],
          },
          {
            template: 'request',
            conditions: [{ slot: 'id', expression: 'contains(' + JSON.stringify(text.literal) + ')' }],
          },
        ],
        then: {
          action: 'deny',
          reason: text.reason,
          notify: [text.notify],
          scope: text.literal,
          assert: [{ template: 'finding', slots: { note: 'x' + text.asserted } }],
        },
      },
    ],
  };
}

/** A ruleset whose rules have no memory in common. */
export function manyMemories(rules: number): unknown {
  const slots = [{ name: 'id', type: 'integer', required: true }];
  return {
    templates: [
      { name: 'left', slots },
      { name: 'right', slots },
    ],
    ruleset: 'many-memories',
    rules: Array.from({ length: rules }, (_, i) => ({
      name: `rule-${i}`,
      when: [
        { template: 'left', alias: '$l', conditions: [{ slot: 'id', expression: `equals(${i})` }] },
        { template: 'right', conditions: [{ slot: 'id', expression: 'not_equals($l.id)' }] },
      ],
      then: { action: 'deny', reason: 'both' },
    })),
  };
}
