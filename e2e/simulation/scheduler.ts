import { AsyncLocalStorage } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import type { SeededRandom } from '@glasspool/core/testing';

/** Turns of the event loop after which a task that waits for another one has surely come to its wait. */
const SETTLE_TURNS = 4;
const DRAIN_STEPS_MAX = 100_000;

/** Thrown where the process of a task was killed: nothing after that place is done. */
export class KilledError extends Error {
  override readonly name = 'KilledError';
}

/** One run of a process, from its start to the moment it is killed. */
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
 * Owns the order in which the steps of all processes happen. Each await of a database, chain, file or mail is a point; at a point a task
 * may be parked while others go on, or be killed with its process. Everything else of Node.js that the tasks wait for ends
 * within some turns of the event loop, so the same random numbers give the same order.
 */
export class Scheduler {
  readonly #random: SeededRandom;
  readonly #settleTurns: number;
  readonly #current = new AsyncLocalStorage<Task>();
  readonly #running = new Set<Task>();
  #parked: Parked[] = [];
  /** Chance that a task is parked at a point; 0 while something runs alone. */
  parkChance = 0;
  pointsPassed = 0;

  /** With `waits`, each task goes on until it is parked or done, however long its database takes. */
  constructor(random: SeededRandom, { waits = false } = {}) {
    this.#random = random;
    this.#settleTurns = waits ? Number.POSITIVE_INFINITY : SETTLE_TURNS;
  }

  get parkedCount(): number {
    return this.#parked.length;
  }

  /** True while a task is parked in none of the things that it does. */
  get isAtWork(): boolean {
    return new Set(this.#parked.map(({ task }) => task)).size < this.#running.size;
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Names of the tasks that are not done, for a story that does not end. */
  get names(): string[] {
    return [...this.#running].map(({ name, life }) => `${name}@${life.process}`);
  }

  /** True while a task of this name of this life is under way. */
  isRunning(life: Life, name: string): boolean {
    return [...this.#running].some((one) => one.life === life && one.name === name);
  }

  /** Lets the current task wait here, as long as the seed says. Outside of tasks it does nothing. */
  async point(): Promise<void> {
    const task = this.#current.getStore();
    if (task === undefined) return;
    this.pointsPassed += 1;
    assertAlive(task);
    if (this.parkChance === 0 || this.#random.fraction() >= this.parkChance) return;
    await new Promise<void>((resume) => this.#parked.push({ task, resume }));
    assertAlive(task);
  }

  /** As `point`, where nothing can wait. */
  assertAlive(): void {
    const task = this.#current.getStore();
    if (task !== undefined) assertAlive(task);
  }

  /** Starts work of a process. What becomes of it is told once; after a kill it is a KilledError. */
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

  /** Lets one parked task go on to its next point. */
  async resumeOne(): Promise<void> {
    const [next] = this.#parked.splice(this.#random.integer(this.#parked.length), 1);
    next?.resume();
    await this.settle();
  }

  /** Ends a life: each of its tasks stops where it is. */
  async kill(life: Life): Promise<void> {
    life.isDead = true;
    const its = this.#parked.filter(({ task }) => task.life === life);
    this.#parked = this.#parked.filter(({ task }) => task.life !== life);
    for (const { resume } of its) resume();
    await this.settle();
  }

  /** Lets everything that is under way come to its end. */
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

  /** Until every branch of every task waits: a task that does several things at once can be parked in one of them and at work in another. */
  async quiet(): Promise<void> {
    for (let turn = 0; turn < SETTLE_TURNS; turn += 1) await setImmediate();
  }

  /** Until every task is parked, done, or waits for one that is. */
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
