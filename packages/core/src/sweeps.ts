/** The states of one address in a sweep (decisions.md 6). */
export const SWEEP_ITEM_STATES = ['waiting', 'topping-up', 'moving', 'swept', 'skipped'] as const;
export type SweepItemState = (typeof SWEEP_ITEM_STATES)[number];
