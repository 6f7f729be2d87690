// A typed client: the same procedures as the pages call, with their types, amounts as bigint in micro-units.
//   GLASSPOOL_URL=http://localhost:3000 GLASSPOOL_API_KEY=gpk_... node examples/src/typed-client.ts
import type { AppRouter } from '@glasspool/api';
import { transformer } from '@glasspool/api/transformer';
import { createTRPCClient, httpBatchLink, TRPCClientError } from '@trpc/client';

const url = process.env['GLASSPOOL_URL'] ?? 'http://localhost:3000';
const apiKey = process.env['GLASSPOOL_API_KEY'] ?? '';

const pool = createTRPCClient<AppRouter>({
  links: [
    httpBatchLink({
      url: `${url}/trpc`,
      transformer,
      headers: () => ({ authorization: `Bearer ${apiKey}` }),
    }),
  ],
});

const { user } = await pool.auth.getMe.query();
console.log(`${user.userName} invited ${user.referredUsers.length} people`);

const { investments } = await pool.investments.listInvestments.query();
const investedMicro = investments.reduce((sum, { investedAmount }) => sum + investedAmount, 0n);
console.log(`${investedMicro} micro-units in ${investments.length} investments`);

try {
  await pool.users.updateProfile.mutate({ userName: 'Robot' });
} catch (error) {
  // The code is for programs and does not change.
  if (!(error instanceof TRPCClientError)) throw error;
  console.log(`refused: ${error.data.poolCode}`);
}
