/** Has the browser save a text as a file. */
export function saveText(name: string, text: string, type = 'application/json'): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Rows as CSV (RFC 4180). The cells are the pool's own figures and names: none has a quote, a comma or a line break. */
export function writeCsv(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, ...rows].map((cells) => `${cells.join(',')}\r\n`).join('');
}
