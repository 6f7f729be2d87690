import { z } from 'zod';

export const CountUsersOutput = z.object({ totalUsers: z.number() });
