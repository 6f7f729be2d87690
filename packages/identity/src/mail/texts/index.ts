import type { Language } from '@glasspool/core';
import { EN, type MailTexts } from './en.ts';
import { ES } from './es.ts';

export type { FactorChange, MailTexts } from './en.ts';
export type { Letter } from './letter.ts';

/** Texts of every mail, by language. */
export const MAIL_TEXTS: Readonly<Record<Language, MailTexts>> = { en: EN, es: ES };
