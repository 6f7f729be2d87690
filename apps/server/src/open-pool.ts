import type { DevTools } from '@glasspool/api';
import { KeystoreError } from '@glasspool/chains/keys';
import type { LocalChains } from '@glasspool/chains/local';
import { type Clock, MINUTE_MS, type Network } from '@glasspool/core';
import { type Database, listenForNotifications } from '@glasspool/db';
import { createAccountHooks } from '@glasspool/pool/accounts';
import type { DependencyFinding } from '@glasspool/pool/dependencies';
import { ensureHotWallet } from '@glasspool/pool/deposits';
import type { PoolDeps } from '@glasspool/pool/deps';
import { PoolEvents } from '@glasspool/pool/events';
import { mayDecideAlone } from '@glasspool/pool/halts';
import { ensureTerms } from '@glasspool/pool/investments';
import { checkStart, SigningGate } from '@glasspool/pool/outgoing';
import { endAllLeases, holdLease } from '@glasspool/server/operations';
import { createOutgoingHandlers, type SolvencyDeps } from '@glasspool/solvency';
import type { Logger } from 'pino';
import { machineClock, OffsetClock } from './adapters/clock.ts';
import { createLogger } from './adapters/logger.ts';
import { createMailServer, type MailServer } from './adapters/mail.ts';
import { createPasskeySite } from './adapters/passkey-site.ts';
import { createPasswordHasher } from './adapters/passwords.ts';
import { systemRandom } from './adapters/random.ts';
import { createSessionTokens } from './adapters/session-tokens.ts';
import { fastSha256 } from './adapters/sha256.ts';
import { createSignedLog } from './adapters/signed-log.ts';
import { createSnapshotFiles } from './adapters/snapshot-files.ts';
import { createWebhookTransport } from './adapters/webhook-transport.ts';
import { Threads } from './background/threads.ts';
import { type ConnectedChains, connectChains } from './chains.ts';
import { type Config, forgetKeystorePassword, readSmtpUrl } from './config/config.ts';
import { ConfigError } from './config/config-error.ts';
import { openDataFolder } from './config/private-files.ts';
import { getPublicUrl } from './config/public-url.ts';
import { loadSecrets, type Secrets } from './config/secrets.ts';
import { DependencyBoard } from './dependencies/board.ts';
import {
  assertNodesReady,
  type ListDifferences,
  type NamedNode,
  NodesNotReadyError,
} from './dependencies/node-probe.ts';
import { type WaitOptions, waitUntil } from './dependencies/wait-until.ts';
import { followClockOffset, loadClockOffset } from './dev/clock-offset.ts';
import { createDevTools, fundNewHotWallet } from './dev/dev-tools.ts';
import { LocalChainsAwayError } from './dev/shared-local-chains.ts';
import { assertDatabaseOfKeys } from './lost-database.ts';
import { getDatabaseUrlReader, isShared, openDatabase } from './open-database.ts';
import type { RemoteKeys } from './signer/connect-signer.ts';
import { openSigner } from './signer/open-signer.ts';

/** Local chains take a transfer within a few blocks. */
const FUNDING_MS = MINUTE_MS;
const HOLDER_BYTES = 16;

/** Dependencies of the pool, with the chains behind them, for the server and for commands. */
export interface Pool extends AsyncDisposable {
  readonly deps: SolvencyDeps;
  readonly dev: DevTools | undefined;
  readonly localNodes: Pick<LocalChains, 'bscUrl' | 'tronUrl' | 'usdtContract'> | undefined;
  readonly board: DependencyBoard;
  readonly nodes: readonly NamedNode[];
  readonly listDifferences: ListDifferences;
  readonly signer: RemoteKeys;
  readonly mailServer: MailServer;
  readonly threads: AsyncDisposable;
  readonly log: Logger;
}

/**
 * Opens everything that the pool stands on: data folder, secrets, database, keys, chains. The one place where the parts are
 * put together. What may come is waited for.
 *
 * @param signal ends the wait when the program is told to stop
 * @throws ConfigError, DependencyError, NetworkRefusedError, KeystoreError, or the reason of the signal
 */
export async function openPool(config: Config, signal?: AbortSignal): Promise<Pool> {
  openDataFolder(config.dataDir);
  const secrets = loadSecrets(config.dataDir);
  const log = createLogger({
    level: config.logLevel,
    dataDir: config.network === 'local' ? config.dataDir : undefined,
  });
  const waiting: WaitOptions = { log, startWaitMs: config.startWaitMs, signal };
  const readUrl = getDatabaseUrlReader(config);
  await using stack = new AsyncDisposableStack();
  const { db, base } = await openDatabase(config, { waiting, stack });
  const clock = new OffsetClock(config.network === 'local' ? await loadClockOffset(db) : 0, base);
  const signer = stack.use(await waitForSigner(config, waiting));
  forgetKeystorePassword();
  await assertDatabaseOfKeys(db, config, signer.isUsed ? ['The note of the signer beside its keystore'] : []);
  const { chains, nodes, local } = stack.use(
    await waitUntil(
      () =>
        connectChains(config, signer, { timeOffsetMs: clock.offsetMs, log, mayDecideAlone: readLeave(db) }),
      describeLocalChains,
      waiting,
    ),
  );
  await waitUntil(() => assertNodesReady(nodes, () => clock.now()), describeNodes, waiting);
  const threads = new Threads(config.dataDir);
  const board = new DependencyBoard({ log, readNow: machineClock.now });
  const mailServer = createMailServer({
    readSmtpUrl,
    from: config.mailFrom,
    requiresTls: config.requiresSmtpTls,
    onFinding: (finding) => board.record('mail', finding),
  });
  const deps = composeDeps({ config, secrets, db, base, clock, chains, signer, threads, mailServer, board });
  if (isShared(deps)) {
    const { events } = deps;
    // Several processes may serve one database: events of one of them reach the screens of all.
    const others = stack.use(
      await listenForNotifications(readUrl, {
        onMessage: (text) => events.receive(text),
        onGap: () => events.catchUp(),
      }),
    );
    events.relayThrough((text) => others.publish(text));
  }
  await ensureHotWallet(deps);
  // Only now, so that a first start which ends before this is a first start again.
  await signer.markUsed();
  await ensureTerms(deps);
  await checkStart(deps);
  if (local !== undefined) {
    // Its own local chains admit one process, so leases of a killed one have no holder.
    if (hasSharedChains(config)) stack.use(followClockOffset(db, clock));
    else await endAllLeases(deps);
    await fundOnce(deps, local);
  }
  const dev = local === undefined ? undefined : createDevTools(deps, local, clock);
  const owned = stack.move();
  return {
    deps,
    dev,
    localNodes: local,
    board,
    nodes,
    listDifferences: (network, lastedMs) => chains[network].listDifferences(lastedMs),
    signer,
    mailServer,
    threads,
    log,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

function readLeave(db: PoolDeps['db']): (network: Network) => Promise<boolean> {
  return (network) => mayDecideAlone(db.read, network, machineClock.now());
}

/** Funds the hot wallet in one of several processes that start at once: coins that are on their way are not seen yet. */
async function fundOnce(deps: PoolDeps, local: LocalChains): Promise<void> {
  const lease = {
    worker: 'fundHotWallet',
    holder: Buffer.from(deps.random.bytes(HOLDER_BYTES)).toString('hex'),
    durationMs: FUNDING_MS,
  };
  const held = await holdLease(deps, lease);
  if (held !== undefined) await fundNewHotWallet(deps, local);
}

function hasSharedChains({ chains }: Config): boolean {
  return chains.network === 'local' && chains.sharedUrl !== undefined;
}

/** A signer of the settings may start later than this program; one that this program starts either does or never will. */
function waitForSigner(config: Config, waiting: WaitOptions): Promise<RemoteKeys> {
  return waitUntil(() => openSigner(config), describeSigner, waiting);
}

/** The state of a signer that does not answer; undefined for an error of another kind. */
export function describeSigner(error: unknown): DependencyFinding | undefined {
  return error instanceof ConfigError && !(error instanceof KeystoreError)
    ? { state: 'degraded', reason: 'unreachable', sentence: error.message }
    : undefined;
}

function describeLocalChains(error: unknown): DependencyFinding | undefined {
  return error instanceof LocalChainsAwayError
    ? { state: 'degraded', reason: 'unreachable', sentence: error.message }
    : undefined;
}

function describeNodes(error: unknown): NodesNotReadyError['finding'] | undefined {
  return error instanceof NodesNotReadyError ? error.finding : undefined;
}

function composeDeps(parts: {
  config: Config;
  secrets: Secrets;
  db: Database;
  /** The clock without a developer's offset. */
  base: Clock;
  clock: OffsetClock;
  chains: ConnectedChains['chains'];
  signer: RemoteKeys;
  threads: Threads;
  mailServer: MailServer;
  board: DependencyBoard;
}): SolvencyDeps {
  const { config, secrets, db, base, clock, chains, signer, threads, mailServer, board } = parts;
  const publicUrl = getPublicUrl(config);
  const snapshots = createSnapshotFiles(config.dataDir);
  return {
    db,
    clock,
    machineClock: base,
    random: systemRandom,
    chains,
    accountHooks: createAccountHooks(chains),
    events: new PoolEvents(),
    passwords: createPasswordHasher(),
    tokens: createSessionTokens({ keys: secrets.sessionKey, audience: publicUrl, clock: base }),
    passkeySite: createPasskeySite(publicUrl),
    mail: mailServer,
    dependencies: board,
    webhooks: createWebhookTransport({ allowsLoopback: config.network === 'local' }),
    signedLog: createSignedLog(config.dataDir, signer.findLogEnd),
    settings: { ...config.pool, publicUrl },
    outgoingHandlers: createOutgoingHandlers(snapshots),
    signingGate: new SigningGate(),
    hash: fastSha256,
    statementKey: secrets.statementKey,
    snapshots,
    buildSnapshot: threads.buildSnapshot,
    finishRewardRun: threads.finishRewardRun,
    nonceKey: secrets.nonceKey,
    otpKey: secrets.otpKey,
    twoFactorKey: secrets.twoFactorKey,
  };
}
