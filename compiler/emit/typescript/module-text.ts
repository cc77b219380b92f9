import {
  IndentationText,
  Project,
  Scope,
  StructureKind,
  VariableDeclarationKind,
  type StatementStructures,
} from 'ts-morph';
import type { Code } from '../../write/code.ts';
import type { ClassDeclaration, Declaration, Parameter } from './declaration.ts';

const text = (code: Code): string => code.text;
const optional = (code: Code | null): string | undefined => code?.text;
const parameters = (list: readonly Parameter[]) =>
  list.map(({ name, type }) => ({ name: name.text, type: type.text }));

function classStructure(declaration: ClassDeclaration): StatementStructures {
  return {
    kind: StructureKind.Class,
    name: declaration.name.text,
    isExported: declaration.exported,
    ...(declaration.extends === null ? {} : { extends: declaration.extends.text }),
    ...leading(declaration.comment),
    properties: declaration.properties.map(({ name, type, value, override, comment }) => ({
      name: name.text,
      isReadonly: true,
      hasOverrideKeyword: override,
      type: optional(type),
      initializer: optional(value),
      ...leading(comment),
    })),
    ...(declaration.constructor_ === null
      ? {}
      : {
          ctors: [
            {
              parameters: parameters(declaration.constructor_.parameters),
              statements: [text(declaration.constructor_.body)],
            },
          ],
        }),
    getAccessors: declaration.getters.map(({ name, returns, body }) => ({
      name: name.text,
      returnType: returns.text,
      statements: [body.text],
    })),
    methods: declaration.methods.map((method) => ({
      name: method.name.text,
      hasOverrideKeyword: true,
      ...(method.scope === 'protected' ? { scope: Scope.Protected } : {}),
      parameters: parameters(method.parameters),
      returnType: method.returns.text,
      statements: [method.body.text],
    })),
  };
}

const leading = (comment: Code | null) => (comment === null ? {} : { leadingTrivia: comment.text + '\n' });

function structure(declaration: Declaration): StatementStructures | string {
  switch (declaration.kind) {
    case 'section':
      return '\n' + declaration.comment.text;
    case 'constant':
      return {
        kind: StructureKind.VariableStatement,
        declarationKind: VariableDeclarationKind.Const,
        isExported: declaration.exported,
        ...leading(declaration.comment),
        declarations: [
          {
            name: declaration.name.text,
            type: optional(declaration.type),
            initializer: declaration.value.text,
          },
        ],
      };
    case 'function':
      return {
        kind: StructureKind.Function,
        name: declaration.name.text,
        parameters: parameters(declaration.parameters),
        returnType: declaration.returns.text,
        statements: [declaration.body.text],
        ...leading(declaration.comment),
      };
    case 'class':
      return classStructure(declaration);
  }
}

/** A module before it is printed. */
export interface GeneratedModule {
  readonly header: Code;
  /** Exported names of the runtime with the identifiers they go by. */
  readonly imports: { readonly values: ReadonlyMap<string, Code>; readonly types: ReadonlyMap<string, Code> };
  readonly declarations: readonly Declaration[];
}

/** Where a generated module finds the runtime. */
export const RUNTIME_MODULE = 'ferrule/runtime';

const sorted = (names: ReadonlyMap<string, Code>) => [...names].sort(([a], [b]) => (a < b ? -1 : 1));

function importDeclaration({ values, types }: GeneratedModule['imports']): StatementStructures {
  const named = (names: ReadonlyMap<string, Code>, isTypeOnly: boolean) =>
    sorted(names).map(([name, local]) => ({
      name,
      isTypeOnly,
      ...(local.text === name ? {} : { alias: local.text }),
    }));
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: RUNTIME_MODULE,
    namedImports: [...named(values, false), ...named(types, true)],
  };
}

/** Constants instead of an import: esbuild would turn every use of an import into a look-up on the module object. */
function requireStatement({ values }: GeneratedModule['imports']): StatementStructures {
  const names = sorted(values).map(([name, local]) => (local.text === name ? name : name + ': ' + local.text));
  return {
    kind: StructureKind.VariableStatement,
    declarationKind: VariableDeclarationKind.Const,
    declarations: [
      { name: '{ ' + names.join(', ') + ' }', initializer: "require('" + RUNTIME_MODULE + "')" },
    ],
  };
}

/**
 * The text of a generated module: ts-morph prints the structures, nothing is type-checked. For readers it is a module
 * laid out and formatted; for the loader, which strips the types, the same declarations with a `require`.
 */
export function moduleText(module: GeneratedModule, audience: 'reader' | 'loader'): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const { header, imports, declarations } = module;
  const file = project.createSourceFile('matcher.ts', {
    statements: [
      header.text,
      audience === 'reader' ? importDeclaration(imports) : requireStatement(imports),
      ...declarations.map(structure),
    ],
  });
  if (audience === 'reader') file.formatText({ indentSize: 2, ensureNewLineAtEndOfFile: true });
  return file.getFullText();
}
