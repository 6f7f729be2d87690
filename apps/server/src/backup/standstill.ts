/** Work went on no further for a while. The sentence says what it means and what to do. */
export class StandstillError extends Error {
  override readonly name = 'StandstillError';
}

/** Watches over work that says when it goes on: waiting for ever for an answer that never comes is told from slow work. */
export class Standstill implements Disposable {
  readonly #limitMs: number;
  readonly #sentence: string;
  readonly #end = Promise.withResolvers<never>();
  #timer: NodeJS.Timeout | undefined;

  constructor(limitMs: number, sentence: string) {
    this.#limitMs = limitMs;
    this.#sentence = sentence;
    // It may happen before anyone waits for it.
    this.#end.promise.catch(() => undefined);
  }

  /** Rejects with a StandstillError once the work has not gone on for the limit. */
  get reached(): Promise<never> {
    return this.#end.promise;
  }

  /** Starts the watch, or starts it again. */
  goOn(): void {
    this.pause();
    this.#timer = setTimeout(() => this.#end.reject(new StandstillError(this.#sentence)), this.#limitMs);
  }

  /** Ends the watch, for work that cannot say whether it goes on. */
  pause(): void {
    clearTimeout(this.#timer);
  }

  [Symbol.dispose](): void {
    this.pause();
  }
}
