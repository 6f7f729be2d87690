import { z } from 'zod';

export const GetContactsOutput = z.object({
  email: z.string(),
  phone: z.string(),
  communityUrl: z.string(),
});
