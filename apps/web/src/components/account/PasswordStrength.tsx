import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';

const LEVELS = ['short', 'weak', 'fair', 'strong'] as const;
type Level = (typeof LEVELS)[number];

const LENGTH_MIN = 6;
const LENGTH_FAIR = 12;
const LENGTH_STRONG = 16;
const LETTERS_MIN = 6;

/** Strength of a password, by its length and number of different characters. Only the server refuses one. */
export function PasswordStrength({ password }: { password: string }) {
  if (password === '') return null;
  const level = measureStrength(password);
  const reached = LEVELS.indexOf(level);
  return (
    <div className="mt-2">
      <div aria-hidden className="flex gap-1.5">
        {LEVELS.slice(1).map((one, index) => (
          <span
            key={one}
            className={classNames('h-1 flex-1 rounded-full', index < reached ? 'bg-primary' : 'bg-line')}
          />
        ))}
      </div>
      <p role="status" className="mt-1.5 text-[13px]/[18px] text-text-2">
        {t(`password.strength.${level}`)}
      </p>
    </div>
  );
}

function measureStrength(password: string): Level {
  if (password.length < LENGTH_MIN) return 'short';
  const letters = new Set(password).size;
  if (password.length < LENGTH_FAIR || letters < LETTERS_MIN) return 'weak';
  return password.length < LENGTH_STRONG ? 'fair' : 'strong';
}
