import type { Obligation, PropertyValue, SingleValue } from '../../../runtime/description.ts';
import { obligationText } from './answer.ts';

/** An obligation as obligationText writes it. */
export function shownObligation({ type, properties }: Obligation): string {
  const pairs = Object.entries(properties).map(([key, value]) => [key, propertyText(value)] as const);
  return obligationText(type, pairs);
}

/** A truth value is a symbol to CLIPS. */
function propertyText(value: PropertyValue): string | readonly string[] {
  if (Array.isArray(value)) return value.map(singleText);
  return singleText(value as SingleValue);
}

function singleText(value: SingleValue): string {
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value);
}
