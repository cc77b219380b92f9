import type { Span } from '../diagnostics/position.ts';
import type { Parameters, Report } from '../diagnostics/report.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Suggestion } from '../diagnostics/suggest.ts';
import type { Documents } from './document/documents.ts';
import type { Binding, DocumentBinding } from './resolved.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Names from an inner quantifier outwards. */
export interface Scope {
  readonly names: Map<string, Binding>;
  readonly parent: Scope | null;
}

/** One rule while its names are resolved. */
export interface RuleScope {
  readonly vocabulary: Vocabulary;
  readonly documents: Documents;
  readonly report: Report;
  /** `file:line:column` of a place, for messages that name another one. */
  readonly placeOf: (at: Span) => string;
  /** Names of the rule: those of `for` and `let`, and the templates that conditions mention. */
  readonly scope: Scope;
  /** The bindings of `scope` that are patterns, in the order of first mention. */
  readonly order: Binding[];
  /** The rule mentions the document. */
  usesDocument: boolean;
  /** A problem was reported: the rule is not lowered. */
  hasFailed: boolean;
}

/** State that all rules of a ruleset share. */
export type Shared = Pick<RuleScope, 'vocabulary' | 'documents' | 'report' | 'placeOf'>;

export function createRuleScope(shared: Shared): RuleScope {
  const scope = { names: new Map<string, Binding>(), parent: null };
  return { ...shared, scope, order: [], usesDocument: false, hasFailed: false };
}

/** Reports a problem of the rule. */
export function failRule(
  rule: RuleScope,
  code: DiagnosticCode,
  at: Span,
  parameters: Parameters = {},
  suggestion: string | Suggestion | null = null,
): null {
  rule.hasFailed = true;
  rule.report.add(code, at, parameters, suggestion);
  return null;
}

/** The binding of a name that is declared in the scope or around it. */
export function findDeclaredName(name: string, scope: Scope): Binding | null {
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    const binding = around.names.get(name);
    if (binding !== undefined) return binding;
  }
  return null;
}

/** The binding of a name; a template that is mentioned for the first time becomes a pattern of the rule. */
export function findName(rule: RuleScope, name: string, scope: Scope, at: Span): Binding | null {
  const declared = findDeclaredName(name, scope);
  if (declared !== null) return declared;
  if (name === 'input' && rule.vocabulary.hasDocument) return documentOf(rule, at);
  const template = rule.vocabulary.templates.get(name);
  if (template === undefined) return null;
  const binding: Binding = { kind: 'fact', name, template, isImplied: true, at };
  rule.scope.names.set(name, binding);
  rule.order.push(binding);
  return binding;
}

/** The document, which the rule mentions from here on. */
export function documentOf(rule: RuleScope, at: Span): DocumentBinding {
  rule.usesDocument = true;
  rule.documents.isUsed = true;
  const known = rule.scope.names.get('input');
  if (known?.kind === 'document') return known;
  const binding: DocumentBinding = { kind: 'document', name: 'input', at };
  rule.scope.names.set('input', binding);
  return binding;
}

/** Names that are valid at a place, for suggestions. */
export function knownNames({ vocabulary }: RuleScope, scope: Scope): ReadonlySet<string> {
  const names = new Set([...vocabulary.templates.keys(), 'input', 'const', 'now']);
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    for (const name of around.names.keys()) names.add(name);
  }
  return names;
}
