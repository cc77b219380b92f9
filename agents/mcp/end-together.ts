import type { Wire } from './message.ts';

interface TwoEnds {
  readonly client: Wire;
  readonly upstream: Wire;
  /** Called once, before either end is closed. */
  readonly before: () => void;
}

/**
 * Closes both ends of a relay when one of them closes. Resolves when both have closed.
 *
 * An HTTP transport reports its closing each time it is closed, so only the first report of either end counts.
 */
export function endTogether({ client, upstream, before }: TwoEnds): Promise<void> {
  return new Promise((resolve) => {
    let isEnding = false;
    const end = (): void => {
      if (isEnding) return;
      isEnding = true;
      before();
      void Promise.allSettled([client.close(), upstream.close()]).then(() => resolve());
    };
    client.onclose = end;
    upstream.onclose = end;
  });
}
