/** Kept, because making one takes far longer than formatting with it. By places and language, so there are few. */
const formats = new Map<string, Intl.NumberFormat>();

function findFormat(places: number, locale: string): Intl.NumberFormat {
  const key = `${locale} ${places}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.NumberFormat(locale, {
    minimumFractionDigits: places,
    maximumFractionDigits: places,
    roundingMode: 'trunc',
    // Spanish leaves four digits together unless told otherwise: one rule for every amount.
    useGrouping: 'always',
  });
  formats.set(key, format);
  return format;
}

/** A decimal string for a screen: rounded toward zero to `places` decimals, thousands separated. */
export function displayDecimal(text: string, places: number, locale: string): string {
  const format = findFormat(places, locale);
  // Intl formats decimal strings exactly, while a number would lose digits. The type is TypeScript's own name for that.
  return format.format(text as Intl.StringNumericLiteral);
}
