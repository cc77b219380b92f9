import { FUNCTIONS } from '../functions/table.ts';
import type { Expression, FunctionDefinition } from './expression.ts';
import { partsOf } from './variables.ts';

type Names = ReadonlySet<string>;

/** State where control never comes: everything holds there. */
const UNREACHABLE = null;
type State = Names | typeof UNREACHABLE;

/**
 * Variables of a function that may be read before `bind` gave them a value: their reads are checked when the code
 * runs. A variable that some `bind` unbinds is always among them; a parameter never is.
 */
export function mayBeUnbound(definition: FunctionDefinition): Names {
  const parameters = new Set(definition.parameters);
  if (definition.wildcard !== null) parameters.add(definition.wildcard);
  const found = new Set<string>();
  const flow = new Flow(found);
  flow.all(definition.body, parameters, new Set());
  definition.body.forEach((action) => addUnbound(action, found));
  for (const name of parameters) found.delete(name);
  return found;
}

function addUnbound(action: Expression, found: Set<string>): void {
  if (action.kind === 'bind' && action.values.length === 0) found.add(action.name);
  for (const part of partsOf(action)) addUnbound(part, found);
}

/** One walk over a function in the order in which it runs; `found` collects what is read too early. */
class Flow {
  readonly #found: Set<string>;
  constructor(found: Set<string>) {
    this.#found = found;
  }

  all(actions: readonly Expression[], start: State, shadowed: Names): State {
    return actions.reduce((state, action) => this.after(action, state, shadowed), start);
  }

  /** Variables bound after an expression; `shadowed` are the variables of enclosing loops. */
  after(expression: Expression, state: State, shadowed: Names): State {
    switch (expression.kind) {
      case 'variable':
        if (state !== UNREACHABLE && !state.has(expression.name) && !shadowed.has(expression.name)) {
          this.#found.add(expression.name);
        }
        return state;
      case 'bind': {
        const values = this.all(expression.values, state, shadowed);
        return values === UNREACHABLE ? values : new Set([...values, expression.name]);
      }
      case 'return':
        this.after(expression.value, state, shadowed);
        return UNREACHABLE;
      case 'break':
        return UNREACHABLE;
      case 'if': {
        const test = this.after(expression.test, state, shadowed);
        return meet(this.all(expression.then, test, shadowed), this.all(expression.else, test, shadowed));
      }
      case 'switch': {
        let values = this.after(expression.subject, state, shadowed);
        let end: State = UNREACHABLE;
        for (const { value, body } of expression.cases) {
          values = this.after(value, values, shadowed);
          end = meet(end, this.all(body, values, shadowed));
        }
        return meet(end, this.all(expression.default ?? [], values, shadowed));
      }
      case 'while': {
        const test = this.after(expression.test, state, shadowed);
        this.all(expression.body, test, shadowed);
        return test;
      }
      case 'loop-for-count': {
        const range = this.all([expression.from, expression.to], state, shadowed);
        this.all(expression.body, range, withNames(shadowed, [expression.variable]));
        return range;
      }
      case 'foreach': {
        const list = this.after(expression.list, state, shadowed);
        const { variable } = expression;
        this.all(expression.body, list, withNames(shadowed, [variable, variable && variable + '-index']));
        return list;
      }
      case 'fact-query': {
        const inner = withNames(
          shadowed,
          expression.sets.map(({ variable }) => variable),
        );
        this.all([expression.test, ...expression.body], state, inner);
        return state;
      }
      case 'call': {
        if (!FUNCTIONS.get(expression.name)?.lazy) return this.all(expression.args, state, shadowed);
        // Only the first argument is certainly evaluated.
        const [first, ...rest] = expression.args;
        const certain = first ? this.after(first, state, shadowed) : state;
        this.all(rest, certain, shadowed);
        return certain;
      }
      default:
        return this.all(partsOf(expression), state, shadowed);
    }
  }
}

function meet(a: State, b: State): State {
  if (a === UNREACHABLE) return b;
  return b === UNREACHABLE ? a : new Set([...a].filter((name) => b.has(name)));
}

function withNames(names: Names, added: readonly (string | null)[]): Names {
  return new Set([...names, ...added.filter((name) => name !== null)]);
}
