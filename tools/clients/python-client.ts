/** Writes clients/python/ferrule_client/_api.py: the types and the methods of the client in Python. */
import {
  answerKeys,
  nameOf,
  resolve,
  type ApiModel,
  type ApiOperation,
  type ApiSchema,
} from './api-model.ts';
import { declareObject, KEYWORDS, pythonType, text, type Declarations } from './python-types.ts';
import { LASTING, NOT_BEGUN, repeatOf } from './repeatable.ts';

const HEAD = `"""Written by \`npm run generate\` from the interface description of the service. Do not edit."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union

from ._transport import UNSET, CallOptions, Operation, Transport

# Codes of refusals before anything was begun.
NOT_BEGUN = frozenset(${text(NOT_BEGUN)})

# Codes of a 503 that the same request would get again.
LASTING = frozenset(${text(LASTING)})
`;

/** Names that every method has. */
const TAKEN: ReadonlySet<string> = new Set(['self', 'call']);

/** A name of the interface description as Python writes names: `readSession` is `read_session`. */
function pythonName(name: string): string {
  const snake = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return KEYWORDS.has(snake) || TAKEN.has(snake) ? `${snake}_` : snake;
}

interface Argument {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
}

const declare = ({ name, type, isRequired }: Argument): string =>
  isRequired ? `${name}: ${type}` : `${name}: ${type} = UNSET`;

/** The members of a body are arguments of their own; a body without named members is one argument. */
function bodyArguments(
  model: ApiModel,
  { id, body }: ApiOperation,
  declared: Declarations,
): { readonly taken: readonly Argument[]; readonly value: string } {
  if (body === null) return { taken: [], value: 'UNSET' };
  const schema: ApiSchema = resolve(model, body);
  const typeName = body.$ref === undefined ? `${pascal(id)}Request` : nameOf(body.$ref);
  if (schema.properties === undefined) {
    return {
      taken: [{ name: 'body', type: pythonType(body, typeName, declared), isRequired: true }],
      value: 'body',
    };
  }
  const taken = Object.entries(schema.properties).map(([name, member]) => ({
    name: pythonName(name),
    type: pythonType(member, pascal(`${typeName}_${name}`), declared),
    isRequired: schema.required?.includes(name) === true,
  }));
  const members = Object.keys(schema.properties).map((name) => `${text(name)}: ${pythonName(name)}`);
  return { taken, value: `{${members.join(', ')}}` };
}

function pascal(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function method(model: ApiModel, operation: ApiOperation, declared: Declarations): string {
  const { id, method: verb, path, summary, parameters, answer, isOpen } = operation;
  const own = parameters.map(({ name, in: place }) => ({
    name: pythonName(name),
    type: 'str',
    isRequired: place === 'path',
  }));
  const { taken, value } = bodyArguments(model, operation, declared);
  const all = [...own, ...taken];
  const names = new Set(all.map(({ name }) => name));
  if (names.size < all.length) throw new Error(`two arguments of ${id} have one name`);
  const sorted = [...all.filter(({ isRequired }) => isRequired), ...all.filter((one) => !one.isRequired)];
  const places = (place: string): string => {
    const rows = parameters.filter((parameter) => parameter.in === place);
    return `{${rows.map(({ name }) => `${text(name)}: ${pythonName(name)}`).join(', ')}}`;
  };
  const isText = resolve(model, answer).type === 'string';
  return `    def ${pythonName(id)}(
        self,
        *,
${sorted.map((argument) => `        ${declare(argument)},\n`).join('')}        call: Optional[CallOptions] = None,
    ) -> ${pythonType(answer, `${pascal(id)}Response`, declared)}:
        """${summary}: ${verb} ${path}"""
        return self._send(
            Operation(
                method=${text(verb)},
                path=${text(path)},
                is_open=${isOpen ? 'True' : 'False'},
                is_text=${isText ? 'True' : 'False'},
                keys=(${answerKeys(model, operation)
                  .map((key) => `${text(key)}, `)
                  .join('')}),
                repeat=${text(repeatOf(id, verb))},
            ),
            path=${places('path')},
            query=${places('query')},
            headers=${places('header')},
            body=${value},
            call=call,
        )
`;
}

/** The module as text. Throws when two arguments of one method would have one name. */
export function pythonClient(model: ApiModel): string {
  const declared: Declarations = new Map();
  for (const [name, schema] of Object.entries(model.schemas)) {
    if (schema.properties !== undefined) declareObject(schema, name, declared);
    else {
      const type = pythonType(schema, name, declared);
      declared.set(name, `${name} = ${type}\n`);
    }
  }
  const methods = model.operations.map((operation) => method(model, operation, declared));
  return [
    HEAD,
    ...declared.values(),
    `class Client(Transport):
    """One method for each operation of the service; arguments are given by name."""

    _not_begun = NOT_BEGUN
    _lasting = LASTING

${methods.join('\n')}`,
  ].join('\n\n');
}
