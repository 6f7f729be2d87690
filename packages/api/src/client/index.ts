export { formatAmount, parseAmount } from './amounts.ts';
export { type ClientOptions, createGlasspoolClient, type GlasspoolClient } from './client.ts';
export { findRefusal, type Refusal } from './refusal.ts';
export type { AppRouter } from './router.ts';
