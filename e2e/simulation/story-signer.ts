// The signer of a story: the guard and the payment log of the product's own signer, over a file that survives every kill. Chains in memory
// need no keys, so this signer returns only the permission to sign.
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type SignedTransfer,
  SigningRefusedError,
  SigningTooEarlyError,
  type UnsignedTransfer,
} from '@glasspool/chains';
import { CURRENCY_OF, type Network } from '@glasspool/core';
import type { ManualClock } from '@glasspool/core/testing';
import type { Database } from '@glasspool/db';
import type { PoolSettings } from '@glasspool/pool/deps';
import type { SimChain } from '@glasspool/pool/testing';
import { assertMaySign } from '../../apps/server/src/signer/guard.ts';
import { PaymentLog } from '../../apps/server/src/signer/payment-log.ts';
import type { Counters } from './counters.ts';
import { PLACE } from './database.ts';
import type { Scheduler } from './scheduler.ts';
import { FaultError } from './violation.ts';

type Intent = Parameters<SimChain['signTransfer']>[0];

/** Parts of the world that a story's signer uses. */
interface Given {
  readonly clock: ManualClock;
  readonly counters: Counters;
  readonly scheduler: Scheduler;
  readonly readDatabase: () => Database;
  readonly chain: (network: Network) => SimChain;
  readonly caps: Pick<PoolSettings, 'withdrawalDailyCapMicro' | 'operatorDailyCapMicro'>;
}

export class StorySigner {
  readonly #given: Given;
  readonly #folder = mkdtempSync(join(PLACE, 'glasspool-signer-'));
  #payments: PaymentLog | undefined;

  constructor(given: Given) {
    this.#given = given;
  }

  get isRunning(): boolean {
    return this.#payments !== undefined;
  }

  /** Starts the signer, as after a kill: it reads everything that it knows from its file. */
  async start(): Promise<void> {
    this.#payments ??= await PaymentLog.open(join(this.#folder, 'payments.log'), this.#given.clock.now());
  }

  stop(): void {
    this.#payments?.[Symbol.dispose]();
    this.#payments = undefined;
  }

  close(): void {
    this.stop();
    rmSync(this.#folder, { recursive: true });
  }

  /**
   * Decides whether the signer may give out `signed`. Signs nothing itself.
   *
   * @throws SigningRefusedError and its subclasses, as the product's signer does; FaultError while the signer is away.
   */
  async assertMaySign(network: Network, intent: Intent, signed: SignedTransfer): Promise<void> {
    const { scheduler, counters } = this.#given;
    await scheduler.point();
    const payments = this.#payments;
    if (payments === undefined) {
      counters.count('signer away when asked');
      throw new FaultError('The signer is away.');
    }
    try {
      await this.#ask(payments, network, { intent, signed });
      this.#assertRuns(payments);
    } catch (error) {
      this.#assertRuns(payments);
      if (error instanceof SigningRefusedError) counters.count('signer refused');
      if (error instanceof SigningTooEarlyError) counters.count('signer refused: it can still happen');
      throw error;
    }
    counters.count('signer signed');
    await scheduler.point();
  }

  /** Fails when the signer was killed during a request: it gives no answer, even if it had written its log by then. */
  #assertRuns(payments: PaymentLog): void {
    if (this.#payments === payments) return;
    this.#given.counters.count('signer killed while asked');
    throw new FaultError('The signer ended before it answered.');
  }

  async #ask(
    payments: PaymentLog,
    network: Network,
    { intent, signed }: { intent: Intent; signed: SignedTransfer },
  ): Promise<void> {
    const { chain, clock, readDatabase, caps } = this.#given;
    const { fromIndex: index, subject = null, to, units, currency, nonce, data = null } = intent;
    const its = chain(network);
    const coin = CURRENCY_OF[network];
    const transfer: UnsignedTransfer = {
      currency,
      to,
      units,
      nonce,
      feeMaxUnits: its.feeUnits,
      expiresAt: signed.expiresAt === null ? null : its.getTime(signed.expiresAt),
      data,
    };
    await assertMaySign(
      {
        network,
        db: readDatabase().read,
        deriveAddress: (one) => its.deriveAddress(one),
        payments,
        forbiddenPayees: its.forbiddenPayees,
        now: clock.now(),
        readFinalTimeMs: async () => (await its.getHead()).finalTimeMs,
        dailyCapMicro: {
          user: caps.withdrawalDailyCapMicro[coin],
          operator: caps.operatorDailyCapMicro[coin],
        },
      },
      { index, subject, transfer, payloadHash: signed.txHash },
    );
  }
}
