/** Types and sorts of operands, as far as they are known. */
import { find, typeVariable, type TypeVariable } from './document/type-variable.ts';
import type { QuantifierValue, Resolved } from './resolved.ts';
import { resultSort, type Sort } from './time-sorts.ts';
import { valueFunction, type ResultType } from './value-functions.ts';
import type { ConstantInfo, TypeWord } from './vocabulary.ts';

/** The type of an operand, open if it is that of a path; null if nothing is known of it. */
export function typeOf(expression: Resolved): TypeVariable | null {
  switch (expression.kind) {
    case 'literal':
      return literalType(expression.value.kind);
    case 'path':
      return expression.node.type;
    case 'slot':
      return fixed(expression.slot.type);
    case 'variable': {
      const { binding } = expression;
      const type = binding.kind === 'each' ? binding.slot.type : binding.type;
      return type === null ? typeVariable({ weak: 'number' }) : fixed(type);
    }
    case 'now':
      return fixed('time');
    case 'constant':
      return expression.constant.kind === 'single' ? constantType(expression.constant) : null;
    case 'lookup':
      return constantType(expression.constant);
    case 'coalesce':
      return expression.path.node.type;
    case 'arithmetic': {
      const sort = sortOf(expression);
      if (sort === 'duration') return null;
      return sort === 'time' ? fixed('time') : typeVariable({ weak: 'number' });
    }
    case 'negative':
      return typeVariable({ weak: 'number' });
    case 'quantifier':
      return aggregateType(expression);
    case 'call': {
      const result = valueFunction(expression)?.result ?? null;
      if (result !== null) return resultType(result);
      if (expression.name.value === 'str-cat') return typeVariable({ weak: 'text' });
      return expression.name.value === 'size' ? typeVariable({ weak: 'number' }) : null;
    }
    default:
      return null;
  }
}

/** The least or greatest of times is a time. */
function aggregateType({ quantifier, args }: QuantifierValue): TypeVariable {
  const taken = quantifier.value === 'min' || quantifier.value === 'max' ? args.at(-1) : undefined;
  return taken !== undefined && sortOf(taken) === 'time' ? fixed('time') : typeVariable({ weak: 'number' });
}

const resultType = (type: ResultType): TypeVariable =>
  type === 'text' || type === 'number' ? typeVariable({ weak: type }) : fixed(type);

const fixed = (type: TypeWord): TypeVariable => typeVariable({ hard: type });

function literalType(kind: 'text' | 'number' | 'boolean' | 'duration'): TypeVariable | null {
  if (kind === 'boolean') return fixed('boolean');
  return kind === 'duration' ? null : typeVariable({ weak: kind });
}

function constantType({ sort }: ConstantInfo): TypeVariable | null {
  if (sort === null) return null;
  if (sort === 'boolean') return fixed('boolean');
  return typeVariable({ weak: sort === 'text' ? 'text' : 'number' });
}

/** The sort of an operand, as far as uses so far say it. */
export function sortOf(expression: Resolved): Sort {
  switch (expression.kind) {
    case 'literal':
      return expression.value.kind === 'duration'
        ? 'duration'
        : expression.value.kind === 'number'
          ? 'number'
          : null;
    case 'arithmetic': {
      const sort = resultSort(expression.sign.value, sortOf(expression.left), sortOf(expression.right));
      return sort === 'wrong' ? null : sort;
    }
    case 'negative':
      return sortOf(expression.operand);
    default: {
      const type = typeOf(expression);
      if (type === null) return null;
      const { hard, weak } = find(type);
      if (hard === 'time') return 'time';
      return hard === 'integer' || hard === 'float' || weak === 'number' ? 'number' : null;
    }
  }
}
