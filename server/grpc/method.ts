import type { Answer } from '../service/http/answer.ts';
import type { Route } from '../service/routes/route.ts';
import type { Message } from './definitions.ts';

/** A request as the route it stands for takes it. */
export interface Asked {
  /** JSON text. */
  readonly body?: string;
  readonly parameters?: Readonly<Record<string, string>>;
  /** Members that are undefined are left out. */
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** One method that stands for a route: who may use it and what it does is the route's business. */
export interface UnaryMethod {
  readonly name: string;
  readonly route: Route;
  /** Throws ServiceError. */
  readonly ask: (request: Message) => Asked;
  readonly tell: (answer: Answer) => object;
}

/** Types of messages are those of the .proto file. */
export function unary<Request extends object>(
  name: string,
  route: Route,
  ask: (request: Request) => Asked,
  tell: UnaryMethod['tell'],
): UnaryMethod {
  return { name, route, ask: (request) => ask(request as Request), tell };
}
