import { saveText } from '../../components/frame/save-text.ts';
import type { KeptEntries } from './kept-entries.ts';

/** Saves a user's receipts of entries as a file that others judge a dispute by. */
export function saveReceipts(email: string, kept: KeptEntries): void {
  saveText('glasspool-receipts.json', JSON.stringify({ email, ...kept }));
}
