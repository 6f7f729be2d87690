import type { MailMessage } from '../deps.ts';

const RIBBON = 'Test network: tokens have no value';

/** A message of plain paragraphs, as text and as HTML, under the ribbon that every page and mail carries. */
export function composeMail(recipient: string, subject: string, paragraphs: readonly string[]): MailMessage {
  const text = [...paragraphs, RIBBON].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const html = `<!doctype html><html lang="en"><body style="font-family:sans-serif;color:#0C1A18"><p style="background:#FFD54A;color:#241C00;padding:8px">${RIBBON}</p>${body}</body></html>`;
  return { recipient, subject, text, html };
}

/**
 * Adds where the pool is to a composed message, as it leaves: a mail that waited names the address that is right by then. The digest of the
 * first manifest is there too, in hex, since a sent mail cannot be changed: a pool with another history does not have it.
 */
export function addFooter<Body extends Pick<MailMessage, 'text' | 'html'>>(
  body: Body,
  { poolUrl, firstDigest }: { poolUrl: string; firstDigest: string | undefined },
): Body {
  const lines = [`Glasspool: ${poolUrl}`];
  if (firstDigest !== undefined) lines.push(`First snapshot of its books: ${firstDigest}`);
  const text = [body.text, ...lines].join('\n\n');
  const html = body.html.replace(
    '</body>',
    `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body>`,
  );
  return { ...body, text, html };
}

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

/** A time as mails say it, such as `22 November 2026 at 10:56 UTC`: a mail does not know where its reader is. */
export function formatMailTime(timeMs: number): string {
  return `${TIME.format(timeMs)} UTC`;
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
