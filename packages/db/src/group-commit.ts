import { AsyncLocalStorage } from 'node:async_hooks';
import { performance } from 'node:perf_hooks';
import { setImmediate } from 'node:timers';
import {
  CompiledQuery,
  type Kysely,
  type KyselyPlugin,
  type Transaction as KyselyTransaction,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type QueryResult,
  type RootOperationNode,
  type UnknownRow,
} from 'kysely';
import type { Tables } from './schema/tables.ts';

/** Pieces of work that share a commit, at most. */
const GROUP_MAX = 64;
/** Time after which a group takes up no further work: its callers wait this long at most, and for one piece of work. */
const GROUP_MS = 10;

/** Limits of a commit that work shares. */
export interface GroupLimits {
  /** Time after which a group takes up no further work. `Infinity` makes groups independent of the machine's speed. */
  readonly groupMs?: number;
}

const SAVEPOINT = CompiledQuery.raw('savepoint work');
const ROLLBACK = CompiledQuery.raw('rollback to savepoint work');
const RELEASE = CompiledQuery.raw('release savepoint work');

type Work<Result> = (tx: KyselyTransaction<Tables>) => Promise<Result>;

interface Waiting {
  /** Does the work inside the group's transaction, and returns what tells its caller once the group is on disk. */
  readonly run: (tx: KyselyTransaction<Tables>) => Promise<Outcome>;
  /** Rejects the caller: the group was not written. */
  readonly fail: (error: unknown) => void;
}

interface Outcome {
  /** Set when the work was refused. */
  readonly refusal?: { readonly error: unknown };
  readonly settle: () => void;
}

/**
 * Group commit for a database with one writer: work that is asked for while other work runs shares its transaction, so that one write
 * to the disk serves all of it. Each piece of work is all or nothing by a savepoint of its own, sees what those before it wrote,
 * and has its answer, or its refusal, only when the whole group is on disk. When the commit fails, all of the group has failed.
 */
export class GroupCommit {
  readonly #kysely: Kysely<Tables>;
  readonly #waiting: Waiting[] = [];
  readonly #groupMs: number;
  #isDraining = false;

  constructor(kysely: Kysely<Tables>, { groupMs = GROUP_MS }: GroupLimits = {}) {
    this.#kysely = kysely;
    this.#groupMs = groupMs;
  }

  /** Runs work in a transaction that other work may share. */
  run<Result>(work: Work<Result>): Promise<Result> {
    // Work runs later, out of another caller's turn: it keeps the context that it was asked for in.
    const inContext = AsyncLocalStorage.snapshot();
    return new Promise((resolve, reject) => {
      this.#waiting.push({
        run: async (tx) => {
          const handle = new OpenHandle();
          try {
            const result = await inContext(() => work(tx.withPlugin(handle)));
            return { settle: () => resolve(result) };
          } catch (error) {
            return { refusal: { error }, settle: () => reject(error) };
          } finally {
            handle.close();
          }
        },
        fail: reject,
      });
      if (this.#isDraining) return;
      this.#isDraining = true;
      // Statements of SQLite end within the turn that asked for them: without a pause each caller would be alone in its group.
      setImmediate(() => void this.#drain());
    });
  }

  async #drain(): Promise<void> {
    for (let first = this.#waiting.shift(); first !== undefined; first = this.#waiting.shift())
      await this.#commitGroup(first);
    this.#isDraining = false;
  }

  async #commitGroup(first: Waiting): Promise<void> {
    const members = [first];
    const outcomes: Outcome[] = [];
    try {
      await this.#kysely.transaction().execute(async (tx) => {
        const endsAt = performance.now() + this.#groupMs;
        for (
          let next: Waiting | undefined = first;
          next !== undefined;
          next = this.#takeNext(members, endsAt)
        )
          outcomes.push(await runInSavepoint(tx, next));
      });
    } catch (error) {
      // Nothing of the group was written, whichever of its members was to blame.
      for (const { fail } of members) fail(error);
      return;
    }
    for (const { settle } of outcomes) settle();
  }

  #takeNext(members: Waiting[], endsAt: number): Waiting | undefined {
    if (members.length >= GROUP_MAX || performance.now() >= endsAt) return undefined;
    const next = this.#waiting.shift();
    if (next !== undefined) members.push(next);
    return next;
  }
}

/**
 * A member that is refused leaves nothing behind. Where even that fails, as after a full disk, which ends the whole transaction, the group
 * fails with what the member met.
 */
async function runInSavepoint(tx: KyselyTransaction<Tables>, member: Waiting): Promise<Outcome> {
  await tx.executeQuery(SAVEPOINT);
  const outcome = await member.run(tx);
  const { refusal } = outcome;
  if (refusal !== undefined)
    await tx.executeQuery(ROLLBACK).catch(() => {
      throw refusal.error;
    });
  await tx.executeQuery(RELEASE);
  return outcome;
}

/** Makes the handle of finished work useless, for the transaction goes on with the work of others. */
class OpenHandle implements KyselyPlugin {
  #isOpen = true;

  close(): void {
    this.#isOpen = false;
  }

  transformQuery({ node }: PluginTransformQueryArgs): RootOperationNode {
    if (!this.#isOpen) throw new Error('The transaction of this handle is over.');
    return node;
  }

  async transformResult({ result }: PluginTransformResultArgs): Promise<QueryResult<UnknownRow>> {
    return result;
  }
}
