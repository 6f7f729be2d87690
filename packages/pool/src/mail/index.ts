export { enqueueAlert } from './enqueue-alert.ts';
export { enqueueMail } from './enqueue-mail.ts';
export { listMailbox } from './list-mailbox.ts';
export { sendMail } from './send-mail.ts';
export { composeMail, formatMailTime } from './templates.ts';
export { findWaitingMail } from './waiting-mail.ts';
