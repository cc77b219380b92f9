import type { MetricsPort } from '../../metrics/service-metrics.ts';
import { EXPOSITION_TYPE } from '../../metrics/exposition.ts';
import { MetricsResponse } from '../probes.ts';
import type { Route } from '../route.ts';

/** Writes the metrics of the service and of its parts. */
export interface WritesMetrics extends MetricsPort {
  readonly metrics: { readonly write: (port: MetricsPort) => string };
}

export const metrics: Route<WritesMetrics> = {
  method: 'GET',
  url: '/metrics',
  path: '/metrics',
  summary: 'Metrics in the text format of Prometheus',
  operationId: 'metrics',
  access: 'metrics',
  envelope: 'plain',
  body: 'none',
  cap: 'body',
  request: null,
  response: MetricsResponse,
  parameters: [],
  errors: [401],
  handle: (_call, services) => ({
    status: 200,
    body: services.metrics.write(services),
    headers: { 'content-type': EXPOSITION_TYPE },
  }),
};
