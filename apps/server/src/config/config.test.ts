// Goal: wrong settings stop the start with one line a mistake, and no setting leads to a network where tokens have value.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig, SETTING_NAMES } from './config.ts';

const METRICS_TOKEN = 'a-token-of-the-metrics';
const TESTNET = {
  NETWORK: 'testnet',
  BSC_RPC_URL: 'https://bsc.example.org',
  USDT_CONTRACT: `0x${'11'.repeat(20)}`,
  TRON_RPC_URL: 'https://tron.example.org',
  PUBLIC_URL: 'https://pool.example.org',
  KEYSTORE_PASSWORD: 'a long password',
  SMTP_URL: 'smtp://mail.example.org',
};

describe('the settings', () => {
  it('need nothing on a local network', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      network: 'local',
      http: { host: '127.0.0.1', port: 3000 },
      databaseUrl: expect.stringMatching(/^sqlite:.*glasspool\.db$/),
    });
    expect(config.pool.targetRatePpm).toBe(20_000);
    expect(config.pool.withdrawalReviewMicro).toEqual({ USDT: 1_000_000_000n, TRX: 10_000_000_000n });
  });

  it.each(['mainnet', 'bsc', 'LOCAL', ''])('know no network called %j but the two', (network) => {
    if (network === '') expect(loadConfig({ NETWORK: network }).network).toBe('local');
    else expect(() => loadConfig({ NETWORK: network })).toThrow('must be local or testnet');
  });

  it('name every mistake on a line of its own', () => {
    const load = () =>
      loadConfig({ PORT: '70000', LOG_LEVEL: 'loud', WITHDRAWAL_MIN_USDT: '1e3', DATABASE_URL: 'mysql://x' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: .*\n.*DATABASE_URL: .*|DATABASE_URL: .*\n.*PORT: .*/s);
    expect(load).toThrow(/LOG_LEVEL/);
    expect(load).toThrow(/WITHDRAWAL_MIN_USDT/);
  });

  it('name what a test network needs', () => {
    expect(() => loadConfig({ NETWORK: 'testnet' })).toThrow(
      /BSC_RPC_URL.*\n.*USDT_CONTRACT.*\n.*TRON_RPC_URL.*\n.*PUBLIC_URL.*\n.*KEYSTORE_PASSWORD.*\n.*SMTP_URL/,
    );
    expect(loadConfig(TESTNET).chains).toMatchObject({
      network: 'testnet',
      bscUrls: [TESTNET.BSC_RPC_URL],
    });
  });

  it('take several nodes of a chain, and refuse what is no address among them', () => {
    const two = { ...TESTNET, BSC_RPC_URL: 'https://one.example.org, https://two.example.org' };
    expect(loadConfig(two).chains).toMatchObject({
      bscUrls: ['https://one.example.org', 'https://two.example.org'],
      tronUrls: [TESTNET.TRON_RPC_URL],
    });
    const broken = { ...TESTNET, TRON_RPC_URL: 'https://one.example.org,two' };
    expect(() => loadConfig(broken)).toThrow(/TRON_RPC_URL.*must be a URL/);
  });

  it('take no depth of zero for finality: openware/peatio#1248', () => {
    expect(() => loadConfig({ ...TESTNET, BSC_STALLED_AFTER_BLOCKS: '0' })).toThrow(
      /BSC_STALLED_AFTER_BLOCKS/,
    );
  });

  it('are all in .env.example, with their defaults', () => {
    const lines = readFileSync(join(import.meta.dirname, '../../../../.env.example'), 'utf8').split('\n');
    const example = Object.fromEntries(
      lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)),
    );
    expect(Object.keys(example).sort()).toEqual([...SETTING_NAMES].sort());
    expect(loadConfig(example)).toEqual(loadConfig({}));
  });

  it('hold neither the keystore’s password nor the token of the metrics', () => {
    const config = loadConfig({ ...TESTNET, METRICS_TOKEN });
    const text = JSON.stringify(config, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toContain(TESTNET.KEYSTORE_PASSWORD);
    expect(text).not.toContain(METRICS_TOKEN);
  });
});
