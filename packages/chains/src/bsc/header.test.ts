// Goal: a header is proved by all of its fields, whatever fork it is of, and by no others.
// Method: a real header of the BSC test network; blocks of a go-ethereum 1.17 with a genesis of its own at each of four forks.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { encodeHeader } from './header.ts';
import { computeReceiptsRoot, ReceiptList } from './receipts.ts';

const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;
const NO_BLOOM = `0x${'0'.repeat(512)}`;

/** Block 26,803 of the BSC test network, as a node of getblock.io answered. */
const REAL = {
  difficulty: '0x2',
  extraData:
    '0xd983010000846765746889676f312e31322e3137856c696e7578000000000000c3daa60d95817e2789de3eafd44dc354fe804bf5f08059cde7c86bc1215941d022bf9609ca1dee2881baf2144aa93fc80082e6edd0b9f8eac16f327e7d59f16500',
  gasLimit: '0x1c9c380',
  gasUsed: '0x0',
  hash: '0xc3fa2927a8e5b7cfbd575188a30c34994d3356607deb4c10d7fefe0dd5cdcc83',
  logsBloom: NO_BLOOM,
  miner: '0x35552c16704d214347f29fa77f77da6d75d7c752',
  mixHash: word(0),
  nonce: '0x0000000000000000',
  number: '0x68b3',
  parentHash: '0xbf4d16769b8fd946394957049eef29ed938da92454762fc6ac65e0364ea004c7',
  receiptsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  sha3Uncles: '0x1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347',
  size: '0x261',
  stateRoot: '0x7b5a72075082c31ec909afe5c5df032b6e7f19c686a9a408a2cb6b75dec072a3',
  timestamp: '0x5f080818',
  totalDifficulty: '0xd167',
  transactions: [],
  transactionsRoot: '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421',
  uncles: [],
};

describe('a header of the BSC test network', () => {
  it('hashes to the hash of its block, and to no other with any field changed or left out', () => {
    expect(encodeHeader(REAL)).toMatch(/^0xf90/);
    expect(computeReceiptsRoot([])).toBe(REAL.receiptsRoot);
    const { size: _, totalDifficulty: __, transactions: ___, uncles: ____, ...fields } = REAL;
    for (const [name, value] of Object.entries(fields)) {
      expect(
        encodeHeader({ ...REAL, [name]: `${value.slice(0, -1)}${value.endsWith('1') ? 2 : 1}` }),
        name,
      ).toBeUndefined();
      expect(encodeHeader({ ...REAL, [name]: undefined }), name).toBeUndefined();
    }
    expect(encodeHeader({ ...REAL, baseFeePerGas: '0x0' })).toBeUndefined();
  });
});

/** A block with one transfer after each fork that added fields, and its receipts, as go-ethereum 1.17 answers. */
const FORKS = z
  .array(
    z.object({ fork: z.string(), block: z.looseObject({ receiptsRoot: z.string() }), receipts: ReceiptList }),
  )
  .parse(JSON.parse(readFileSync(new URL('recorded/go-ethereum-1.17.json', import.meta.url), 'utf8')));

describe('a block of go-ethereum', () => {
  it.each(FORKS)(
    'is proved with the fields of $fork, and with none of them left out',
    ({ block, receipts }) => {
      expect(encodeHeader(block)).toMatch(/^0xf90/);
      expect(computeReceiptsRoot(receipts)).toBe(block.receiptsRoot);
      for (const name of [
        'baseFeePerGas',
        'withdrawalsRoot',
        'blobGasUsed',
        'excessBlobGas',
        'parentBeaconBlockRoot',
      ])
        expect(encodeHeader({ ...block, [name]: undefined }), name).toBeUndefined();
    },
  );
});
