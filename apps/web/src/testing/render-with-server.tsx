// Renders a part of the app against a server that a test makes up with msw, for faults that the real one does not give.
import type { LocalAppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { httpLink } from '@trpc/client';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { trpc } from '../api/trpc.ts';

const ORIGIN = 'http://glasspool.test';

type Outputs = inferRouterOutputs<LocalAppRouter>;
type Inputs = inferRouterInputs<LocalAppRouter>;
type Area = keyof Outputs & keyof Inputs & string;

export const mockServer = setupServer();

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

/** Fails a procedure as the server would, or, without a message, as a network that is gone. */
export function fails<A extends Area, P extends keyof Outputs[A] & string>(
  area: A,
  procedure: P,
  failure?: { message: string; poolCode: string; status: number },
) {
  return http.all(`${ORIGIN}/trpc/${area}.${procedure}`, () => {
    if (failure === undefined) return HttpResponse.error();
    const { message, poolCode, status } = failure;
    const error = {
      message,
      code: -32_600,
      data: { poolCode, issues: [], requestId: 'req-1', httpStatus: status },
    };
    return HttpResponse.json({ error: transformer.output.serialize(error) }, { status });
  });
}

export function renderWithServer(element: ReactElement) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const client = trpc.createClient({ links: [httpLink({ url: `${ORIGIN}/trpc`, transformer })] });
  return render(
    <trpc.Provider client={client} queryClient={queryClient}>
      <QueryClientProvider client={queryClient}>
        <MemoryRouter>{element}</MemoryRouter>
      </QueryClientProvider>
    </trpc.Provider>,
  );
}
