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

describe('the keystore file', () => {
  it('is made at the first start, for its owner alone, and is the same at the next', () => {
    const first = hotWallet();
    expect(hotWallet()).toBe(first);
    expect(statSync(join(folder, 'keystore.json')).mode & 0o777).toBe(0o600);
  });

  it('shows its words once, and goes on as before', () => {
    const before = hotWallet();
    expect(takeWords(folder, PASSWORD, Date.UTC(2026, 10, 21)).split(' ')).toHaveLength(24);
    expect(() => takeWords(folder, PASSWORD, 0)).toThrow('The words were shown on 2026-11-21');
    expect(hotWallet()).toBe(before);
    expect(statSync(join(folder, 'keystore.json')).mode & 0o777).toBe(0o600);
  });

  it('changes its password, and remembers that its words were shown', () => {
    const before = hotWallet();
    takeWords(folder, PASSWORD, 0);
    changeKeystorePassword(folder, { from: PASSWORD, to: 'another long password' });
    expect(hotWallet('another long password')).toBe(before);
    expect(() => hotWallet()).toThrow('KEYSTORE_PASSWORD is wrong');
    expect(() => takeWords(folder, 'another long password', 0)).toThrow('are shown once');
  });

  it('stays as it is when the password given for a change is wrong', () => {
    hotWallet();
    const text = readFileSync(join(folder, 'keystore.json'), 'utf8');
    expect(() => changeKeystorePassword(folder, { from: 'not this one', to: 'x' })).toThrow(
      'KEYSTORE_PASSWORD is wrong',
    );
    expect(readFileSync(join(folder, 'keystore.json'), 'utf8')).toBe(text);
  });

  it('says what to do when it is missing or damaged', () => {
    expect(() => takeWords(folder, PASSWORD, 0)).toThrow('The first start makes it.');
    writeFileSync(join(folder, 'keystore.json'), '{"version": 1');
    expect(() => hotWallet()).toThrow('Restore it from its copy.');
  });
});
