import { NoInput } from '../common.contract.ts';
import { publicProcedure } from '../trpc.ts';
import { GetContactsOutput } from './get-contacts.contract.ts';

/** How to reach the operator, as the settings of the program say. Anyone. */
export const getContacts = publicProcedure
  .input(NoInput)
  .output(GetContactsOutput)
  .query(({ ctx }) => ({ ...ctx.deps.settings.contacts }));
