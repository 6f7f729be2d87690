import { NoInput } from '../common.contract.ts';
import { publicProcedure } from '../trpc.ts';
import { GetContactsOutput } from './get-contacts.contract.ts';

/** Contacts of the operator, from the settings of the program. Anyone. */
export const getContacts = publicProcedure
  .input(NoInput)
  .output(GetContactsOutput)
  .query(({ ctx }) => ({ ...ctx.deps.settings.contacts }));
