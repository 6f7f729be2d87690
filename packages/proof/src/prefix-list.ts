// Which of millions of digests begin alike, in eight bytes a digest.

const LENGTH_MAX_AT_START = 4_194_304;

const WORD_BYTES = 4;

/** First six bytes of the digest at a place, as a number, which a double holds exactly. */
export function readPrefix(file: DataView, at: number): number {
  return file.getUint32(at) * 2 ** 16 + file.getUint16(at + WORD_BYTES);
}

export class PrefixList {
  #prefixes: Float64Array<ArrayBuffer>;
  #length = 0;

  /** The number of digests that are expected; a wrong one costs time, or memory within bounds. */
  constructor(expected: number) {
    this.#prefixes = new Float64Array(Math.max(1, Math.min(expected, LENGTH_MAX_AT_START)));
  }

  push(prefix: number): void {
    if (this.#length === this.#prefixes.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#prefixes);
      this.#prefixes = larger;
    }
    this.#prefixes[this.#length] = prefix;
    this.#length += 1;
  }

  /** The prefixes that more than one digest has. Sorts the list. */
  findRepeated(): ReadonlySet<number> {
    const sorted = this.#prefixes.subarray(0, this.#length).sort();
    const repeated = new Set<number>();
    for (let index = 1; index < sorted.length; index += 1) {
      const prefix = sorted[index];
      if (prefix !== undefined && prefix === sorted[index - 1]) repeated.add(prefix);
    }
    return repeated;
  }
}
