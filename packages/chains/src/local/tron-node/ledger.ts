// Accounts of the development node: balances in sun and free bandwidth, with the prices of TRON's main network.
// Source: java-tron's TransferActuator, BandwidthProcessor and VMActuator.
import { CALL_ENERGY, type EntryKind, PAYER_CONTRACT, readPayment } from './contract.ts';
import { invalid, Refused } from './refused.ts';

/** The chain parameters that a transfer or a call meets, as getchainparameters names them; prices in sun. */
export const CHAIN_PARAMETERS = {
  getTransactionFee: 1_000,
  getCreateAccountFee: 100_000,
  getCreateNewAccountFeeInSystemContract: 1_000_000,
  getFreeNetLimit: 600,
  getEnergyFee: 100,
} as const;

const FREE_BANDWIDTH_WINDOW_MS = 24 * 60 * 60_000;

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly amountSun: number;
}

/** Entry of a receipt's internal transactions. */
export interface Internal extends Move, EntryKind {}

/** Effect of a transaction. */
export interface Effect {
  readonly contractRet: 'SUCCESS' | 'REVERT' | 'OUT_OF_ENERGY';
  /** Everything that its owner was charged. */
  readonly feeSun: number;
  readonly netFeeSun: number;
  readonly netUsage: number;
  readonly energyFeeSun: number;
  readonly energyUsage: number;
  /** Amounts that changed hands, besides the fee. */
  readonly moves: readonly Move[];
  /** Entries that a contract left, those of its moves among them. */
  readonly internal: readonly Internal[];
}

interface Account {
  balanceSun: number;
  readonly createdAt: number;
  freeNetUsed: number;
  freeNetUsedAt: number;
}

interface Order {
  readonly owner: string;
  /** Size that bandwidth counts. */
  readonly bytes: number;
  readonly atMs: number;
}

export interface TransferOrder extends Order {
  readonly to: string;
  readonly amountSun: number;
}

export interface CallOrder extends Order {
  readonly contract: string;
  readonly callValueSun: number;
  readonly data: string;
  readonly feeLimitSun: number;
  readonly isConstruction: boolean;
}

type NetPrice = Pick<Effect, 'netFeeSun' | 'netUsage'>;

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
   * @throws Refused with java-tron's code and message; nothing is changed then.
   */
  transfer(order: TransferOrder): Effect {
    const { owner, to, amountSun } = order;
    if (owner === to) throw invalid('Cannot transfer TRX to yourself.');
    if (to === PAYER_CONTRACT) throw invalid('Cannot transfer TRX to a smartContract.');
    if (!Number.isSafeInteger(amountSun) || amountSun <= 0) throw invalid('Amount must be greater than 0.');
    const account = this.#getOwner(order);
    const opens = !this.#accounts.has(to);
    const net = opens
      ? { netFeeSun: CHAIN_PARAMETERS.getCreateAccountFee, netUsage: 0 }
      : this.#getPrice(order);
    const openingSun = opens ? CHAIN_PARAMETERS.getCreateNewAccountFeeInSystemContract : 0;
    const feeSun = net.netFeeSun + openingSun;
    if (account.balanceSun < net.netFeeSun) throw withoutBandwidth();
    if (account.balanceSun < amountSun + feeSun)
      throw invalid('Validate TransferContract error, balance is not sufficient.');
    const moves = [{ from: owner, to, amountSun }];
    return this.#carryOut(order, {
      ...net,
      contractRet: 'SUCCESS',
      feeSun,
      energyFeeSun: 0,
      energyUsage: 0,
      moves,
      internal: [],
    });
  }

  /**
   * Calls the payer contract, or constructs one whose constructor does the same. A call that fails costs its fees all the same, as on the real network.
   *
   * @throws Refused with java-tron's code and message; nothing is changed then.
   */
  call(order: CallOrder): Effect {
    const { owner, contract, callValueSun, data, feeLimitSun } = order;
    const account = this.#getOwner(order);
    if (contract !== PAYER_CONTRACT && !order.isConstruction)
      throw invalid('No contract or not a smart contract');
    if (!Number.isSafeInteger(callValueSun) || callValueSun < 0) throw invalid('callValue must be >= 0');
    const net = this.#getPrice(order);
    const wantedSun = CALL_ENERGY * CHAIN_PARAMETERS.getEnergyFee;
    const energyFeeSun = Math.min(wantedSun, feeLimitSun);
    const feeSun = net.netFeeSun + energyFeeSun;
    if (account.balanceSun < net.netFeeSun) throw withoutBandwidth();
    if (account.balanceSun < callValueSun + feeSun)
      throw invalid('Validate InternalTransfer error, balance is not sufficient.');
    const energyUsage = Math.floor(energyFeeSun / CHAIN_PARAMETERS.getEnergyFee);
    const charged = { ...net, feeSun, energyFeeSun, energyUsage };
    const failed = { ...charged, moves: [], internal: [] };
    if (wantedSun > feeLimitSun) return this.#carryOut(order, { ...failed, contractRet: 'OUT_OF_ENERGY' });
    const payment = readPayment(data);
    const held = BigInt((this.find(contract)?.balanceSun ?? 0) + callValueSun);
    if (payment === undefined || (payment.moves && payment.amountSun > held))
      return this.#carryOut(order, { ...failed, contractRet: 'REVERT' });
    // An amount that is moved is at most `held`, a sum of safe integers; others are written as JSON can write them.
    const entry = { ...payment, from: contract, amountSun: Number(payment.amountSun) };
    const moves = [{ from: owner, to: contract, amountSun: callValueSun }, ...(payment.moves ? [entry] : [])];
    return this.#carryOut(order, { ...charged, contractRet: 'SUCCESS', moves, internal: [entry] });
  }

  #getOwner({ owner }: Order): Account {
    const account = this.#accounts.get(owner);
    if (account === undefined) throw invalid('Validate TransferContract error, no OwnerAccount.');
    return account;
  }

  #getPrice({ owner, bytes, atMs }: Order): NetPrice {
    const free = CHAIN_PARAMETERS.getFreeNetLimit - this.freeNetUsed(owner, atMs);
    if (free >= bytes) return { netFeeSun: 0, netUsage: bytes };
    return { netFeeSun: bytes * CHAIN_PARAMETERS.getTransactionFee, netUsage: 0 };
  }

  #carryOut(order: Order, effect: Effect): Effect {
    const owner = this.#getOwner(order);
    if (effect.netUsage > 0) {
      owner.freeNetUsed = this.freeNetUsed(order.owner, order.atMs) + effect.netUsage;
      owner.freeNetUsedAt = order.atMs;
    }
    owner.balanceSun -= effect.feeSun;
    for (const { from, to, amountSun } of effect.moves) {
      this.#open(from, order.atMs).balanceSun -= amountSun;
      this.#open(to, order.atMs).balanceSun += amountSun;
    }
    return effect;
  }

  #open(address: string, atMs: number): Account {
    const known = this.#accounts.get(address);
    if (known !== undefined) return known;
    const account = { balanceSun: 0, createdAt: atMs, freeNetUsed: 0, freeNetUsedAt: 0 };
    this.#accounts.set(address, account);
    return account;
  }
}

function withoutBandwidth(): Refused {
  return new Refused(
    'BANDWITH_ERROR',
    'Account resource insufficient error: account has insufficient bandwidth and balance to pay the fee',
  );
}
