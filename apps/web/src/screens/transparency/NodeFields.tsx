import { t } from '../../i18n/language.ts';
import { Field } from '../../ui/Field.tsx';
import type { OwnNodes } from './own-nodes.ts';

interface NodeFieldsProps {
  readonly nodes: OwnNodes;
  readonly onChange: (nodes: OwnNodes) => void;
}

const FIELDS = ['bscUrl', 'tronUrl', 'usdtContract', 'anchorAddress'] as const;

/** Nodes of the user's own choice, and addresses that they know from elsewhere than this page. */
export function NodeFields({ nodes, onChange }: NodeFieldsProps) {
  const change = (field: (typeof FIELDS)[number], text: string): void => {
    const { [field]: _before, ...others } = nodes;
    const value = text.trim();
    onChange(value === '' ? others : { ...others, [field]: value });
  };
  return (
    <div className="space-y-4">
      <p className="max-w-[70ch]">{t('verify.node.text')}</p>
      {FIELDS.map((field) => (
        <Field
          key={field}
          label={t(`verify.node.${field}`)}
          hint={t(`verify.node.${field}.hint`)}
          inputMode={field.endsWith('Url') ? 'url' : 'text'}
          type={field.endsWith('Url') ? 'url' : 'text'}
          autoComplete="off"
          spellCheck={false}
          value={nodes[field] ?? ''}
          onChange={(event) => change(field, event.target.value)}
        />
      ))}
    </div>
  );
}
