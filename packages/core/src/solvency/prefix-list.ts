// Which of millions of digests begin alike, in eight bytes a digest.

const LENGTH_MAX_AT_START = 4_194_304;

/** The first six bytes of a digest as a number, which a double holds exactly. */
export function prefixOf(digest: Uint8Array): number {
  return readThreeBytes(digest, 0) * 2 ** 24 + readThreeBytes(digest, 3);
}

function readThreeBytes(bytes: Uint8Array, at: number): number {
  return ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
}

export class PrefixList {
  #prefixes: Float64Array<ArrayBuffer>;
  #length = 0;

  /** The number of digests that are expected; a wrong one costs time, or memory within bounds. */
  constructor(expected: number) {
    this.#prefixes = new Float64Array(Math.max(1, Math.min(expected, LENGTH_MAX_AT_START)));
  }

  push(digest: Uint8Array): void {
    if (this.#length === this.#prefixes.length) {
      const larger = new Float64Array(2 * this.#length);
      larger.set(this.#prefixes);
      this.#prefixes = larger;
    }
    this.#prefixes[this.#length] = prefixOf(digest);
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
