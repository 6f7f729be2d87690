import { z } from 'zod';

export const GetMeOutput = z.object({
  user: z.object({
    id: z.string(),
    userName: z.string(),
    email: z.string(),
    roles: z.array(z.enum(['user', 'admin', 'auditor'])),
    referralCode: z.string(),
    referredBy: z.string().nullable(),
    referredUsers: z.array(z.string()),
  }),
});
