// Goal: a process takes a role that exists, and refuses to start in one that lacks what it shares with the others.
import { describe, expect, it } from 'vitest';
import { loadConfig } from './config/config.ts';
import { assertRoleFits, readRole } from './roles.ts';

const SHARED = {
  NETWORK: 'local',
  SIGNER_SOCKET: '/run/signer.sock',
  LOCAL_CHAINS_URL: 'http://127.0.0.1:8545',
};
const POSTGRES = 'postgres://user@host/glasspool';

describe('the role of a process', () => {
  it('is everything unless it is named', () => {
    expect(readRole([])).toBe('all');
    expect(readRole(['--role', 'web'])).toBe('web');
    expect(readRole(['--role=worker'])).toBe('worker');
  });

  it.each([
    [['--role', 'boss'], 'there is no role boss'],
    [['--rule', 'web'], 'The only argument is --role'],
    [['web'], 'The only argument is --role'],
  ])('is refused where it is unknown: %j', (args, message) => {
    expect(() => readRole(args)).toThrow(message);
  });

  it.each(['web', 'worker'] as const)(
    '%s needs what the processes share, and says what is missing',
    (role) => {
      expect(() => assertRoleFits(role, loadConfig(SHARED), POSTGRES)).not.toThrow();
      expect(() => assertRoleFits(role, loadConfig(SHARED), 'sqlite:/data/glasspool.db')).toThrow(
        'DATABASE_URL',
      );
      for (const missing of ['SIGNER_SOCKET', 'LOCAL_CHAINS_URL']) {
        const config = loadConfig({ ...SHARED, [missing]: '' });
        expect(() => assertRoleFits(role, config, POSTGRES)).toThrow(missing);
      }
    },
  );

  it('needs nothing shared when it is the whole pool', () => {
    expect(() => assertRoleFits('all', loadConfig({}), 'sqlite:/data/glasspool.db')).not.toThrow();
  });

  it('takes no shared chains that are not of this machine', () => {
    for (const url of ['http://10.0.0.1:8545', 'https://127.0.0.1:8545', 'http://localhost.example.org:1'])
      expect(() => loadConfig({ ...SHARED, LOCAL_CHAINS_URL: url })).toThrow('LOCAL_CHAINS_URL');
  });
});
