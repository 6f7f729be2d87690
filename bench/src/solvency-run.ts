// One measurement of `npm run bench -- solvency`, in a process of its own, so that its memory is its own: the time, and the most memory
// that the process ever held.

import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { createLiabilitiesTree } from '@galoymoney/proof-of-sats';
import type { UserId } from '@glasspool/core';
import { SeededRandom } from '@glasspool/core/testing';
import { createHasher, NODE_BYTES, TreeBuilder, toHex } from '@glasspool/proof';
import { LeafFile, type WrittenLeaves } from '@glasspool/solvency';
import { fastSha256 } from './fast-sha256.ts';
import { findUserWithMost, measurePath, type PathCost } from './solvency-path.ts';

const [, , what, count = '0', file = ''] = process.argv;
const users = Number(count);

/** Facts of the file for its manifest. */
export interface Built {
  readonly leafCount: number;
  readonly rootDigest: string;
  readonly usdt: string;
  readonly trx: string;
  readonly fileDigest: string;
  readonly paths: readonly PathCost[];
}

function* liabilities() {
  for (let index = 0; index < users; index += 1) {
    // Ids of the right length; nothing reads them but the nonce.
    const userId = `usr_${String(index).padStart(26, '0')}` as UserId;
    // One currency each, as the other package has it.
    yield { userId, email: `user${index}@example.org`, usdt: BigInt(1_000_000 + index), trx: 0n };
  }
}

async function build(): Promise<{ leaves: LeafFile; written: WrittenLeaves }> {
  const leaves = new LeafFile({
    snapshotNumber: 1,
    random: new SeededRandom(1),
    computeNonce: (userId) => fastSha256(Buffer.from(userId)),
    hash: fastSha256,
  });
  for (const liability of liabilities()) leaves.add(liability);
  const out = createWriteStream(file);
  let written: WrittenLeaves | undefined;
  for (const chunk of leaves.write((result) => (written = result)))
    if (!out.write(chunk)) await once(out, 'drain');
  out.end();
  await once(out, 'finish');
  if (written === undefined) throw new Error('The leaf file has no end.');
  return { leaves, written };
}

function describe({ leaves, written }: { leaves: LeafFile; written: WrittenLeaves }): Built {
  const { root, digest } = written;
  const most = findUserWithMost(leaves, users);
  return {
    leafCount: leaves.leafCount,
    rootDigest: toHex(root.digest),
    usdt: String(root.usdt),
    trx: String(root.trx),
    fileDigest: toHex(digest),
    paths: [0, most].map((user) => measurePath(file, { leaves, written, user })),
  };
}

/** As the auditor does it: every leaf read, hashed and added up. */
async function verify(): Promise<void> {
  const tree = new TreeBuilder();
  const hasher = createHasher();
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: NODE_BYTES * 4_096 })) {
    hasher.update(chunk);
    const bytes = Buffer.concat([rest, chunk]);
    let at = 0;
    for (; at + NODE_BYTES <= bytes.length; at += NODE_BYTES)
      tree.pushEncoded(new DataView(bytes.buffer, bytes.byteOffset), at);
    rest = bytes.subarray(at);
  }
  tree.finish();
}

function buildOther(): void {
  createLiabilitiesTree(
    Array.from({ length: users }, (_, index) => ({ accountId: `user${index}`, balance: 1_000_000 + index })),
  );
}

const started = performance.now();
let made: Awaited<ReturnType<typeof build>> | undefined;
if (what === 'build') made = await build();
else if (what === 'verify') await verify();
else buildOther();
const ms = performance.now() - started;
const peakBytes = process.resourceUsage().maxRSS * 1024;
process.send?.({ ms, peakBytes, built: made && describe(made) });
