export { deliverMail, type MailStep } from './deliver-mail.ts';
export { enqueueAlert } from './enqueue-alert.ts';
export { enqueueMail } from './enqueue-mail.ts';
export { listMailbox } from './list-mailbox.ts';
export { addFooter, composeMail } from './templates.ts';
export { findWaitingMail } from './waiting-mail.ts';
