import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '@glasspool/core/testing';

/** Turns of the event loop after which a task that waits for another task has certainly reached its wait. */
const SETTLE_TURNS = 4;
const DRAIN_STEPS_MAX = 100_000;

/** Thrown inside a task of a killed process: nothing after that place is executed. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** One run of a process, from its start until it is killed. */
export class Life {
  readonly process: number;
  isDead = false;

  constructor(process: number) {
    this.process = process;
  }
}

interface Task {
  readonly name: string;
  readonly life: Life;
}

interface Parked {
  readonly task: Task;
  readonly resume: () => void;
}

/**
 * Decides the order of the steps of all processes. Each await of a database, chain, file or mail server is a point. At a point a task may
 * be parked while others go on, or be killed with its process. All other waits of Node.js end within some turns of the event loop, so the
 * same random numbers give the same order.
 */
export class Scheduler {
  readonly #random: SeededRandom;
  readonly #settleTurns: number;
  readonly #current = new AsyncLocalStorage<Task>();
  readonly #running = new Set<Task>();
  #parked: Parked[] = [];
  /** Chance that a task is parked at a point; 0 while a task runs alone. */
  parkChance = 0;
  pointsPassed = 0;

  /** With `waits`, `settle` waits until each task is parked or done, however long its database takes. */
  constructor(random: SeededRandom, { waits = false } = {}) {
    this.#random = random;
    this.#settleTurns = waits ? Number.POSITIVE_INFINITY : SETTLE_TURNS;
  }

  get parkedCount(): number {
    return this.#parked.length;
  }

  /** True while some task is not parked in any of its branches. */
  get isAtWork(): boolean {
    return new Set(this.#parked.map(({ task }) => task)).size < this.#running.size;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Names of the running tasks, for the error of a story that does not end. */
  get names(): string[] {
    return [...this.#running].map(({ name, life }) => `${name}@${life.process}`);
  }

  /** Returns true while a task of this name is running in this life. */
  isRunning(life: Life, name: string): boolean {
    return [...this.#running].some((one) => one.life === life && one.name === name);
  }

  /** Parks the current task here if the seed says so. Does nothing outside of tasks. */
  async point(): Promise<void> {
    const task = this.#current.getStore();
    if (task === undefined) return;
    this.pointsPassed += 1;
    assertAlive(task);
    if (this.parkChance === 0 || this.#random.fraction() >= this.parkChance) return;
    await new Promise<void>((resume) => this.#parked.push({ task, resume }));
    assertAlive(task);
  }

  /** Does the same as `point` at a place where a task cannot be parked. */
  assertAlive(): void {
    const task = this.#current.getStore();
    if (task !== undefined) assertAlive(task);
  }

  /** Starts a task of a process. `work` must handle its errors itself; after a kill it gets a KilledError. */
  start(life: Life, name: string, work: () => Promise<void>): void {
    const task = { name, life };
    this.#running.add(task);
    void this.#current.run(task, async () => {
      try {
        await work();
      } finally {
        this.#running.delete(task);
      }
    });
  }

  /** Lets one parked task run to its next point. */
  async resumeOne(): Promise<void> {
    const [next] = this.#parked.splice(this.#random.integer(this.#parked.length), 1);
    next?.resume();
    await this.settle();
  }

  /** Ends a life: each of its tasks stops at its current point. */
  async kill(life: Life): Promise<void> {
    life.isDead = true;
    const its = this.#parked.filter(({ task }) => task.life === life);
    this.#parked = this.#parked.filter(({ task }) => task.life !== life);
    for (const { resume } of its) resume();
    await this.settle();
  }

  /** Lets all running tasks end. */
  async drain(): Promise<void> {
    const { parkChance } = this;
    this.parkChance = 0;
    for (let step = 0; this.#running.size > 0; step += 1) {
      if (step > DRAIN_STEPS_MAX) throw new Error(`These tasks do not end: ${this.names.join(', ')}`);
      if (this.#parked.length > 0) await this.resumeOne();
      else await this.settle();
    }
    this.parkChance = parkChance;
  }

  /** Waits until every branch of every task waits. A task with several branches can be parked in one of them and running in another. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await setImmediate();
  }

  /** Waits until every task is parked, done, or waiting for a parked one. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < this.#settleTurns; turn += 1) {
      await setImmediate();
      if (!this.isAtWork) return;
    }
  }
}

function assertAlive({ life, name }: Task): void {
  if (life.isDead) throw new KilledError(`${name} was killed.`);
}
