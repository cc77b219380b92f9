/**
 * Call hierarchy as the flow of facts: the callers of a template are the rules that make, change or remove its facts, and it
 * calls the rules that match them.
 */
import { namesOf } from '../names/collect.ts';
import { nameAt } from '../names/find.ts';
import type { PositionParams, Range } from '../protocol/types.ts';
import type { RulesetOfDocument, Workspace } from '../workspace/workspace.ts';
import { flowOf, type RuleFlow } from './flow.ts';

/** Kinds of the protocol. */
const KIND = { template: 5, rule: 24 } as const;

interface Item {
  readonly name: string;
  readonly kind: number;
  readonly detail: string;
  readonly uri: string;
  readonly range: Range;
  readonly selectionRange: Range;
  readonly data: { readonly ruleset: string; readonly template?: string; readonly rule?: string };
}

interface ItemParams {
  readonly item?: {
    readonly data?: { readonly ruleset?: unknown; readonly template?: unknown; readonly rule?: unknown };
  };
}

/** `textDocument/prepareCallHierarchy`: the template or rule that is named at the cursor; null where none is. */
export function prepareCallHierarchy(workspace: Workspace, params: PositionParams): readonly Item[] | null {
  const found = nameAt(workspace, params);
  if (found === null) return null;
  const { occurrence, index, ruleset } = found;
  if (occurrence.sort === 'rule') {
    const flow = flowOf(ruleset).find(({ rule }) => `rule:${rule}` === occurrence.id);
    return flow === undefined ? null : [ruleItem(flow, ruleset)];
  }
  const template = occurrence.sort === 'template' ? occurrence.name : index.templateOf.get(occurrence.id);
  const item = template === undefined ? null : templateItem(template, ruleset);
  return item === null ? null : [item];
}

interface IncomingCall {
  readonly from: Item;
  readonly fromRanges: readonly Range[];
}

/** `callHierarchy/incomingCalls`: the rules that write a template, or the templates that a rule matches. */
export function incomingCalls(workspace: Workspace, params: ItemParams): readonly IncomingCall[] {
  const { ruleset, template, flow } = resolve(workspace, params);
  if (ruleset === null) return [];
  if (flow !== null)
    return [...flow.matches.keys()].flatMap((name) => {
      const from = templateItem(name, ruleset);
      return from === null ? [] : [{ from, fromRanges: [from.selectionRange] }];
    });
  return flowOf(ruleset).flatMap((one) => {
    const places = one.writes.get(template ?? '');
    if (places === undefined) return [];
    const fromRanges = places.map(({ start, end }) => one.document.lines.rangeOf(start, end));
    return [{ from: ruleItem(one, ruleset), fromRanges }];
  });
}

interface OutgoingCall {
  readonly to: Item;
  readonly fromRanges: readonly Range[];
}

/** `callHierarchy/outgoingCalls`: the rules that match a template, or the templates that a rule writes. */
export function outgoingCalls(workspace: Workspace, params: ItemParams): readonly OutgoingCall[] {
  const { ruleset, template, flow } = resolve(workspace, params);
  if (ruleset === null) return [];
  if (flow !== null)
    return [...flow.writes].flatMap(([name, places]) => {
      const to = templateItem(name, ruleset);
      const fromRanges = places.map(({ start, end }) => flow.document.lines.rangeOf(start, end));
      return to === null ? [] : [{ to, fromRanges }];
    });
  const own = template === null ? null : templateItem(template, ruleset);
  if (own === null || template === null) return [];
  return flowOf(ruleset)
    .filter(({ matches }) => matches.has(template))
    .map((one) => ({ to: ruleItem(one, ruleset), fromRanges: [own.selectionRange] }));
}

/** The item of an earlier response, in the texts of now. */
function resolve(workspace: Workspace, { item }: ItemParams) {
  const data = item?.data;
  const ruleset = workspace.rulesets().find(({ key }) => key === data?.ruleset) ?? null;
  const template = typeof data?.template === 'string' ? data.template : null;
  const flow = ruleset === null ? null : (flowOf(ruleset).find(({ rule }) => rule === data?.rule) ?? null);
  return { ruleset, template, flow };
}

function ruleItem({ rule, isTable, document, name, whole }: RuleFlow, { key }: RulesetOfDocument): Item {
  const [module = '', ...rest] = rule.split('::');
  return {
    name: rest.join('::'),
    kind: KIND.rule,
    detail: isTable ? `table in ${module}` : `rule in ${module}`,
    uri: document.uri,
    range: document.lines.rangeOf(whole.start, whole.end),
    selectionRange: document.lines.rangeOf(name.start, name.end),
    data: { ruleset: key, rule },
  };
}

/** Null for a template that is written nowhere. */
function templateItem(template: string, ruleset: RulesetOfDocument): Item | null {
  const all = namesOf(ruleset).of(`template:${template}`);
  const place = all.find(({ isDefinition }) => isDefinition) ?? all[0];
  if (place === undefined) return null;
  const { document, start, end } = place;
  const range = document.lines.rangeOf(start, end);
  return {
    name: template,
    kind: KIND.template,
    detail: place.isDefinition ? 'template' : 'undeclared template',
    uri: document.uri,
    range,
    selectionRange: range,
    data: { ruleset: ruleset.key, template },
  };
}
