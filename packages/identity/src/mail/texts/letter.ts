/** Content of a mail before it is laid out: plain text, one string per paragraph. */
export interface Letter {
  readonly subject: string;
  readonly paragraphs: readonly string[];
}

/** Sum of money as a mail shows it: `amount` is already written out, without its currency. */
export interface MailAmount {
  readonly amount: string;
  readonly currency: string;
}
