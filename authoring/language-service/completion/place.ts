import type { Document } from '../documents/document.ts';
import type { RulesetOfDocument } from '../workspace/workspace.ts';
import type { Cursor } from './cursor.ts';
import { KIND, offer, type Offer } from './item.ts';
import type { SlotFacts, TemplateFacts } from './vocabulary.ts';

/** The surroundings of a cursor. */
export interface Place {
  readonly ruleset: RulesetOfDocument;
  readonly document: Document;
  readonly cursor: Cursor;
  readonly templates: ReadonlyMap<string, TemplateFacts>;
  readonly aliases: ReadonlyMap<string, string>;
  readonly ruleText: string;
  /** The value up to the word at the cursor. */
  readonly lead: string;
}

export const templateOffers = (templates: Place['templates']): readonly Offer[] =>
  [...templates.values()].map(({ name, isRelation }) => ({
    label: name,
    kind: KIND.class,
    detail: isRelation ? 'relation' : 'template',
  }));

export const slotOffers = (template: TemplateFacts | undefined): readonly Offer[] =>
  [...(template?.slots.values() ?? [])].map(({ name, type, isList }) => ({
    label: name,
    kind: KIND.field,
    detail: isList ? `list of ${type}` : type,
  }));

export const valueOffers = (slot: SlotFacts | undefined): readonly Offer[] =>
  offer(KIND.enumMember, slot?.name ?? '', slot?.allowed ?? []);
