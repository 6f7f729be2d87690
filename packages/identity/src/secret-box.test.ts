// Goal: a sealed secret opens for its owner under its key, and is refused with any byte changed. Method: boxes with each byte changed once.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './secret-box.ts';

const SECRET = 'JBSWY3DPEHPK3PXP';
const deps = {
  random: { bytes: (length: number) => randomBytes(length), integer: () => 0, fraction: () => 0 },
  twoFactorKey: randomBytes(32),
};

describe('a sealed secret', () => {
  it('opens for its owner', () => {
    expect(openSecret(deps, 'usr_alice', sealSecret(deps, 'usr_alice', SECRET))).toBe(SECRET);
  });

  it('opens what was sealed before there were versions', () => {
    const box = sealSecret(deps, 'usr_alice', SECRET);
    expect(box).toMatch(/^1\./);
    // ASVS 11.2.2
    expect(openSecret(deps, 'usr_alice', box.slice(2))).toBe(SECRET);
  });

  it('opens for no one else, under no other key, and with no byte changed', () => {
    const box = sealSecret(deps, 'usr_alice', SECRET);
    expect(() => openSecret(deps, 'usr_bob', box)).toThrow();
    expect(() => openSecret({ twoFactorKey: randomBytes(32) }, 'usr_alice', box)).toThrow();
    const bytes = Buffer.from(box.slice(2), 'base64');
    for (let index = 0; index < bytes.length; index += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(index) ^ 1, index);
      // ASVS 11.3.1, 11.3.2, 11.3.3
      expect(() => openSecret(deps, 'usr_alice', `1.${changed.toString('base64')}`)).toThrow();
    }
  });

  it('is another one each time', () => {
    const boxes = Array.from({ length: 20 }, () => sealSecret(deps, 'usr_alice', SECRET));
    // ASVS 11.3.4
    expect(new Set(boxes.map((box) => box.slice(0, 18))).size).toBe(20);
  });
});
