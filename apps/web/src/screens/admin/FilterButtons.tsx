import { t } from '../../i18n/language.ts';
import { classNames } from '../../ui/class-names.ts';

interface FilterButtonsProps<Value extends string> {
  readonly label: string;
  /** Undefined for all. */
  readonly value: Value | undefined;
  readonly choices: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value | undefined) => void;
}

/** One of several filters, or all. */
export function FilterButtons<Value extends string>(props: FilterButtonsProps<Value>) {
  const { label, value, choices, onChange } = props;
  const all = [{ value: undefined, label: t('admin.all') }, ...choices];
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {all.map((choice) => (
          <button
            key={choice.label}
            type="button"
            aria-pressed={choice.value === value}
            onClick={() => onChange(choice.value)}
            className={classNames(
              'min-h-11 rounded-full border px-4 font-medium',
              choice.value === value
                ? 'border-primary bg-primary-soft text-primary'
                : 'border-line-strong bg-surface text-text-2 hover:bg-sunken',
            )}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
