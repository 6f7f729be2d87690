// A TRON development node in a process of its own, with many blocks and some transfers among them. Started by catch-up.ts, which it
// tells its address; it ends with it.
import { sendTestTrx, startTronNode } from '@glasspool/chains/local';

const BLOCK_MS = 3_000;
/** No block but those made here. */
const NEVER_MS = 2 ** 31 - 1;

const [blocksText = '0', ...receivers] = process.argv.slice(2);
const blocks = Number(blocksText);
let nowMs = Date.UTC(2026, 0, 1);
const node = await startTronNode({ blockIntervalMs: NEVER_MS, solidityLag: 3, now: () => nowMs });
const produce = (): void => {
  nowMs += BLOCK_MS;
  node.produceBlock();
};

for (const receiver of receivers) {
  for (let made = 1; made < blocks / receivers.length; made += 1) produce();
  await sendTestTrx(node.url, receiver, 250_000_000n);
  produce();
}
process.send?.(node.url);
process.on('disconnect', () => process.exit());
