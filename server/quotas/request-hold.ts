import type { ServiceError } from '../../library/errors.ts';
import type { Account } from './account.ts';
import type { Connection } from './connections.ts';
import type { Quotas } from './quotas.ts';

/** Resources of one request until it ends: its place among those in flight, and bytes. */
export class RequestHold {
  private readonly quotas: Quotas;
  private readonly token: Account;
  private readonly connection: Connection | null;
  private bytes = 0;
  private ended = false;

  private constructor(quotas: Quotas, token: Account, connection: Connection | null) {
    this.quotas = quotas;
    this.token = token;
    this.connection = connection;
  }

  /** Begins a request of this token, or returns the error that names the limit reached. */
  static begin(quotas: Quotas, actor: string, connection: Connection | null): RequestHold | ServiceError {
    const token = quotas.accountOf(actor);
    const refusal = quotas.take('requests', token, connection?.account ?? null, 1);
    if (refusal !== null) return refusal;
    if (connection !== null) connection.usedAt = Date.now();
    return new RequestHold(quotas, token, connection);
  }

  /** Reserves bytes that arrived, or returns the error that names the limit reached. */
  takeBytes(amount: number): ServiceError | null {
    if (this.ended) return null;
    const refusal = this.quotas.take('bytes', this.token, null, amount);
    if (refusal === null) this.bytes += amount;
    return refusal;
  }

  /** Reserves bytes that are already in use, even beyond the limit; then the next request is refused. */
  forceBytes(amount: number): void {
    if (this.ended) return;
    this.quotas.force('bytes', this.token, amount);
    this.bytes += amount;
  }

  giveBytes(amount: number): void {
    if (this.ended) return;
    this.quotas.give('bytes', this.token, null, amount);
    this.bytes -= amount;
  }

  /** Returns everything. Calling it again does nothing. */
  end(): void {
    if (this.ended) return;
    if (this.bytes !== 0) this.giveBytes(this.bytes);
    this.ended = true;
    this.quotas.give('requests', this.token, this.connection?.account ?? null, 1);
    if (this.connection !== null) this.connection.usedAt = Date.now();
  }
}
