/**
 * Principal that was invested in one currency, added up over time in micro-units × milliseconds: what rewards can be due for. An entry may
 * stand in the journal after one of a later time, so each change counts from its own time, not from its place.
 */
export class PrincipalTime {
  #investedMicro = 0n;
  /** Sum of every change × its time. */
  #weightedMicroMs = 0n;
  #latestMs = 0;

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
