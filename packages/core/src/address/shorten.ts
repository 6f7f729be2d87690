/** An address shortened for lists: its first and last 10 characters. */
export function shortenMiddle(text: string, keep = 10): string {
  return text.length > keep * 2 ? `${text.slice(0, keep)}…${text.slice(-keep)}` : text;
}
