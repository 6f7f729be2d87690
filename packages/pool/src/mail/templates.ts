import type { MailMessage } from '../deps.ts';

const RIBBON = 'Test network: tokens have no value';

/** A message of plain paragraphs, as text and as HTML, under the ribbon that every page and mail carries. */
export function composeMail(recipient: string, subject: string, paragraphs: readonly string[]): MailMessage {
  const text = [...paragraphs, RIBBON].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#0C1A18"><p style="background:#FFD54A;color:#241C00;padding:8px">${RIBBON}</p>${body}</body></html>`;
  return { recipient, subject, text, html };
}

function escapeHtml(text: string): string {
  const entities = new Map([
    ['&', '&amp;'],
    ['<', '&lt;'],
    ['>', '&gt;'],
    ['"', '&quot;'],
  ]);
  return text.replace(/[&<>"]/g, (character) => entities.get(character) ?? character);
}
