import type { FolderLedger } from '../../store/budgets/open-ledger.ts';
import type { Decider } from './decider.ts';
import type { GateOptions } from './gate.ts';
import { ledgerWarning } from './ledger-warning.ts';
import { localDecider, type DecidingEngine } from './local-decider.ts';
import { remoteDecider, type RemoteOptions } from './remote-decider.ts';

/** An engine in this process. */
export interface LocalGate {
  readonly engine: DecidingEngine;
  /** Counts what budgets limit, from `openLedger` of `ferrule/ledger`. A ruleset with budgets needs it. */
  readonly ledger?: FolderLedger;
  /** Receives the warning that the agent's user can write the ledger (default: `process.emitWarning`, once). */
  readonly onWarning?: (text: string) => void;
}

/** Throws TypeError for a ruleset with budgets without a ledger, and for a ledger that nothing would count on. */
export function deciderOf(options: GateOptions): Decider {
  const { decider, engine, ledger, onWarning } = options as Partial<LocalGate> & {
    readonly decider?: Decider;
  };
  if (ledger !== undefined && (decider || !engine))
    throw new TypeError('`ledger` needs `engine`: a service counts by itself');
  if (decider) return decider;
  const handled = Object.keys(options.obligations ?? {});
  if (engine && ledger !== undefined) ledgerWarning(ledger.folder, onWarning);
  return engine
    ? localDecider(engine, { ledger, handled })
    : remoteDecider(options as RemoteOptions, options.mode ?? 'enforce', handled);
}
