/** Text of others. What is invisible or reorders a line is shown as an escape, set apart from the text around it. */
import { shownJson, visible } from '../../library/shown-text.ts';

const ESCAPE = /(\\(?:u[0-9a-fA-F]{4}|.))/;

function Escapes({ text }: { readonly text: string }) {
  return (
    <>
      {text.split(ESCAPE).map((part, i) =>
        i % 2 === 0 || part === '\\"' || part === '\\\\' ? (
          part
        ) : (
          <span key={i} class="escape">
            {part}
          </span>
        ),
      )}
    </>
  );
}

/** A text on one line. A backslash of its own is doubled, so that it is no escape. */
export function Shown({ text }: { readonly text: string }) {
  const shown = visible(text);
  return shown === text ? <>{text}</> : <Escapes text={visible(text.replace(/\\/g, '\\\\'))} />;
}

/** A text of JSON on one line. */
export function ShownText({ json }: { readonly json: string }) {
  return <Escapes text={visible(json)} />;
}

/** A JSON value whole, with every digit. Lines have numbers, so that no text in it can pass for a line of its own. */
export function ShownJson({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <pre class="json" aria-label={label} role="group" tabIndex={0}>
      {shownJson(value)
        .split('\n')
        .map((line, i) => {
          const indent = /^ */.exec(line)?.[0].length ?? 0;
          return (
            <code key={i} class={`json-line json-indent-${Math.min(indent / 2, MOST_INDENT)}`}>
              <Escapes text={`${line}\n`} />
            </code>
          );
        })}
    </pre>
  );
}

/** Deeper lines are indented like these when they wrap. */
const MOST_INDENT = 8;
