// Accounts of the development node: balances in sun and free bandwidth, with the prices of TRON's main network.
// Source: java-tron's TransferActuator and BandwidthProcessor.

/** The chain parameters that a TRX transfer meets, as getchainparameters names them. */
export const CHAIN_PARAMETERS = {
  getTransactionFee: 1_000,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getFreeNetLimit: 600,
} as const;

const FREE_BANDWIDTH_WINDOW_MS = 24 * 60 * 60_000;

export interface TransferEffect {
  readonly feeSun: number;
  readonly netFeeSun: number;
  readonly netUsage: number;
}

/** The node refuses a transfer, with java-tron's response code. */
export class TransferRefused extends Error {
  override readonly name = 'TransferRefused';
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

interface Account {
  balanceSun: number;
  readonly createdAt: number;
  freeNetUsed: number;
  freeNetUsedAt: number;
}

export interface TransferOrder {
  readonly owner: string;
  readonly to: string;
  readonly amountSun: number;
  readonly bytes: number;
  readonly atMs: number;
}

/** Addresses are hex, starting with 41. */
export class TronLedger {
  readonly #accounts = new Map<string, Account>();

  /** Puts sun on an account that the first block opens. */
  endow(address: string, balanceSun: number): void {
    this.#accounts.set(address, { balanceSun, createdAt: 0, freeNetUsed: 0, freeNetUsedAt: 0 });
  }

  find(address: string): Readonly<Account> | undefined {
    return this.#accounts.get(address);
  }

  /** Free bandwidth used at a moment: it recovers evenly over 24 hours. */
  freeNetUsed(address: string, atMs: number): number {
    const account = this.#accounts.get(address);
    if (account === undefined) return 0;
    const elapsed = Math.min(atMs - account.freeNetUsedAt, FREE_BANDWIDTH_WINDOW_MS);
    return Math.floor(account.freeNetUsed * (1 - elapsed / FREE_BANDWIDTH_WINDOW_MS));
  }

  /**
   * Moves TRX and takes what the network takes.
   *
   * @throws TransferRefused with java-tron's code and message; nothing is changed then.
   */
  transfer(order: TransferOrder): TransferEffect {
    const owner = this.#assertValid(order);
    const receiver = this.#accounts.get(order.to);
    const effect = this.#price(order, receiver !== undefined);
    if (owner.balanceSun < effect.netFeeSun) {
      throw new TransferRefused(
        'BANDWITH_ERROR',
        'Account resource insufficient error: account has insufficient bandwidth and balance to pay the fee',
      );
    }
    if (owner.balanceSun < order.amountSun + effect.feeSun) {
      throw new TransferRefused(
        'CONTRACT_VALIDATE_ERROR',
        'Contract validate error : Validate TransferContract error, balance is not sufficient.',
      );
    }
    if (effect.netUsage > 0) {
      owner.freeNetUsed = this.freeNetUsed(order.owner, order.atMs) + effect.netUsage;
      owner.freeNetUsedAt = order.atMs;
    }
    owner.balanceSun -= order.amountSun + effect.feeSun;
    if (receiver !== undefined) receiver.balanceSun += order.amountSun;
    else
      this.#accounts.set(order.to, {
        balanceSun: order.amountSun,
        createdAt: order.atMs,
        freeNetUsed: 0,
        freeNetUsedAt: 0,
      });
    return effect;
  }

  #assertValid(order: TransferOrder): Account {
    const refuse = (message: string): TransferRefused =>
      new TransferRefused('CONTRACT_VALIDATE_ERROR', `Contract validate error : ${message}`);
    if (order.owner === order.to) throw refuse('Cannot transfer TRX to yourself.');
    if (!Number.isSafeInteger(order.amountSun) || order.amountSun <= 0)
      throw refuse('Amount must be greater than 0.');
    const owner = this.#accounts.get(order.owner);
    if (owner === undefined) throw refuse('Validate TransferContract error, no OwnerAccount.');
    return owner;
  }

  #price(order: TransferOrder, receiverExists: boolean): TransferEffect {
    if (!receiverExists) {
      const netFeeSun = CHAIN_PARAMETERS.getCreateAccountFee;
      return {
        feeSun: netFeeSun + CHAIN_PARAMETERS.getCreateNewAccountFeeInSystemContract,
        netFeeSun,
        netUsage: 0,
      };
    }
    const free = CHAIN_PARAMETERS.getFreeNetLimit - this.freeNetUsed(order.owner, order.atMs);
    if (free >= order.bytes) return { feeSun: 0, netFeeSun: 0, netUsage: order.bytes };
    const netFeeSun = order.bytes * CHAIN_PARAMETERS.getTransactionFee;
    return { feeSun: netFeeSun, netFeeSun, netUsage: 0 };
  }
}
