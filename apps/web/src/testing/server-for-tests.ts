import { cleanup } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { mockServer } from './render-with-server.tsx';

/** Starts the made-up server for a file of tests, and tidies after each. A call that no test expects gets an error as its answer. */
export function withMockServer(): void {
  beforeAll(() => mockServer.listen({ onUnhandledFrame: 'error' }));
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    mockServer.resetHandlers();
  });
  afterAll(() => mockServer.close());
}
