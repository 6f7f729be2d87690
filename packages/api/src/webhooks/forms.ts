import { z } from 'zod/mini';
import { CurrentPassword } from '../account/forms.ts';

const URL_LENGTH_MAX = 500;

export const CreateWebhookInput = z.strictObject({
  url: z
    .string({ error: 'Enter the URL that events are sent to.' })
    .check(
      z.minLength(1, { error: 'Enter the URL that events are sent to.' }),
      z.maxLength(URL_LENGTH_MAX, { error: `A URL has at most ${URL_LENGTH_MAX} characters here.` }),
    ),
  password: CurrentPassword,
});
