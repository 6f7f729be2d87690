/** Languages of screens and mails. */
export const LANGUAGES = ['en', 'es'] as const;

export type Language = (typeof LANGUAGES)[number];

/**
 * First language of an `Accept-Language` header (RFC 9110, 12.5.4) that Glasspool has; English when it has none of them. Browsers list
 * languages by preference, so weights are not compared.
 */
export function chooseLanguage(header: string | undefined): Language {
  const tags = (header ?? '').toLowerCase().split(',');
  const primary = tags.map((tag) => tag.trim().split(/[-;]/)[0]);
  for (const tag of primary) {
    const found = LANGUAGES.find((language) => language === tag);
    if (found !== undefined) return found;
  }
  return 'en';
}
