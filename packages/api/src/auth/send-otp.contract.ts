import { Email } from '@glasspool/core';
import { z } from 'zod/mini';

export const SendOtpInput = z.strictObject({ email: Email });
export const SendOtpOutput = z.object({ message: z.string(), resendAfter: z.number() });
