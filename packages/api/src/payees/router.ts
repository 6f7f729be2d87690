import type { TRPCRouterRecord } from '@trpc/server';
import { addPayee, getAddressBook, removePayee, setPaysListedOnly } from './payees.ts';

export const payeeRoutes = {
  addPayee,
  getAddressBook,
  removePayee,
  setPaysListedOnly,
} satisfies TRPCRouterRecord;
