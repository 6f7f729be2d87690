// Renders a part of the app against a server that a test makes up with msw, for faults that the real one does not give.
import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { POOL_ERRORS } from '@glasspool/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { httpLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactElement } from 'react';
import { type InitialEntry, MemoryRouter } from 'react-router-dom';
import { getRequestHeaders, requestLink } from '../api/request-link.ts';
import { trpc } from '../api/trpc.ts';

const ORIGIN = 'http://glasspool.test';

type Outputs = inferRouterOutputs<LocalAppRouter>;
type Inputs = inferRouterInputs<LocalAppRouter>;
type Area = keyof Outputs & keyof Inputs & string;

/** Answers what a test said. The mailbox of the local network is empty in all of them: every step that waits for mail asks it. */
export const mockServer = setupServer(answers('dev', 'mailbox', { data: [] }));

/** Answers a procedure. The answer has the procedure's own type, so that a changed contract breaks the test. */
export function answers<A extends Area, P extends keyof Outputs[A] & string>(
  area: A,
  procedure: P,
  output: Outputs[A][P],
) {
  return http.all(`${ORIGIN}/trpc/${area}.${procedure}`, () =>
    HttpResponse.json({ result: { data: transformer.output.serialize(output) } }),
  );
}

/** Never answers a procedure, and counts how often it was called. */
export function waits<A extends Area, P extends keyof Outputs[A] & string>(area: A, procedure: P) {
  let calls = 0;
  const handler = http.all(`${ORIGIN}/trpc/${area}.${procedure}`, async () => {
    calls += 1;
    await new Promise(() => undefined);
  });
  return { handler, countCalls: () => calls };
}

/** Answers a procedure and keeps the inputs that it was called with, and the keys of the requests. */
export function records<A extends Area, P extends keyof Outputs[A] & string>(
  area: A,
  procedure: P,
  output: Outputs[A][P],
) {
  const inputs: unknown[] = [];
  const keys: (string | null)[] = [];
  const handler = http.all(`${ORIGIN}/trpc/${area}.${procedure}`, async ({ request }) => {
    inputs.push(
      request.method === 'GET'
        ? JSON.parse(new URL(request.url).searchParams.get('input') ?? 'null')
        : await request.json(),
    );
    keys.push(request.headers.get('idempotency-key'));
    return HttpResponse.json({ result: { data: transformer.output.serialize(output) } });
  });
  return { handler, inputs, keys };
}

/** Fails a procedure as the server would, or, without a message, as a network that is gone. */
export function fails<A extends Area, P extends keyof Outputs[A] & string>(
  area: A,
  procedure: P,
  failure?: {
    message: string;
    poolCode: string;
    status: number;
    details?: Record<string, string | number>;
    issues?: { path: string; message: string }[];
  },
) {
  return http.all(`${ORIGIN}/trpc/${area}.${procedure}`, () => {
    if (failure === undefined) return HttpResponse.error();
    const { message, poolCode, status, details = {}, issues = [] } = failure;
    const error = {
      message,
      code: -32_600,
      data: { poolCode, field: getField(poolCode), details, issues, requestId: 'req-1', httpStatus: status },
    };
    return HttpResponse.json({ error: transformer.output.serialize(error) }, { status });
  });
}

/** Field that the server names with a refusal. */
function getField(poolCode: string): string | undefined {
  const known = Object.entries(POOL_ERRORS).find(([code]) => code === poolCode)?.[1];
  return known !== undefined && 'field' in known ? known.field : undefined;
}

/** Takes the calls of a procedure, keeps the keys of the requests, and answers none: each may have been carried out. */
export function loses<A extends Area, P extends keyof Outputs[A] & string>(area: A, procedure: P) {
  const keys: (string | null)[] = [];
  const handler = http.all(`${ORIGIN}/trpc/${area}.${procedure}`, ({ request }) => {
    keys.push(request.headers.get('idempotency-key'));
    return HttpResponse.error();
  });
  return { handler, keys };
}

export function renderWithServer(element: ReactElement, ...entries: InitialEntry[]) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = trpc.createClient({
    links: [
      requestLink(),
      httpLink({ url: `${ORIGIN}/trpc`, transformer, headers: ({ op }) => getRequestHeaders(op) }),
    ],
  });
  const rendered = render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter {...(entries.length > 0 && { initialEntries: entries })}>{element}</MemoryRouter>
      </QueryClientProvider>
    </trpc.Provider>,
  );
  return { ...rendered, queryClient };
}
