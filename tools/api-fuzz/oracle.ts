import { Engine } from '../../library/node/engine.ts';
import type { DrawnValues } from './draw-document.ts';
import { policyText } from './policy.ts';

/** Returns whether the engine allows exactly these values. */
export async function createOracle(): Promise<(exact: DrawnValues['exact']) => boolean> {
  const engine = await Engine.fromSources([{ path: 'call.yaml', text: policyText('call') }]);
  return ({ n, s }) => {
    if (n === null) return false;
    try {
      const facts = [{ template: 'request', data: { n, s } }];
      return engine.evaluate({ scoped: true, facts }).decision === 'allow';
    } catch {
      return false;
    }
  };
}
