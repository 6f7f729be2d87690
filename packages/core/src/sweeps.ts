/** The states of one address in a sweep. */
export const SWEEP_ITEM_STATES = ['waiting', 'topping-up', 'moving', 'swept', 'skipped'] as const;
export type SweepItemState = (typeof SWEEP_ITEM_STATES)[number];
