import type { YamlNode } from './yaml-node.ts';

/** Characters of what a message shows of a value. */
const LONGEST = 120;

/** A value of a ruleset as one line of YAML; null if that would be too long to show. */
export function writeNode(node: YamlNode): string | null {
  const text = write(node);
  return text.length > LONGEST || text.includes('\n') ? null : text;
}

function write(node: YamlNode): string {
  switch (node.kind) {
    case 'broken':
      return '…';
    case 'map':
      if (node.entries.size === 0) return '{}';
      return `{ ${[...node.entries.values()].map(({ key, value }) => `${key.value}: ${write(value)}`).join(', ')} }`;
    case 'list':
      return `[${node.items.map(write).join(', ')}]`;
    case 'scalar':
      return node.style === 'plain' || /^[\w.$-]+$/.test(node.scalar.text)
        ? node.scalar.text
        : JSON.stringify(node.scalar.text);
  }
}
