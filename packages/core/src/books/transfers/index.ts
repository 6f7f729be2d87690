// One function per cause of a transfer: it alone decides kind, reference and accounts.
export * from './corrections.ts';
export * from './deposits.ts';
export * from './investments.ts';
export * from './reserve.ts';
export * from './withdrawals.ts';
