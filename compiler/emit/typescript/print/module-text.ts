import {
  IndentationText,
  Project,
  Scope,
  StructureKind,
  VariableDeclarationKind,
  type StatementStructures,
} from 'ts-morph';
import { code, joined, lines, type Code } from '../code/code.ts';
import type { ClassDeclaration, Constructor, Declaration, Parameter } from '../code/declaration.ts';
import { RUNTIME_MODULE, sortedNames, type GeneratedModule } from '../code/generated-module.ts';

const optional = (code: Code | null): string | undefined => code?.text;
const parameters = (list: readonly Parameter[]) =>
  list.map(({ name, type }) => ({ name: name.text, type: type.text }));

const constructorBody = ({ base, body }: Constructor): Code =>
  lines([code`super(${base});`, body].filter((part) => !part.isEmpty));

/**
 * Prints a class that consists of its fields: one line declares them, and one sets them after the leading statements. Its
 * base has no constructor: the runtime sets the base as prototype, and an interface declares it to TypeScript.
 */
function recordText(
  { name, extends: base, comment }: ClassDeclaration,
  { parameters: fields, body: first }: Constructor,
): string {
  const declared = fields.map((field) => code`readonly ${field.name}: ${field.type};`);
  const taken = fields.map((field) => code`${field.name}: ${field.type}`);
  const set = fields.map((field) => code`this.${field.name} = ${field.name};`);
  const body = code`interface ${name} extends ${base} {}
class ${name} {
${joined(declared, ' ')}
constructor(${joined(taken, ', ')}) {
${first}
${joined(set, ' ')}
}
}`;
  return (comment === null ? body : code`\n${comment}\n${body}`).text;
}

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
              statements: [constructorBody(declaration.constructor_).text],
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
    case 'statements':
      return declaration.code.text;
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
      return declaration.constructor_?.fields === true
        ? recordText(declaration, declaration.constructor_)
        : classStructure(declaration);
  }
}

function importDeclaration({ values, types }: GeneratedModule['imports']): StatementStructures {
  const named = (names: ReadonlyMap<string, Code>, isTypeOnly: boolean) =>
    sortedNames(names).map(({ name, local }) => ({
      name: name.text,
      isTypeOnly,
      ...(local.text === name.text ? {} : { alias: local.text }),
    }));
  return {
    kind: StructureKind.ImportDeclaration,
    moduleSpecifier: RUNTIME_MODULE,
    namedImports: [...named(values, false), ...named(types, true)],
  };
}

/** The text of a generated module for readers: ts-morph builds and formats it, nothing is type-checked. */
export function moduleText({ header, imports, declarations }: GeneratedModule): string {
  const project = new Project({
    useInMemoryFileSystem: true,
    skipLoadingLibFiles: true,
    manipulationSettings: { indentationText: IndentationText.TwoSpaces },
  });
  const file = project.createSourceFile('matcher.ts', {
    statements: [header.text, importDeclaration(imports), ...declarations.map(structure)],
  });
  file.formatText({ indentSize: 2, ensureNewLineAtEndOfFile: true });
  return file.getFullText();
}
