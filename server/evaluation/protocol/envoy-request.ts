/** A request to check as Envoy describes it, and as the worker that decides it gets it. */

export interface EnvoyPeer {
  readonly address: string | null;
  readonly port: number | null;
  readonly service: string;
  readonly principal: string;
  readonly labels: Readonly<Record<string, string>>;
}

export interface EnvoyHttp {
  readonly id: string;
  readonly method: string;
  readonly scheme: string;
  readonly host: string;
  /** With its query. */
  readonly path: string;
  readonly protocol: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the whole body, or -1. */
  readonly size: number;
}

/** A request as a worker gets it, without its body: that is the body of the job. */
export interface EnvoyJob {
  readonly ruleset: string;
  readonly request: EnvoyRequest;
  /** Name of the token in the request itself, if its approval must record it; else `null`. */
  readonly named: string | null;
}

export interface EnvoyRequest {
  readonly source: EnvoyPeer | null;
  readonly destination: EnvoyPeer | null;
  readonly http: EnvoyHttp;
  readonly contextExtensions: Readonly<Record<string, string>>;
  /** JSON values, by filter. */
  readonly metadata: Readonly<Record<string, unknown>>;
  readonly sni: string;
}
