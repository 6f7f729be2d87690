// The only way to the storage of the browser. A browser that blocks cookies refuses it with an exception: everything is then kept in
// memory, until the page is left.

class GuardedStorage {
  readonly #memory = new Map<string, string>();

  get(key: string): string | null {
    return this.#memory.get(key) ?? this.#use((storage) => storage.getItem(key)) ?? null;
  }

  set(key: string, value: string): void {
    this.#memory.set(key, value);
    const isStored = this.#use((storage) => {
      storage.setItem(key, value);
      return true;
    });
    // From here on another tab may change it.
    if (isStored) this.#memory.delete(key);
  }

  remove(key: string): void {
    this.#memory.delete(key);
    this.#use((storage) => storage.removeItem(key));
  }

  listKeys(start: string): string[] {
    const keys = [...this.#memory.keys(), ...(this.#use((storage) => Object.keys(storage)) ?? [])];
    return keys.filter((key) => key.startsWith(start));
  }

  /** Returns true where the browser refuses it. */
  isBlocked(): boolean {
    return this.#use((storage) => storage.length) === undefined;
  }

  #use<Result>(action: (storage: Storage) => Result): Result | undefined {
    try {
      return action(globalThis.localStorage);
    } catch {
      return undefined;
    }
  }
}

/** Kept in this browser. */
export const browserStorage = new GuardedStorage();
