// Goal: no page of another site reaches a local pool by a domain name that leads to this machine.
import { describe, expect, it } from 'vitest';
import { isForeignCall, isLocalHost } from './local-hosts.ts';

describe('the Host header of a local pool', () => {
  it.each([
    ['localhost:3000', true],
    ['LOCALHOST', true],
    ['pool.localhost:3000', true],
    ['127.0.0.1:3000', true],
    ['[::1]:3000', true],
    ['192.168.1.20:3000', true],
    ['pool.lan', true],
    ['pool.lan:3000', true],
    ['evil.example.org:3000', false],
    ['localhost.evil.example.org', false],
    ['127.0.0.1.evil.example.org', false],
    ['evil.example.org#localhost', false],
    ['localhost@evil.example.org', false],
    ['', false],
    [undefined, false],
  ])('%s is taken: %s', (host, expected) => {
    expect(isLocalHost(host, 'http://pool.lan:3000')).toBe(expected);
  });
});

describe('a call to a local pool', () => {
  it.each([
    ['/trpc/dev.runExperiment?input=%7B%7D', 'cross-site', true],
    ['/trpc/dev.runExperiment?input=%7B%7D', 'same-site', true],
    ['/trpc/wallets.listWallets,dev.mailbox', 'cross-site', true],
    ['/api/dev/mailbox', 'cross-site', true],
    ['/trpc/dev.runExperiment?input=%7B%7D', 'same-origin', false],
    ['/trpc/dev.runExperiment?input=%7B%7D', 'none', false],
    ['/trpc/dev.runExperiment?input=%7B%7D', undefined, false],
    ['/api/transparency', 'cross-site', false],
    ['/', 'cross-site', false],
  ])('is foreign for %s from %s: %s', (path, site, expected) => {
    expect(isForeignCall(path, { 'sec-fetch-site': site })).toBe(expected);
  });
});
