// A published story in the pool's own page: the server is the real one, what it would answer of snapshots is the story's.
import { transformer } from '@glasspool/api/transformer';
import { getOwnPart, type ToldLie } from '@glasspool/lab/lies';
import {
  AnchorFile,
  type KeptReceipt,
  manifestDigest,
  type OwnCheckOptions,
  readJson,
  sha256,
  toHex,
} from '@glasspool/proof';
import type { Page, Route } from 'playwright-core';

export const NEWEST = 2;

/** Answers of the pool to the user of a story, by the name of the procedure. */
type Answers = Readonly<Record<string, unknown>>;

/** Has the page be sent what a story publishes, and what its user is sent; and has the browser remember what that user kept. */
export async function showStory(page: Page, told: ToldLie, user: string): Promise<void> {
  const ownPart = told.ownPart ?? getOwnPart(told.pool, user, NEWEST);
  const answers = getAnswers(told, ownPart);
  await page.route('**/api/transparency/snapshots/*/*', (route) => {
    const [, name = ''] = new URL(route.request().url()).pathname.split('/api/transparency/snapshots/');
    const file = told.pool.files.get(name);
    return file === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: Buffer.from(file), contentType: 'application/octet-stream' });
  });
  await page.route('**/api/transparency/movements*', (route) => {
    const { movements } = told;
    return movements === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ json: { data: movements } });
  });
  await page.route('**/trpc/*', (route) => answerCalls(route, answers));
  await page.evaluate((kept) => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('seen_')) localStorage.removeItem(key);
    for (const [key, value] of kept) localStorage.setItem(key, value);
  }, keptBy(ownPart));
}

/** Answers the calls of a batch that a story answers, and passes the others on. */
async function answerCalls(route: Route, answers: Answers): Promise<void> {
  const url = new URL(route.request().url());
  const names = url.pathname.replace('/trpc/', '').split(',');
  if (!names.some((name) => name in answers)) return route.continue();
  const isBatch = url.searchParams.has('batch');
  const own = names.map((name) => ({ result: { data: transformer.output.serialize(answers[name]) } }));
  if (names.every((name) => name in answers)) return route.fulfill({ json: isBatch ? own : own[0] });
  const others: unknown = await (await route.fetch()).json();
  const sent = Array.isArray(others) ? others : [others];
  return route.fulfill({ json: names.map((name, index) => (name in answers ? own[index] : sent[index])) });
}

function getAnswers({ pool }: ToldLie, { email, proof, entries = [], history }: OwnCheckOptions): Answers {
  const anchor = pool.files.get(`${NEWEST}/anchor.json`);
  const { txHash } = anchor === undefined ? { txHash: null } : readJson(AnchorFile, anchor);
  const snapshot = {
    number: NEWEST,
    reason: 'daily',
    cutOffAt: 0,
    leaves: proof.leaves.length,
    entries: entries.length,
    manifestDigest: toHex(manifestDigest(proof.manifest)),
    anchorTxHash: txHash,
    verifiedBy: 0,
  };
  const meta = { page: 1, limit: 1, total: 1 };
  return {
    'transparency.listSnapshots': { data: [snapshot], meta, firstDigest: null },
    'transparency.getUserProof': { ...inHex(proof), email, anchorTxHash: txHash },
    'transparency.listOwnEntries': { data: entries.map(inHex), meta: { ...meta, total: entries.length } },
    'transparency.getConsistencyProof': { proof: (history?.proof ?? []).map(toHex) },
    'transparency.listEntryReceipts': { nonce: toHex(proof.nonce), data: [] },
    'transparency.recordVerified': {},
    // Asked for where no transaction is named; otherwise the page asks its node.
    'transparency.findAnchor': { anchor: null },
  };
}

/** Bytes in hex, all the way down. Amounts stay what they are. */
function inHex<Value extends object>(value: Value): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, partInHex(part)]));
}

function partInHex(part: unknown): unknown {
  if (part instanceof Uint8Array) return toHex(part);
  if (Array.isArray(part)) return part.map(partInHex);
  return typeof part === 'object' && part !== null ? inHex(part) : part;
}

/** Storage of this user's browser from earlier days, as `seen-receipt.ts` and `seen-manifest.ts` of the web app write it. */
function keptBy({ proof: { nonce }, earlier, history }: OwnCheckOptions): [string, string][] {
  const kept: [string, string][] = [];
  if (history !== undefined) kept.push(['seen_manifest', toHex(history.seenManifest)]);
  if (earlier !== undefined) {
    const { snapshotNumber, usdt, trx } = earlier;
    const { manifestDigest: digest, signature }: Partial<KeptReceipt> = earlier;
    const bytes = [digest ?? new Uint8Array(32), signature ?? new Uint8Array(64)].map(toHex);
    const key = `seen_receipt/${toHex(sha256(nonce)).slice(0, 32)}`;
    kept.push([key, [snapshotNumber, usdt, trx, ...bytes].join(' ')]);
  }
  return kept;
}
