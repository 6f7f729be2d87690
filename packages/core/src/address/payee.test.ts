// Goal: money can only be sent to a well-formed address of the right network. Vectors: EIP-55's own, and TRON's USDT contract.
import { describe, expect, it } from 'vitest';
import { checkBscAddress, toChecksumAddress } from './bsc.ts';
import { parsePayeeAddress } from './payee.ts';
import { shortenMiddle } from './shorten.ts';
import { isTronAddress, TRON_ZERO_ADDRESS } from './tron.ts';

const EIP55_VECTORS = [
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
  '0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB',
  '0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb',
];
const TRON_ADDRESS = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const BSC_ADDRESS = EIP55_VECTORS[0] ?? '';

describe('BSC addresses', () => {
  it.each(EIP55_VECTORS)('accepts the EIP-55 vector %s in mixed and in one case', (address) => {
    expect(checkBscAddress(address)).toBe('valid');
    expect(toChecksumAddress(address.toLowerCase())).toBe(address);
    expect(checkBscAddress(address.toLowerCase())).toBe('valid');
  });

  it('finds a changed capital', () => {
    expect(checkBscAddress(BSC_ADDRESS.replace('A', 'a'))).toBe('wrong-checksum');
  });

  it.each(['', '0x', '0x12', `${BSC_ADDRESS} `, BSC_ADDRESS.replace('A', 'А'), `${BSC_ADDRESS}00`])(
    'refuses %j',
    (text) => {
      expect(checkBscAddress(text)).toBe('not-an-address');
    },
  );
});

describe('TRON addresses', () => {
  it('accepts a good one and refuses one changed character', () => {
    expect(isTronAddress(TRON_ADDRESS)).toBe(true);
    expect(isTronAddress(TRON_ADDRESS.replace('R7', 'R8'))).toBe(false);
    expect(isTronAddress(`0${TRON_ADDRESS.slice(1)}`)).toBe(false);
  });
});

describe('the payee of a withdrawal', () => {
  it.each([
    [TRON_ADDRESS, 'USDT', 'This is a TRON address; USDT is withdrawn on BSC (BEP20).'],
    [BSC_ADDRESS, 'TRX', 'This is a BSC (BEP20) address; TRX is withdrawn on TRON.'],
    [BSC_ADDRESS.replace('A', 'a'), 'USDT', 'checksum'],
    ['hello', 'USDT', 'not a valid BSC (BEP20) address'],
    ['hello', 'TRX', 'not a valid TRON address'],
    [`0x${'0'.repeat(40)}`, 'USDT', 'zero address'],
    [TRON_ZERO_ADDRESS, 'TRX', 'zero address'],
  ] as const)('%s for %s is refused: %s', (text, currency, message) => {
    expect(() => parsePayeeAddress(text, currency)).toThrow(message);
  });

  it.each([
    `0X${BSC_ADDRESS.slice(2).toUpperCase()}`,
    `ethereum:${BSC_ADDRESS}`,
    `ethereum:${BSC_ADDRESS}@97`,
    `ETHEREUM:0X${BSC_ADDRESS.slice(2).toUpperCase()}@31337`,
  ])('is read out of a QR code: %s', (text) => {
    expect(parsePayeeAddress(text, 'USDT')).toBe(BSC_ADDRESS);
  });

  it('is read out of a QR code of a TRON wallet, on TRON alone', () => {
    expect(parsePayeeAddress(`tron:${TRON_ADDRESS}`, 'TRX')).toBe(TRON_ADDRESS);
    expect(() => parsePayeeAddress(`tron:${TRON_ADDRESS}?amount=1`, 'TRX')).toThrow(
      'not a valid TRON address',
    );
    expect(() => parsePayeeAddress(`tron:${TRON_ADDRESS}`, 'USDT')).toThrow('This is a TRON address');
  });

  it.each([
    `ethereum:${BSC_ADDRESS}@1`,
    `ethereum:${BSC_ADDRESS}@56`,
    `ethereum:${BSC_ADDRESS}?value=1`,
    `ethereum:${BSC_ADDRESS}/transfer?address=${BSC_ADDRESS}`,
    `bitcoin:${BSC_ADDRESS}`,
  ])('is not half-read: %s', (text) => {
    expect(() => parsePayeeAddress(text, 'USDT')).toThrow('not a valid BSC (BEP20) address');
  });

  it('returns the checksum form', () => {
    expect(parsePayeeAddress(BSC_ADDRESS.toLowerCase(), 'USDT')).toBe(BSC_ADDRESS);
    expect(parsePayeeAddress(TRON_ADDRESS, 'TRX')).toBe(TRON_ADDRESS);
  });

  it('shortens to 10 and 10 characters', () => {
    expect(shortenMiddle(BSC_ADDRESS)).toBe('0x5aAeb605…E7Ef1BeAed');
  });
});
