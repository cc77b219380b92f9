import type { Formula } from './formula.ts';
import {
  keysTo,
  namesOf,
  partsOf,
  type Binding,
  type DocumentBinding,
  type ItemBinding,
  type Resolved,
} from './resolved.ts';

/** The names that a formula mentions outside of its quantifiers' own, without the document, in the order of the text. */
export function mentionedIn(formula: Formula, found: Set<Binding> = new Set()): ReadonlySet<Binding> {
  switch (formula.kind) {
    case 'and':
    case 'or':
      for (const part of formula.parts) mentionedIn(part, found);
      break;
    case 'atom':
      mention(formula.expression, found);
      break;
    case 'presence':
      for (const name of namesOf(formula.binding)) found.add(name);
      break;
    case 'quantifier':
      mention(formula.value, found);
      break;
    case 'made':
      for (const binding of formula.bindings) found.add(binding);
      break;
    case 'constant':
      break;
  }
  return found;
}

function mention(expression: Resolved, found: Set<Binding>): void {
  switch (expression.kind) {
    case 'slot':
    case 'variable':
    case 'whole':
      if (expression.binding.kind !== 'document') found.add(expression.binding);
      return;
    case 'path':
      for (const name of namesOf(expression.binding)) found.add(name);
      return;
    case 'quantifier': {
      const { binding } = expression;
      const inner = new Set<Binding>();
      if (binding.kind === 'item') for (const name of namesOf(binding.owner)) inner.add(name);
      if (binding.kind === 'each') inner.add(binding.owner);
      for (const argument of expression.args) mention(argument, inner);
      inner.delete(binding);
      for (const name of inner) found.add(name);
      return;
    }
    default:
      for (const part of partsOf(expression)) mention(part, found);
  }
}

/** True if the document is mentioned, quantifiers included. */
export function mentionsDocument(formula: Formula): boolean {
  switch (formula.kind) {
    case 'and':
    case 'or':
      return formula.parts.some(mentionsDocument);
    case 'atom':
      return isOfDocument(formula.expression);
    case 'presence':
      return isInDocument(formula.binding);
    case 'quantifier':
      return isOfDocument(formula.value);
    default:
      return false;
  }
}

/** True for the document, and for an entry of one of its maps. */
const isInDocument = (binding: DocumentBinding | ItemBinding): boolean =>
  binding.kind === 'document' || (binding.entry !== undefined && isInDocument(binding.owner));

function isOfDocument(expression: Resolved): boolean {
  if (expression.kind === 'path')
    return isInDocument(expression.binding) || keysTo(expression.binding).some(isOfDocument);
  if (expression.kind === 'quantifier') {
    const { binding, args } = expression;
    return (binding.kind === 'item' && isInDocument(binding.owner)) || args.some(isOfDocument);
  }
  return partsOf(expression).some(isOfDocument);
}

/** True if a comparison has an aggregate. */
export function hasAggregate(expression: Resolved): boolean {
  if (expression.kind === 'quantifier')
    return expression.quantifier.value !== 'exists' && expression.quantifier.value !== 'forall';
  return partsOf(expression).some(hasAggregate);
}
