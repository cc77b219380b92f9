import type { Code } from './code.ts';

/** Top-level parts of a generated module, in order; printed by module-text.ts. */
export type Declaration =
  ConstantDeclaration | FunctionDeclaration | ClassDeclaration | SectionDeclaration | StatementsDeclaration;

/** A heading between parts, for readers. */
interface SectionDeclaration {
  readonly kind: 'section';
  readonly comment: Code;
}

/** Statements written elsewhere (functions of the expression language). */
interface StatementsDeclaration {
  readonly kind: 'statements';
  readonly code: Code;
}

interface ConstantDeclaration {
  readonly kind: 'constant';
  readonly name: Code;
  readonly type: Code | null;
  readonly value: Code;
  readonly exported: boolean;
  readonly comment: Code | null;
}

export interface Parameter {
  readonly name: Code;
  readonly type: Code;
}

export interface FunctionDeclaration {
  readonly kind: 'function';
  readonly name: Code;
  readonly parameters: readonly Parameter[];
  readonly returns: Code;
  readonly body: Code;
  readonly comment: Code | null;
}

export interface Property {
  readonly name: Code;
  readonly type: Code | null;
  readonly value: Code | null;
  readonly override: boolean;
  readonly comment: Code | null;
}

export interface Method {
  readonly name: Code;
  readonly parameters: readonly Parameter[];
  readonly returns: Code;
  readonly body: Code;
  readonly scope: 'public' | 'protected';
}

interface Getter {
  readonly name: Code;
  readonly returns: Code;
  readonly body: Code;
}

export interface Constructor {
  readonly parameters: readonly Parameter[];
  /** The parameters are the fields of the object, set after `body`, and no constructor of a base class is called. */
  readonly fields: boolean;
  /** Arguments of the base class constructor. */
  readonly base: Code;
  readonly body: Code;
}

export interface ClassDeclaration {
  readonly kind: 'class';
  readonly name: Code;
  readonly extends: Code | null;
  readonly exported: boolean;
  readonly properties: readonly Property[];
  readonly constructor_: Constructor | null;
  readonly getters: readonly Getter[];
  readonly methods: readonly Method[];
  readonly comment: Code | null;
}
