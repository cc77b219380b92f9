import type { RouteParameter } from '../route.ts';

/** Query parameters of the Data API. */
export const DATA_PARAMETERS: readonly RouteParameter[] = [
  {
    name: 'path',
    in: 'path',
    description: 'Name of a ruleset; a last segment `allow` or `deny` returns a boolean.',
  },
  {
    name: 'template',
    in: 'query',
    description: 'Template of the fact that the input becomes. Default: input.',
  },
  { name: 'pretty', in: 'query', description: 'Indents the response.' },
  { name: 'metrics', in: 'query', description: 'Adds timers in nanoseconds.' },
  { name: 'provenance', in: 'query', description: 'Adds the version and the hash of the ruleset.' },
  {
    name: 'include',
    in: 'query',
    description: 'Parts to add to the whole decision: `firings`, `facts`, comma-separated.',
  },
  { name: 'explain', in: 'query', description: '`notes` or `full` adds the rules that fired.' },
];

export const INPUT_PARAMETER: RouteParameter = {
  name: 'input',
  in: 'query',
  description:
    'The input as JSON text. Query strings may be logged on the way: sensitive input belongs in a body.',
};
