// A typed client: the same procedures as the pages call, with their types, amounts as bigint in micro-units.
//   GLASSPOOL_API_KEY=gpk_... npm run typed --workspace @glasspool/examples
import { createGlasspoolClient, findRefusal, formatAmount } from '@glasspool/api/client';

const pool = createGlasspoolClient({
  url: process.env['GLASSPOOL_URL'] ?? 'http://localhost:3000',
  token: process.env['GLASSPOOL_API_KEY'],
});

const { user } = await pool.auth.getMe.query();
console.log(`${user.userName} invited ${user.referredUsers.length} people`);

// Amounts of two currencies are never added up.
const { investments } = await pool.investments.listInvestments.query();
for (const currency of ['USDT', 'TRX'] as const) {
  const own = investments.filter((one) => one.currency === currency);
  const sumMicro = own.reduce((sum, { investedAmount }) => sum + investedAmount, 0n);
  console.log(`${formatAmount(sumMicro)} ${currency} in ${own.length} investments`);
}

try {
  await pool.users.updateProfile.mutate({ userName: 'Robot' });
} catch (error) {
  const refusal = findRefusal(error);
  if (refusal === undefined) throw error;
  console.log(`refused: ${refusal.code}`);
}
