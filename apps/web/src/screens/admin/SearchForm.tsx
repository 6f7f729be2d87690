import { useState } from 'react';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';

interface SearchFormProps {
  readonly label: string;
  readonly search: string;
  readonly onSearch: (search: string) => void;
}

/** A text to look for; the list follows when it is sent off. */
export function SearchForm({ label, search, onSearch }: SearchFormProps) {
  const [text, setText] = useState(search);
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSearch(text.trim());
      }}
    >
      <Field
        className="min-w-0 flex-1 md:max-w-[480px]"
        label={label}
        type="search"
        autoComplete="off"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" look="secondary">
        {t('admin.users.find')}
      </Button>
    </form>
  );
}
