/** Entries of a list that its total counts and its page numbers reach: a bound on what a page costs in a large pool. */
export const COUNTED_MAX = 10_000;
