import { ACCOUNT_ERRORS } from './account-errors.ts';
import { CALL_ERRORS } from './call-errors.ts';
import { MONEY_ERRORS } from './money-errors.ts';

/** Every way in which a rule of the product can refuse. The code names the rule. */
export const POOL_ERRORS = { ...CALL_ERRORS, ...ACCOUNT_ERRORS, ...MONEY_ERRORS } as const;
