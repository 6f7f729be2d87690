/**
 * States of a reward run (docs/books.md): its due rewards are added up page by page, its share is fixed, its rewards are paid page by
 * page, and what rounding left is returned. Each step is one short transaction.
 */
export const REWARD_RUN_STATES = ['collecting', 'fixing', 'paying', 'closed'] as const;
export type RewardRunState = (typeof REWARD_RUN_STATES)[number];
