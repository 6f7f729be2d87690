// Every component test reads the whole English catalogue.
import { activateLanguage, loadTexts } from '../i18n/language.ts';

await activateLanguage('en');
await loadTexts('public', 'account', 'admin', 'app');
