import type { Language } from '@glasspool/core';
import type { MailMessage } from '../deps.ts';
import { type Letter, MAIL_TEXTS, type MailTexts } from './texts/index.ts';

/** Chooses the letter to send, and fills in its facts, in the language of its reader. */
export type WriteLetter = (texts: MailTexts, formatTime: (timeMs: number) => string) => Letter;

/** Lays out a letter as text and as HTML, under the ribbon that every page and mail carries. */
export function composeMail(recipient: string, language: Language, write: WriteLetter): MailMessage {
  const texts = MAIL_TEXTS[language];
  const { subject, paragraphs } = write(texts, (timeMs) => formatMailTime(language, timeMs));
  const text = [...paragraphs, texts.ribbon].join('\n\n');
  const body = paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('');
  const html = `<!doctype html><html lang="${language}"><body style="font-family:sans-serif;color:#0C1A18"><p style="background:#FFD54A;color:#241C00;padding:8px">${texts.ribbon}</p>${body}</body></html>`;
  return { recipient, subject, text, html };
}

/**
 * Adds the address of the pool to a composed message as it leaves, so that a mail that waited names the current one. The digest of the
 * first manifest is added too, in hex: a sent mail cannot be changed, and a pool with another history has another digest.
 */
export function addFooter<Body extends Pick<MailMessage, 'text' | 'html'>>(
  body: Body,
  { poolUrl, firstDigest }: { poolUrl: string; firstDigest: string | undefined },
): Body {
  const language = body.html.includes('<html lang="es">') ? 'es' : 'en';
  const lines = [`Glasspool: ${poolUrl}`];
  if (firstDigest !== undefined) lines.push(MAIL_TEXTS[language].footerFirstSnapshot(firstDigest));
  const text = [body.text, ...lines].join('\n\n');
  const html = body.html.replace(
    '</body>',
    `${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</body>`,
  );
  return { ...body, text, html };
}

/** Time as mails show it, such as `22 November 2026 at 10:56 UTC`: the time zone of the reader is not known. */
function formatMailTime(language: Language, timeMs: number): string {
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const;
  return `${new Intl.DateTimeFormat(MAIL_TEXTS[language].locale, format).format(timeMs)} UTC`;
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
