import { dictionary } from '@zxcvbn-ts/language-common';

const MOST_COMMON = 10_000;

/** The most common passwords of published leaks, in lower case. The list is sorted by how common they are. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  dictionary['passwords-common'].slice(0, MOST_COMMON),
);
