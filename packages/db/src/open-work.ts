// Predicates of the partial indexes that hold open work. SQLite uses such an index only for a query that repeats the predicate with the
// same literals, so every query over open work has one of these beside its own conditions.
import { isUnderWay, WITHDRAWAL_STATES } from '@glasspool/core';
import { sql } from 'kysely';

const openStates = sql.join(WITHDRAWAL_STATES.filter(isUnderWay).map((state) => sql.lit(state)));

/** A withdrawal whose money is on hold: index withdrawal_open_idx. */
export const isOpenWithdrawal = sql<boolean>`withdrawal.state in (${openStates})`;

/** An address of a sweep that waits, moves or has to return coins: index sweep_item_open_idx. */
export const isOpenSweepItem = sql<boolean>`(sweep_item.state in ('waiting', 'topping-up', 'moving') or sweep_item.returns_gas = 1)`;

/** Something that was signed and that the chain has not decided: index outgoing_open_idx. */
export const isOpenOutgoing = sql<boolean>`outgoing.state in ('open', 'watched')`;

/** A payment that replaced blocks have lost, until an admin gives it back: index outgoing_lost_idx. */
export const isLostOutgoing = sql<boolean>`outgoing.state = 'lost'`;

/** Admins and auditors: index user_staff_idx. */
export const isStaff = sql<boolean>`"user".role <> 'user'`;
