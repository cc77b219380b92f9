/** Shapes of the pictures in docs/pictures: boxes with text and arrows, in colours that are readable in both themes. */

/** Colours of a box: neutral, a rule or a decider, an allowed outcome, a denied one, one that a person decides. */
type Kind = 'box' | 'rule' | 'out' | 'deny' | 'wait';

export interface Picture {
  readonly width: number;
  readonly height: number;
  /** A sentence that describes the picture: its title, and the alternative text of pages. */
  readonly title: string;
  readonly shapes: readonly string[];
}

const STYLE = `
    .box { fill: #f6f8fa; stroke: #8c959f }
    .rule { fill: #ddf4ff; stroke: #0969da }
    .out { fill: #dafbe1; stroke: #1a7f37 }
    .deny { fill: #ffebe9; stroke: #cf222e }
    .wait { fill: #fff8c5; stroke: #9a6700 }
    text { fill: #1f2328 }
    .small { font-size: 12px; fill: #59636e }
    .code { font-family: ui-monospace, monospace; font-size: 12px }
    .line { stroke: #59636e; fill: none; stroke-width: 1.5; marker-end: url(#arrow) }
    .rail { stroke: #59636e; fill: none; stroke-width: 1.5; stroke-dasharray: 4 4 }
    @media (prefers-color-scheme: dark) {
      .box { fill: #161b22; stroke: #656d76 }
      .rule { fill: #0c2d6b; stroke: #58a6ff }
      .out { fill: #033a16; stroke: #3fb950 }
      .deny { fill: #490202; stroke: #f85149 }
      .wait { fill: #3d2e00; stroke: #d29922 }
      text { fill: #e6edf3 }
      .small { fill: #9198a1 }
      .line, .rail { stroke: #9198a1 }
      .head { fill: #9198a1 }
    }
  `;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A box with a title and lines below it; lines that begin with a backtick are code. */
export function box(
  kind: Kind,
  [x, y, width, height]: readonly [number, number, number, number],
  title: string,
  lines: readonly string[] = [],
): string {
  const rect = `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="8" />`;
  const head =
    title === '' ? [] : [`<text x="${x + 14}" y="${y + 24}" font-weight="600">${escaped(title)}</text>`];
  const from = title === '' ? y + 24 : y + 48;
  return [rect, ...head, ...lines.map((line, i) => label(line, [x + 14, from + i * 22]))].join('\n  ');
}

/** A line of small text; one that begins with a backtick is code. */
export function label(text: string, [x, y]: readonly [number, number]): string {
  const isCode = text.startsWith('`');
  return `<text class="${isCode ? 'code' : 'small'}" xml:space="preserve" x="${x}" y="${y}">${escaped(isCode ? text.slice(1) : text)}</text>`;
}

/** An arrow along the path. */
export const arrow = (path: string): string => `<path class="line" d="${path}" />`;

/** A dashed line along the path, from a name to what it names. */
export const rail = (path: string): string => `<path class="rail" d="${path}" />`;

/** The picture as SVG. */
export function drawn({ width, height, title, shapes }: Picture): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title" font-family="system-ui, sans-serif" font-size="14">
  <title id="title">${escaped(title)}</title>
  <style>${STYLE}</style>
  <defs>
    <marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
      <path class="head" d="M0 0 8 4 0 8z" fill="#59636e" />
    </marker>
  </defs>
  ${shapes.join('\n  ')}
</svg>
`;
}
