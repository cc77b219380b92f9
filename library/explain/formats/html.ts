import { missingText } from '../missing-text.ts';
import type { Explanation } from '../explanation.ts';
import { nearestRows } from './nearest-rows.ts';
import { oneWhyNot, textFormat } from './text.ts';
import { factText, flipText, placeText, type ExplanationFormat } from './words.ts';

const STYLE =
  'body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em}' +
  'pre{background:#8881;padding:1em;overflow:auto}table{border-collapse:collapse}' +
  'td,th{text-align:left;padding:.2em .8em;border-bottom:1px solid #8884;vertical-align:top}' +
  'details{margin:.3em 0}summary{cursor:pointer}';

/** One page without scripts and without anything from a network. */
export const htmlFormat: ExplanationFormat = {
  name: 'html',
  write(explanation) {
    const { ruleset, decision, reason, missing = [] } = explanation;
    const unknown = missing.map((one) => `<p>${escaped(missingText(one))}</p>`).join('');
    const title = `${ruleset}: ${decision ?? 'no decision'}`;
    const why = textFormat.write({ ...explanation, not_fired: [], flips: undefined } as Explanation);
    return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(decision ?? 'no decision')}</h1><p>${escaped(reason ?? '')}</p>${unknown}
<h2>Why</h2><pre>${escaped(why)}</pre>
<h2>Facts</h2><table><tr><th>Fact</th><th></th><th>From</th></tr>
${factRows(explanation)}
</table>
<h2>Rules that did not fire</h2>
${asleep(explanation)}
${flips(explanation)}</body></html>
`;
  },
};

/** Text of a ruleset or a request in a page: it can end no element and open none. */
export function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
  };
  return text.replace(/[&<>"]/g, (one) => entities[one] ?? one);
}

function factRows({ facts, firings }: Explanation): string {
  return facts
    .map((fact) => {
      const from = fact.derived_by === null ? 'given' : (firings[fact.derived_by]?.rule ?? '');
      return `<tr><td>${fact.id}</td><td><code>${escaped(factText(fact))}</code></td><td>${escaped(from)}</td></tr>`;
    })
    .join('\n');
}

function asleep(explanation: Explanation): string {
  return nearestRows(explanation.not_fired)
    .shown.map((why) => {
      const head = `${escaped(why.rule)} <small>${escaped(placeText(why.place))}</small>`;
      const body = escaped(oneWhyNot(explanation, why).slice(1).join('\n'));
      return `<details><summary>${head}</summary><pre>${body}</pre></details>`;
    })
    .join('\n');
}

function flips({ flips: told }: Explanation): string {
  if (told === undefined) return '';
  const items = told.found.map((flip) => `<li>${escaped(flipText(flip))}</li>`);
  const list = items.length === 0 ? '<p>No change was found.</p>' : `<ul>${items.join('\n')}</ul>`;
  return `<h2>What would change it</h2>\n${list}\n`;
}
