import { Email } from '@glasspool/core';
import { z } from 'zod/mini';

export const RequestPasswordResetInput = z.strictObject({ email: Email });
export const RequestPasswordResetOutput = z.object({ message: z.string() });
