// Goal: a browser that refuses its storage, or has no room in it, loses nothing while the page is open. Method: the storage of jsdom, and one that throws.
import { afterEach, describe, expect, it, vi } from 'vitest';
import { browserStorage } from './storage.ts';

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

describe('the storage of the browser', () => {
  it('keeps things in the browser', () => {
    browserStorage.set('a/1', 'x');
    expect([localStorage.getItem('a/1'), browserStorage.get('a/1')]).toEqual(['x', 'x']);
    expect([browserStorage.listKeys('a/'), browserStorage.isBlocked()]).toEqual([['a/1'], false]);
    // Another tab changed it.
    localStorage.setItem('a/1', 'y');
    expect(browserStorage.get('a/1')).toBe('y');
    browserStorage.remove('a/1');
    expect(localStorage.getItem('a/1')).toBeNull();
  });

  it.each(['SecurityError', 'QuotaExceededError'])('keeps things in memory after a %s', (name) => {
    const refuse = (): never => {
      throw new DOMException('no', name);
    };
    if (name === 'SecurityError') vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(refuse);
    else vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse);
    browserStorage.set('a/1', 'x');
    expect([browserStorage.get('a/1'), browserStorage.listKeys('a/')]).toEqual(['x', ['a/1']]);
    expect(browserStorage.isBlocked()).toBe(name === 'SecurityError');
    browserStorage.remove('a/1');
    expect([browserStorage.get('a/1'), browserStorage.listKeys('a/')]).toEqual([null, []]);
  });
});
