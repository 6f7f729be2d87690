// Goal: what a wallet is asked to send is a transfer of the right token, on the right chain, to the right address. Method: beside ethers,
// which encodes the same by the ABI, over random amounts.
import { Interface } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BSC_ADDRESS } from '../../../testing/samples.ts';
import { describePayment, encodeTransfer } from './payment.ts';

const TOKEN = '0x5FbDB2315678afecb367f032d93F642f64180aa3';
const erc20 = new Interface(['function transfer(address to, uint256 value)']);

describe('a payment', () => {
  it('is encoded as ethers does', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 160n }), (units) => {
        expect(encodeTransfer(BSC_ADDRESS, units)).toBe(
          erc20.encodeFunctionData('transfer', [BSC_ADDRESS, units]),
        );
      }),
    );
  });

  it('is written as EIP-681 has it, with and without an amount', () => {
    const payment = { chainId: 97, token: TOKEN };
    expect(describePayment(payment, BSC_ADDRESS)).toBe(
      `ethereum:${TOKEN}@97/transfer?address=${BSC_ADDRESS}`,
    );
    expect(describePayment(payment, BSC_ADDRESS, 5n * 10n ** 18n)).toBe(
      `ethereum:${TOKEN}@97/transfer?address=${BSC_ADDRESS}&uint256=5000000000000000000`,
    );
  });
});
