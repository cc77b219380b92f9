import type { DefinitionUse, Span } from '../diagnostics/position.ts';
import type { Parameters, Report } from '../diagnostics/report.ts';
import type { DiagnosticCode } from '../diagnostics/codes.ts';
import type { Suggestion } from '../diagnostics/suggest.ts';
import type { ShortExpression } from '../short-tree.ts';
import type { Definitions } from './definitions.ts';
import type { Documents } from './document/documents.ts';
import type { Binding, DocumentBinding } from './resolved.ts';
import type { TemplateInfo, Vocabulary } from './vocabulary.ts';

/** Names from an inner quantifier outwards. */
export interface Scope {
  readonly names: Map<string, Binding>;
  /** The arguments of the parameters of a definition; left out elsewhere. */
  readonly args?: ReadonlyMap<string, Argument>;
  readonly parent: Scope | null;
}

/** An argument of a definition, whose names are those of the place where the definition is used. */
export interface Argument {
  readonly tree: ShortExpression;
  readonly scope: Scope;
}

/** One rule while its names are resolved. */
export interface RuleScope {
  readonly vocabulary: Vocabulary;
  readonly documents: Documents;
  readonly definitions: Definitions;
  readonly report: Report;
  /** `file:line:column` of a place, for messages that name another one. */
  readonly placeOf: (at: Span) => string;
  /** Names of the rule: those of `for` and `let`, and the templates that conditions mention. */
  readonly scope: Scope;
  /** The bindings of `scope` that are patterns, in the order of first mention. */
  readonly order: Binding[];
  /** The use of a definition that is being expanded, by the rule itself; `null` outside of definitions. */
  use: DefinitionUse | null;
  /** Parts that expanding definitions made in this rule. */
  expanded: number;
  /** Entries of maps that the rule names by keys that are not written out. */
  entries: number;
  /** The rule mentions the document. */
  usesDocument: boolean;
  /** A problem was reported: the rule is not lowered. */
  hasFailed: boolean;
}

/** State that all rules of a ruleset share. */
export type Shared = Pick<RuleScope, 'vocabulary' | 'documents' | 'report' | 'placeOf' | 'definitions'>;

export function createRuleScope(shared: Shared): RuleScope {
  const { vocabulary, documents, definitions, report, placeOf } = shared;
  const scope = { names: new Map<string, Binding>(), parent: null };
  // Written out: a spread makes these objects slow, and there is one for each rule.
  return {
    vocabulary,
    documents,
    definitions,
    report,
    placeOf,
    scope,
    order: [],
    use: null,
    expanded: 0,
    entries: 0,
    usesDocument: false,
    hasFailed: false,
  };
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
  return impliedFact(rule, template, at);
}

/** The pattern that a rule has for a template under its own name, which it gets if it has none. */
function impliedFact(rule: RuleScope, template: TemplateInfo, at: Span): Binding {
  const { name } = template;
  const { names } = rule.scope;
  // Within a definition, the name is the template's whatever else the rule calls so.
  let own = name;
  for (let i = 2; ; own = `${name}-${i++}`) {
    const known = names.get(own);
    if (known === undefined) break;
    if (known.kind === 'fact' && known.template === template) return known;
  }
  const binding: Binding = { kind: 'fact', name: own, template, isImplied: true, at };
  names.set(own, binding);
  rule.order.push(binding);
  return binding;
}

/** The argument of a parameter, unless an inner name hides it. */
export function findArgument(name: string, scope: Scope): Argument | null {
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    if (around.names.has(name)) return null;
    const argument = around.args?.get(name);
    if (argument !== undefined) return argument;
  }
  return null;
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
export function knownNames({ vocabulary, definitions }: RuleScope, scope: Scope): ReadonlySet<string> {
  const names = new Set([...vocabulary.templates.keys(), 'input', 'const', 'now']);
  for (let around: Scope | null = scope; around !== null; around = around.parent) {
    for (const name of [...around.names.keys(), ...(around.args?.keys() ?? [])]) names.add(name);
  }
  for (const name of definitions.byName.keys()) names.add(name);
  return names;
}
