// Goal: wrong settings stop the start with one line a mistake, and no setting leads to a network where tokens have value.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { loadConfig, readDatabaseUrl, readSmtpUrl } from './config.ts';
import { ConfigError } from './config-error.ts';
import { readEnv, SECRET_SETTINGS } from './env.ts';
import { LOCAL_DEFAULTS, SETTING_NAMES } from './settings.ts';

const TESTNET = {
  NETWORK: 'testnet',
  BSC_RPC_URL: 'https://bsc.example.org',
  USDT_CONTRACT: `0x${'11'.repeat(20)}`,
  TRON_RPC_URL: 'https://tron.example.org',
  PUBLIC_URL: 'https://pool.example.org',
  TRUSTED_PROXIES: '127.0.0.1',
  KEYSTORE_PASSWORD: 'a long password',
  SMTP_URL: 'smtp://mail.example.org',
  MAIL_FROM: 'Pool <no-reply@pool.example.org>',
  SUPPORT_EMAIL: 'support@pool.example.org',
  SUPPORT_PHONE: '+1 555 0199',
  COMMUNITY_URL: 'https://community.example.org',
};
const EXAMPLE = join(import.meta.dirname, '../../../../.env.example');

describe('the configuration', () => {
  it('needs no setting on a local network', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      network: 'local',
      http: { host: '127.0.0.1', port: 3000 },
    });
    expect(readDatabaseUrl(config.dataDir, {})).toBe(`sqlite:${config.dataDir}/glasspool.db`);
    expect(config.pool.firstTerms.targetRatePpm).toBe(20_000);
    expect(config.pool.withdrawalReviewMicro).toEqual({ USDT: 1_000_000_000n, TRX: 10_000_000_000n });
  });

  it.each(['mainnet', 'bsc', 'LOCAL', ''])(
    'knows no network called %j besides local and testnet',
    (network) => {
      if (network === '') expect(loadConfig({ NETWORK: network }).network).toBe('local');
      else expect(() => loadConfig({ NETWORK: network })).toThrow('must be local or testnet');
    },
  );

  it('names every mistake on a line of its own', () => {
    const load = () =>
      loadConfig({ PORT: '70000', LOG_LEVEL: 'loud', WITHDRAWAL_MIN_USDT: '1e3', DATABASE_URL: 'mysql://x' });
    expect(load).toThrow(ConfigError);
    expect(load).toThrow(/PORT: .*\n.*DATABASE_URL: .*|DATABASE_URL: .*\n.*PORT: .*/s);
    expect(load).toThrow(/LOG_LEVEL/);
    expect(load).toThrow(/WITHDRAWAL_MIN_USDT/);
  });

  it('names what a test network needs', () => {
    expect(() => loadConfig({ NETWORK: 'testnet' })).toThrow(
      /BSC_RPC_URL.*\n.*USDT_CONTRACT.*\n.*TRON_RPC_URL.*\n.*PUBLIC_URL.*\n.*KEYSTORE_PASSWORD.*\n.*SMTP_URL/,
    );
    expect(loadConfig(TESTNET).chains).toMatchObject({
      network: 'testnet',
      bscUrls: [TESTNET.BSC_RPC_URL],
    });
  });

  it('names the proxies in front, and refuses https without one', () => {
    const load = (proxies: string) => loadConfig({ ...TESTNET, TRUSTED_PROXIES: proxies }).trustedProxies;
    expect(load('127.0.0.1, 10.0.0.0/8,::1')).toEqual(['127.0.0.1', '10.0.0.0/8', '::1']);
    expect(() => load('')).toThrow(/TRUSTED_PROXIES: needed where PUBLIC_URL begins with https/);
    for (const wrong of ['proxy.example.org', '0.0.0.0/0', '10.0.0.0/33', '10.0.0.0/8/8', '127.0.0.1,'])
      expect(() => load(wrong)).toThrow(/TRUSTED_PROXIES.*must be addresses/);
    expect(loadConfig({}).trustedProxies).toEqual([]);
  });

  it('takes several nodes of a chain, and refuses anything among them that is no address', () => {
    const two = { ...TESTNET, BSC_RPC_URL: 'https://one.example.org, https://two.example.org' };
    expect(loadConfig(two).chains).toMatchObject({
      bscUrls: ['https://one.example.org', 'https://two.example.org'],
      tronNodes: [{ rpcUrl: TESTNET.TRON_RPC_URL, solidityUrl: undefined }],
    });
    const broken = { ...TESTNET, TRON_RPC_URL: 'https://one.example.org,two' };
    expect(() => loadConfig(broken)).toThrow(/TRON_RPC_URL.*must be a URL/);
    const twice = { ...TESTNET, BSC_RPC_URL: 'https://one.example.org,https://one.example.org' };
    expect(() => loadConfig(twice)).toThrow(/BSC_RPC_URL.*names a node twice/);
  });

  it('pairs the two ports of TRON nodes, and refuses a list of another length', () => {
    const ports = {
      TRON_RPC_URL: 'http://a:8090,http://b:8090',
      TRON_SOLIDITY_URL: 'http://a:8091,http://b:8091',
    };
    expect(loadConfig({ ...TESTNET, ...ports }).chains).toMatchObject({
      tronNodes: [
        { rpcUrl: 'http://a:8090', solidityUrl: 'http://a:8091' },
        { rpcUrl: 'http://b:8090', solidityUrl: 'http://b:8091' },
      ],
    });
    const unequal = { ...TESTNET, ...ports, TRON_RPC_URL: 'http://a:8090' };
    expect(() => loadConfig(unequal)).toThrow(/TRON_SOLIDITY_URL.*in the same order/);
  });

  it('takes no depth of zero for finality: openware/peatio#1248', () => {
    // Pitfall: no confirmations in the settings (openware/peatio#1248)
    expect(() => loadConfig({ ...TESTNET, BSC_STALLED_AFTER_BLOCKS: '0' })).toThrow(
      /BSC_STALLED_AFTER_BLOCKS/,
    );
  });

  it.each(Object.entries(LOCAL_DEFAULTS))('refuses the default of %s on a test network', (name, value) => {
    expect(() => loadConfig({ ...TESTNET, [name]: value })).toThrow(`${name}: needed with NETWORK=testnet`);
  });

  it('has all its settings in .env.example, with their defaults, for Node and for systemd', () => {
    const text = readFileSync(EXAMPLE, 'utf8');
    const example = parseEnv(text);
    expect(Object.keys(example).sort()).toEqual([...SETTING_NAMES].sort());
    expect(loadConfig(example)).toEqual(loadConfig({}));
    // systemd.exec(5), EnvironmentFile: a value with spaces is quoted, and nothing is expanded.
    // ASVS 2.1.3, 13.1.1
    for (const [name, value] of Object.entries(example))
      expect(text).toContain(/[\s<>$\\'"]/.test(value ?? '') ? `${name}="${value}"\n` : `${name}=${value}\n`);
  });

  it('is read from .env.example by a shell as well', () => {
    const print = 'set -a; . "$0"; env -0';
    const output = execFileSync('sh', ['-c', print, EXAMPLE], { env: {}, encoding: 'utf8' });
    const read = Object.fromEntries(output.split('\0').map((line) => line.split(/=(.*)/s).slice(0, 2)));
    expect(loadConfig(read)).toEqual(loadConfig({}));
    expect(read).toMatchObject({
      MAIL_FROM: LOCAL_DEFAULTS.MAIL_FROM,
      SUPPORT_PHONE: LOCAL_DEFAULTS.SUPPORT_PHONE,
    });
  });

  it('holds no secret: neither passwords nor the token of the metrics', () => {
    const secrets = {
      KEYSTORE_PASSWORD: 'a long keystore password',
      METRICS_TOKEN: 'a-token-of-the-metrics',
      DATABASE_URL: 'postgres://pool:a-database-password@db.example.org/pool',
      SMTP_URL: 'smtps://pool:a-mail-password@mail.example.org',
    };
    const config = loadConfig({ ...TESTNET, ...secrets });
    const text = JSON.stringify(config, (_key, value) => (typeof value === 'bigint' ? String(value) : value));
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret);
    expect(readDatabaseUrl(config.dataDir, secrets)).toBe(secrets.DATABASE_URL);
    expect(readSmtpUrl(secrets)).toBe(secrets.SMTP_URL);
  });
});

describe('a secret in a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glasspool-config-'));
  const path = join(folder, 'secret');
  afterEach(() => rmSync(path, { force: true }));

  it('is read whenever it is needed, without the end of its line', () => {
    const source = { DATABASE_URL_FILE: path };
    writeFileSync(path, 'postgres://pool:one@localhost/pool\n');
    expect(readDatabaseUrl('/data', source)).toBe('postgres://pool:one@localhost/pool');
    writeFileSync(path, 'postgres://pool:two@localhost/pool\r\n');
    expect(readDatabaseUrl('/data', source)).toBe('postgres://pool:two@localhost/pool');
  });

  it.each(SECRET_SETTINGS)('sets %s, and is refused beside the same setting in the environment', (name) => {
    writeFileSync(path, 'in the file');
    expect(readEnv([name], { [`${name}_FILE`]: path })).toEqual({ [name]: 'in the file' });
    expect(readEnv([name], { [name]: '', [`${name}_FILE`]: path })).toEqual({ [name]: 'in the file' });
    const twice = { [name]: 'in the environment', [`${name}_FILE`]: path };
    expect(() => readEnv([name], twice)).toThrow(ConfigError);
  });

  it('stops the start when its file is missing, and no other setting is read from a file', () => {
    expect(() => loadConfig({ SMTP_URL_FILE: path })).toThrow(/^SMTP_URL_FILE: .* cannot be read/);
    writeFileSync(path, '4000');
    expect(loadConfig({ PORT_FILE: path }).http.port).toBe(3000);
  });

  it('is held to the same rules', () => {
    writeFileSync(path, 'short');
    expect(() => loadConfig({ METRICS_TOKEN_FILE: path })).toThrow(/METRICS_TOKEN: must have at least 16/);
  });
});
