import { useId } from 'react';
import { formatPercent } from '../../components/money/rates.ts';
import { t } from '../../i18n/language.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Select } from '../../ui/Select.tsx';
import {
  type Choice,
  CONTROL_NAMES,
  CONTROLS,
  type ControlName,
  type Settings,
  STARTS,
  writeChoice,
} from './settings.ts';

const PPM_PER_TENTH_PERCENT = 1_000;

interface ScenarioControlsProps {
  readonly choice: Choice;
  readonly settings: Settings;
  readonly onChange: (choice: Choice) => void;
}

/** Everything that a forecast assumes, each as a slider. */
export function ScenarioControls({ choice, settings, onChange }: ScenarioControlsProps) {
  const { start, span, changed } = choice;
  return (
    <section
      aria-label={t('lab.settings')}
      className="space-y-5 self-start rounded-card border border-line bg-surface p-5"
    >
      <Select
        label={t('lab.start')}
        value={start}
        choices={STARTS.map((value) => ({ value, label: t(`lab.start.${value}`) }))}
        onChange={(next) => onChange({ start: next, span, changed: {} })}
      />
      <p className="text-sm text-text-2">{t(`lab.about.${start}`)}</p>
      {CONTROL_NAMES.map((name) => (
        <Slider
          key={name}
          name={name}
          value={settings[name]}
          onChange={(value) => onChange({ start, span, changed: { ...changed, [name]: value } })}
        />
      ))}
      <CopyButton
        text={`${window.location.origin}${window.location.pathname}?${writeChoice(choice)}`}
        label={t('lab.copy')}
        idleText={t('lab.copyLink')}
      />
    </section>
  );
}

interface SliderProps {
  readonly name: ControlName;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Slider({ name, value, onChange }: SliderProps) {
  const id = useId();
  const { min, max, step } = CONTROLS[name];
  const text =
    name === 'rate'
      ? t('lab.value.rate', { rate: formatPercent(value * PPM_PER_TENTH_PERCENT) })
      : t(`lab.value.${name}`, { value });
  return (
    <div>
      <div className="flex justify-between gap-3 text-sm">
        <label htmlFor={id} className="font-semibold">
          {t(`lab.control.${name}`)}
        </label>
        <span aria-hidden className="num text-right">
          {text}
        </span>
      </div>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={text}
        onChange={(event) => onChange(event.target.valueAsNumber)}
        className="mt-1 h-11 w-full cursor-pointer accent-primary"
      />
    </div>
  );
}
