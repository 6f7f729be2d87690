// Goal: the seed is made once, its words are shown once, its password can change, and every mistake says what to do.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deriveKeys } from '@glasspool/chains/keys';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeKeystorePassword, readMnemonic, takeWords } from './keystore-file.ts';

const PASSWORD = 'a long enough password';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'glasspool-keystore-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const hotWallet = (password = PASSWORD): string =>
  Buffer.from(deriveKeys(readMnemonic(folder, password)).BSC.publicKey(0)).toString('hex');

/** The words that are shown, in their order. */
async function showWords(password: string): Promise<string[]> {
  let words = '';
  const show = async (mnemonic: string): Promise<void> => {
    words = mnemonic;
  };
  await takeWords(folder, { password, now: Date.UTC(2026, 10, 21), show });
  return words.split(' ');
}

describe('the keystore file', () => {
  it('is made at the first start, for its owner alone, and is the same at the next', () => {
    const first = hotWallet();
    expect(hotWallet()).toBe(first);
    expect(statSync(join(folder, 'keystore.json')).mode & 0o777).toBe(0o600);
  });

  it('shows its words once, and goes on as before', async () => {
    const before = hotWallet();
    expect(await showWords(PASSWORD)).toHaveLength(24);
    await expect(showWords(PASSWORD)).rejects.toThrow('The words were shown on 2026-11-21');
    expect(hotWallet()).toBe(before);
    expect(statSync(join(folder, 'keystore.json')).mode & 0o777).toBe(0o600);
  });

  it('shows its words again when they could not be written', async () => {
    hotWallet();
    const show = () => Promise.reject(new Error('ENOSPC'));
    await expect(takeWords(folder, { password: PASSWORD, now: 1, show })).rejects.toThrow('ENOSPC');
    expect(await showWords(PASSWORD)).toHaveLength(24);
  });

  it('changes its password, and remembers that its words were shown', async () => {
    const before = hotWallet();
    await showWords(PASSWORD);
    changeKeystorePassword(folder, { from: PASSWORD, to: 'another long password' });
    expect(hotWallet('another long password')).toBe(before);
    expect(() => hotWallet()).toThrow('KEYSTORE_PASSWORD is wrong');
    await expect(showWords('another long password')).rejects.toThrow('are shown once');
  });

  it('stays as it is when the password given for a change is wrong', () => {
    hotWallet();
    const text = readFileSync(join(folder, 'keystore.json'), 'utf8');
    expect(() => changeKeystorePassword(folder, { from: 'not this one', to: 'x' })).toThrow(
      'KEYSTORE_PASSWORD is wrong',
    );
    expect(readFileSync(join(folder, 'keystore.json'), 'utf8')).toBe(text);
  });

  it('says what to do when it is missing or damaged', async () => {
    await expect(showWords(PASSWORD)).rejects.toThrow('The first start makes it.');
    writeFileSync(join(folder, 'keystore.json'), '{"version": 1');
    expect(() => hotWallet()).toThrow('Restore it from its copy.');
  });
});
