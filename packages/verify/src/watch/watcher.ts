// One watcher of one pool: each round it checks what the pool published since, and compares it with what others saw.
import {
  type ChainView,
  confirmationMessage,
  decodeManifest,
  fromHex,
  manifestDigest,
  readAll,
  toHex,
  verifySnapshot,
} from '@glasspool/proof';
import { checkAge } from '../age.ts';
import type { Bundle } from '../remote.ts';
import { askPeer, listForks } from './peers.ts';
import { readPublicKey, readState, type State, signWith, writeState } from './state.ts';

/** Kinds of alarms. `fork`: two histories. `wrong`: a check failed. `silent`: no new snapshot. `unreachable`: nothing could be read. */
export type AlarmKind = 'fork' | 'wrong' | 'silent' | 'unreachable';

export interface Alarm {
  readonly kind: AlarmKind;
  readonly what: string;
}

/** Result of a round. */
export interface Round {
  readonly newest: number | undefined;
  readonly alarms: readonly Alarm[];
  /** Checks and peers that could not be asked. */
  readonly unchecked: readonly string[];
  /** Signed when every check was made and none failed. */
  readonly confirmation: SignedConfirmation | undefined;
}

/** A confirmation as it is sent to the pool. Bytes in hex. */
export interface SignedConfirmation {
  readonly watcher: string;
  readonly snapshotNumber: number;
  readonly manifestDigest: string;
  readonly checkedAtMs: number;
  readonly signature: string;
}

export interface WatchOptions {
  readonly files: Bundle;
  readonly chains: ChainView | undefined;
  readonly anchorAddress: string | undefined;
  readonly statePath: string;
  /** Addresses of other watchers of this pool. */
  readonly peers: readonly string[];
  readonly depthMin: number;
  readonly ageMaxHours: number;
  readonly readNowMs: () => number;
}

/** Looks once: checks the newest snapshot from the last verified one on, and asks the peers. */
export async function look(options: WatchOptions): Promise<Round> {
  const round = { alarms: [] as Alarm[], unchecked: [] as string[] };
  const state = await readState(options.statePath);
  let newest: number | undefined;
  let confirmation: SignedConfirmation | undefined;
  try {
    newest = await options.files.findNewest();
    const forks = await see(options, state, newest);
    round.alarms.push(...forks);
    await writeState(options.statePath, state);
    confirmation = await check(options, { state, newest, round });
    await writeState(options.statePath, state);
  } catch (error) {
    round.alarms.push({ kind: 'unreachable', what: getMessage(error) });
  }
  for (const url of options.peers) await compare(url, state, round);
  return { newest, ...round, confirmation };
}

/** Keeps the digest of every manifest; one that is another than before is a fork. */
async function see({ files, readNowMs }: WatchOptions, state: State, newest: number): Promise<Alarm[]> {
  const alarms: Alarm[] = [];
  const last = state.seen.at(-1)?.number ?? -1;
  if (newest < last)
    alarms.push({
      kind: 'fork',
      what: `The pool shows snapshot ${newest} as its newest; it has shown ${last}.`,
    });
  for (let number = Math.max(0, Math.min(last, newest)); number <= newest; number += 1) {
    const digest = toHex(manifestDigest(await readAll(files.read(number, 'manifest.bin'))));
    const before = state.seen.find((one) => one.number === number)?.digest;
    if (before === undefined) state.seen.push({ number, digest, seenAtMs: readNowMs() });
    else if (before !== digest)
      alarms.push({ kind: 'fork', what: `Snapshot ${number} is ${digest} now, and was ${before}.` });
  }
  return alarms;
}

interface Findings {
  readonly alarms: Alarm[];
  readonly unchecked: string[];
}

async function check(
  options: WatchOptions,
  { state, newest, round }: { state: State; newest: number; round: Findings },
): Promise<SignedConfirmation | undefined> {
  const { files, chains, anchorAddress, depthMin, ageMaxHours, readNowMs } = options;
  const { verified } = state;
  const since =
    verified === null ? undefined : { number: verified.number, manifestDigest: fromHex(verified.digest) };
  const nowMs = readNowMs();
  const age = await checkAge(files, newest, { nowMs, ageMaxHours });
  if (age.status === 'failed') round.alarms.push({ kind: 'silent', what: age.detail });
  const before = round.alarms.length + round.unchecked.length;
  const request = { files, snapshotNumber: newest, chains, depthMin, anchorAddress, since, nowMs };
  for await (const { name, status, detail } of verifySnapshot(request)) {
    if (status === 'failed')
      round.alarms.push({ kind: 'wrong', what: `Snapshot ${newest}: ${name}: ${detail}` });
    if (status === 'not checked') round.unchecked.push(`${name}: ${detail}`);
  }
  if (round.alarms.some(({ kind }) => kind === 'wrong' || kind === 'fork')) return undefined;
  const bytes = await readAll(files.read(newest, 'manifest.bin'));
  const digest = manifestDigest(bytes);
  state.verified = { number: newest, digest: toHex(digest) };
  if (round.alarms.length + round.unchecked.length > before) return undefined;
  return confirm(state, { manifest: bytes, digest, checkedAtMs: readNowMs() });
}

function confirm(
  state: State,
  { manifest, digest, checkedAtMs }: { manifest: Uint8Array; digest: Uint8Array; checkedAtMs: number },
): SignedConfirmation {
  const { anchorAddress, snapshotNumber } = decodeManifest(manifest);
  const message = confirmationMessage({ anchorAddress, snapshotNumber, manifestDigest: digest, checkedAtMs });
  return {
    watcher: readPublicKey(state),
    snapshotNumber,
    manifestDigest: toHex(digest),
    checkedAtMs,
    signature: signWith(state, message),
  };
}

/** A peer that does not answer proves nothing; one that saw another manifest proves that the pool shows two histories. */
async function compare(url: string, { seen }: State, { alarms, unchecked }: Findings): Promise<void> {
  try {
    const other = await askPeer(url);
    for (const fork of listForks(seen, other))
      alarms.push({
        kind: 'fork',
        what: `Snapshot ${fork.number}: this watcher saw ${fork.own}, ${other.watcher} at ${url} saw ${fork.other}.`,
      });
  } catch (error) {
    unchecked.push(`the watcher at ${url}: ${getMessage(error)}`);
  }
}

function getMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
