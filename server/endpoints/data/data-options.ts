import { INCLUDABLE, type Included } from '../../../runtime/engine/evaluation-result.ts';

/** The query parameters of the Data API; unknown ones are ignored. */
export interface DataOptions {
  /** Template of the fact that the input becomes. */
  readonly template: string;
  /** Text of the input (GET), or null. */
  readonly input: string | null;
  readonly pretty: boolean;
  readonly metrics: boolean;
  readonly provenance: boolean;
  /** Additional parts of the whole decision. */
  readonly include: readonly Included[];
  readonly explain: 'off' | 'notes' | 'full';
}

export const DEFAULT_TEMPLATE = 'input';

/** Reads a raw query string. Of repeated parameters the last counts. */
export function readDataOptions(query: string): DataOptions {
  const parameters = new Map(new URLSearchParams(query));
  const explain = parameters.get('explain');
  return {
    template: parameters.get('template') || DEFAULT_TEMPLATE,
    input: parameters.get('input') ?? null,
    pretty: isOn(parameters.get('pretty')),
    metrics: isOn(parameters.get('metrics')) || isOn(parameters.get('instrument')),
    provenance: isOn(parameters.get('provenance')),
    include: readIncluded(parameters.get('include')),
    explain: explain === 'full' || explain === 'notes' ? explain : 'off',
  };
}

const NOTHING: readonly Included[] = [];

/** Names separated by commas; unknown ones are ignored, as unknown parameters are. */
function readIncluded(value: string | undefined): readonly Included[] {
  if (value === undefined) return NOTHING;
  const names = value.split(',');
  return INCLUDABLE.filter((name) => names.includes(name));
}

/** Present without a value is on, as Open Policy Agent reads it. */
function isOn(value: string | undefined): boolean {
  return value !== undefined && (value === '' || value.toLowerCase() === 'true');
}
