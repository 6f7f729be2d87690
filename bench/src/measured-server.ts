/** Settings of a server that is measured: no limit is met, and withdrawals wait for a review, so that no chain is measured. */
export const MEASURED_SERVER = {
  NODE_ENV: 'production',
  RATE_LIMIT_FACTOR: '1000',
  LOCAL_BSC_BLOCK_MS: '1000',
  LOCAL_TRON_BLOCK_MS: '3000',
  WITHDRAWAL_REVIEW_USDT: '1',
  WITHDRAWAL_DAILY_CAP_USDT: '1000000000',
} as const;
