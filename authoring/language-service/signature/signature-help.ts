import type { MarkupContent, PositionParams } from '../protocol/types.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { callAt, type CallAt } from './call-at.ts';
import { signaturesOf, type Signature } from './signatures.ts';

interface SignatureHelp {
  readonly signatures: readonly {
    readonly label: string;
    readonly documentation: MarkupContent;
    readonly parameters: readonly { readonly label: readonly [start: number, end: number] }[];
    readonly activeParameter?: number;
  }[];
  readonly activeSignature: 0;
  readonly activeParameter: number;
}

/** `textDocument/signatureHelp`: the operator, function or aggregate whose arguments the cursor is among. */
export function signatureHelp(
  workspace: Workspace,
  { textDocument, position }: PositionParams,
): SignatureHelp | null {
  const document = workspace.find(textDocument.uri);
  const ruleset = document && workspace.rulesetOf(document);
  if (document?.kind !== 'ruleset' || ruleset === null) return null;
  const call = callAt(document.text, document.lines.offsetAt(position));
  const found = call === null ? [] : signaturesOf(call, ruleset);
  const [first] = found;
  if (call === null || first === undefined) return null;
  return {
    signatures: found.map((one) => {
      const label = labelOf(one, call);
      return {
        label: label.text,
        documentation: { kind: 'markdown', value: one.documentation },
        parameters: label.parameters.map((range) => ({ label: range })),
        activeParameter: activeOf(one, call),
      };
    }),
    activeSignature: 0,
    activeParameter: activeOf(first, call),
  };
}

/** The signature as it is written, and the place of each parameter in it, in UTF-16 units as the protocol wants. */
function labelOf({ name, parameters }: Signature, { isClips }: CallAt) {
  let text = isClips ? `(${name}` : `${name}(`;
  const places: (readonly [number, number])[] = [];
  for (const [i, parameter] of parameters.entries()) {
    if (isClips) text += ' ';
    else if (i > 0) text += ', ';
    places.push([text.length, text.length + parameter.length]);
    text += parameter;
  }
  return { text: `${text})`, parameters: places };
}

/** Behind the last parameter no parameter is active. */
function activeOf({ parameters, isOpen, isNamed }: Signature, { argument, written }: CallAt): number {
  if (isNamed === true) {
    const name = /^\s*([\w-]+)/.exec(written)?.[1];
    const named = parameters.findIndex((one) => one.startsWith(`${name} `));
    if (named !== -1) return named;
  }
  return isOpen === true ? Math.min(argument, parameters.length - 1) : argument;
}
