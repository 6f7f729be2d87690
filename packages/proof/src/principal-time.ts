/** Sums that a later count goes on from. */
export interface PrincipalState {
  readonly investedMicro: bigint;
  readonly weightedMicroMs: bigint;
  readonly latestMs: number;
}

const NOTHING_INVESTED: PrincipalState = { investedMicro: 0n, weightedMicroMs: 0n, latestMs: 0 };

/**
 * Principal that was invested in one currency, added up over time in micro-units × milliseconds: what rewards can be due for. An entry may
 * stand in the journal after one of a later time, so each change counts from its own time, not from its place.
 */
export class PrincipalTime {
  #investedMicro: bigint;
  /** Sum of every change × its time. */
  #weightedMicroMs: bigint;
  #latestMs: number;

  constructor({ investedMicro, weightedMicroMs, latestMs }: PrincipalState = NOTHING_INVESTED) {
    this.#investedMicro = investedMicro;
    this.#weightedMicroMs = weightedMicroMs;
    this.#latestMs = latestMs;
  }

  get state(): PrincipalState {
    return {
      investedMicro: this.#investedMicro,
      weightedMicroMs: this.#weightedMicroMs,
      latestMs: this.#latestMs,
    };
  }

  change(amountMicro: bigint, atMs: number): void {
    this.#investedMicro += amountMicro;
    this.#weightedMicroMs += amountMicro * BigInt(atMs);
    this.#latestMs = Math.max(this.#latestMs, atMs);
  }

  /** Sum up to a time, or to the last change if that is later. */
  sumUntil(atMs: number): bigint {
    return this.#investedMicro * BigInt(Math.max(atMs, this.#latestMs)) - this.#weightedMicroMs;
  }
}
