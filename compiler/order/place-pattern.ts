/** The path of a pattern through its template's pattern network (factbld.c; clips-order.md, 2.1-2.4). */
import type { Rule } from '../ruleset.ts';
import type { AlphaField, PlacedElement } from './place-elements.ts';
import type { Builder, BuiltNode } from './build.ts';
import { alphaTestKey, literalKey } from './keys.ts';
import { factTemplate, itemTemplate } from './list-items.ts';
import type { AlphaNode } from './network.ts';
import { required } from '../required.ts';

function newNode(
  builder: Builder,
  template: string,
  step: AlphaNode['step'],
  key: string,
  rule: Rule,
): BuiltNode {
  return {
    id: builder.nodes++,
    template,
    step,
    key,
    rule,
    children: [],
    byKey: new Map(),
    entries: [],
    entriesByKey: new Map(),
    stop: false,
    hash: [],
  };
}

function rootOf(builder: Builder, template: string, rule: Rule): BuiltNode {
  let root = builder.roots.get(template);
  if (root === undefined) {
    root = newNode(builder, template, { kind: 'root' }, '', rule);
    builder.roots.set(template, root);
  }
  return root;
}

interface Level {
  readonly step: AlphaNode['step'];
  readonly key: string;
}

/** The levels that one field makes: one, or a selector and its constant, which drop the field's other tests. */
function levelsOf({ kind, slot, tests }: AlphaField): Level[] {
  if (kind === 'each') return [{ step: { kind, slot }, key: 'each:' + slot }];
  if (kind === 'rest') {
    return [{ step: { kind: 'test', tests }, key: `rest of ${slot}:` + tests.map(alphaTestKey).join('&') }];
  }
  const literal = tests.findLast((test) => test.kind === 'constant' && test.equal);
  if (literal?.kind !== 'constant') {
    return [{ step: { kind: 'test', tests }, key: 'test:' + tests.map(alphaTestKey).join('&') }];
  }
  return [
    { step: { kind: 'select', slot }, key: 'select:' + slot },
    { step: { kind: 'constant', value: literal.value }, key: 'constant:' + literalKey(literal.value) },
  ];
}

/** Finds or makes the path of nodes of a pattern; the levels of its last field carry the hash list in their key. */
export function placePattern(builder: Builder, element: PlacedElement, rule: Rule): BuiltNode {
  let template = factTemplate(required(element.template, 'template'));
  const hash = element.hash.map(({ slot }) => slot);
  const fields = element.alpha.map(levelsOf);
  if (fields.length === 0) fields.push([{ step: { kind: 'any' }, key: 'any' }]);
  let node = rootOf(builder, template, rule);
  fields.forEach((levels, i) => {
    const own = i === fields.length - 1 ? hash : [];
    for (const { step, key: stepKey } of levels) {
      const key = stepKey + '#' + own.join(' ');
      let child = node.byKey.get(key);
      if (child === undefined) {
        child = newNode(builder, template, step, key, rule);
        node.children.push(child);
        node.byKey.set(key, child);
      }
      node = child;
      // The levels below have the position.
      if (step.kind === 'each') template = itemTemplate(template, step.slot);
    }
  });
  node.stop = true;
  node.hash = hash;
  return node;
}
