import { type ReactNode, useState } from 'react';
import { trpc } from '../../api/trpc.ts';
import { PageTitle } from '../../components/frame/PageTitle.tsx';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Disclosure } from '../../ui/Disclosure.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Spinner } from '../../ui/Spinner.tsx';
import { Switch } from '../../ui/Switch.tsx';

/** Every building block in every state, in both themes. For developers, on the local networks. */
export function UiScreen() {
  const figures = trpc.transparency.getPoolFigures.useQuery();
  if (figures.data?.network !== 'local') {
    return (
      <>
        <PageTitle>{t('ui.title')}</PageTitle>
        <p className="text-text-2">{figures.isPending ? t('frame.loading') : t('ui.localOnly')}</p>
      </>
    );
  }
  return (
    <div className="space-y-6">
      <PageTitle>{t('ui.title')}</PageTitle>
      <Theme theme="light" />
      <Theme theme="dark" />
    </div>
  );
}

/** The blocks as one theme draws them: light-dark() follows the color-scheme of the nearest element. */
function Theme({ theme }: { theme: 'light' | 'dark' }) {
  return (
    <section
      data-theme={theme}
      aria-label={t(`preferences.theme.${theme}`)}
      className="theme-sample space-y-6 rounded-card border border-line bg-canvas p-5 text-text"
    >
      <h2 className="text-lg font-semibold">{t(`preferences.theme.${theme}`)}</h2>
      <Buttons />
      <Fields theme={theme} />
      <Feedback />
    </section>
  );
}

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="space-y-3">
      <h3 className="text-[13px]/[18px] font-medium text-text-3">{title}</h3>
      {children}
    </div>
  );
}

function Buttons() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Block title="Button, CopyButton, Dialog">
      <div className="flex flex-wrap gap-3">
        <Button>Primary</Button>
        <Button look="secondary">Secondary</Button>
        <Button look="quiet">Quiet</Button>
        <Button isBusy>Busy</Button>
        <Button disabled>Disabled</Button>
        <CopyButton text="copied text" label="Copy the sample" />
        <Button look="secondary" onClick={() => setOpen(true)}>
          Open a dialog
        </Button>
      </div>
      {isOpen && (
        <Dialog title="A dialog" onClose={() => setOpen(false)}>
          <p>A sheet on phones, a window from 768 px.</p>
        </Dialog>
      )}
    </Block>
  );
}

function Fields({ theme }: { theme: string }) {
  const [isOn, setOn] = useState(true);
  const [fruit, setFruit] = useState<'apple' | 'pear'>('apple');
  const choices = [
    { value: 'apple', label: 'Apple' },
    { value: 'pear', label: 'Pear' },
  ] as const;
  return (
    <Block title="Field, Select, Switch, Disclosure">
      <Field label="Empty field" placeholder="placeholder" />
      <Field label="Field with a hint" hint="What belongs here." defaultValue="value" />
      <Field label="Field with an error" error="This is not right. Enter it again." defaultValue="wrong" />
      <Field label="Disabled field" disabled defaultValue="value" />
      <Select label="Select" value={fruit} choices={choices} onChange={setFruit} />
      <Switch label="Switch" hint="Saved at once." isOn={isOn} onChange={setOn} />
      <Switch label="Disabled switch" isOn={false} disabled onChange={() => undefined} />
      <Disclosure title="Disclosure" name={`sample-${theme}`}>
        <span>What it opens.</span>
      </Disclosure>
    </Block>
  );
}

function Feedback() {
  return (
    <Block title="Notice, Facts, Skeleton, Spinner">
      <Notice look="positive">It worked.</Notice>
      <Notice look="warning">Mind this.</Notice>
      <Notice look="negative">It did not work. Try again.</Notice>
      <Facts
        facts={[
          ['Name', 'Value'],
          ['Amount', '1,250.500 USDT'],
        ]}
      />
      <Skeleton className="h-10" />
      <Spinner />
    </Block>
  );
}
