import { Component, type ReactNode, Suspense } from 'react';
import { t } from '../../i18n/language.ts';
import { Button } from '../../ui/Button.tsx';
import { PartMissing } from './lazy-page.ts';

interface PartProps {
  /** Takes its place while it is loading. */
  readonly fallback?: ReactNode;
  /** Name of what it shows: another one gets another try. */
  readonly name?: string | undefined;
  /** True for a whole page: nothing of it is lost when the document is loaded again. */
  readonly isPage?: boolean;
  /** Draws a failure elsewhere than in the place of the part. */
  readonly renderFailure?: (failure: Failure) => ReactNode;
  readonly children: ReactNode;
}

interface Failure {
  readonly text: string;
  /** True when it only could not be loaded. */
  readonly isMissing: boolean;
}

interface PartState {
  readonly name: string | undefined;
  /** Beginning of the try that is shown. */
  readonly triedAtMs: number;
  readonly failure?: { readonly error: unknown } | undefined;
}

/** Place of a part that is loaded later. One that breaks, or cannot be loaded, leaves everything around it; it comes with the network. */
export class Part extends Component<PartProps, PartState> {
  override state: PartState = { name: this.props.name, triedAtMs: performance.now() };

  static getDerivedStateFromError(error: unknown): Partial<PartState> {
    return { failure: { error } };
  }

  static getDerivedStateFromProps({ name }: PartProps, state: PartState): PartState | null {
    return name === state.name ? null : { name, ...beginTry() };
  }

  #isSecondTry = false;

  override componentDidCatch(error: unknown): void {
    if (!(error instanceof PartMissing)) return;
    // Only now that the failure is on the screen: while it is drawn, React tries again, and would load without end.
    error.renew();
    // One that failed while it was shown nowhere has not been tried here.
    if (error.failedAtMs < this.state.triedAtMs) this.setState(beginTry());
    // A browser may remember for as long as the document lives that a script could not be loaded.
    else if (this.#isSecondTry && this.props.isPage === true) location.reload();
  }

  override componentDidMount(): void {
    window.addEventListener('online', this.#retryMissing);
  }

  override componentWillUnmount(): void {
    window.removeEventListener('online', this.#retryMissing);
  }

  readonly #retryMissing = (): void => {
    if (!(this.state.failure?.error instanceof PartMissing)) return;
    this.#isSecondTry = true;
    this.setState(beginTry());
  };

  override render(): ReactNode {
    const { fallback, renderFailure = renderInPlace, children } = this.props;
    const { failure } = this.state;
    if (failure === undefined) return <Suspense fallback={fallback}>{children}</Suspense>;
    const isMissing = failure.error instanceof PartMissing;
    return renderFailure({
      text: t(isMissing && !navigator.onLine ? 'offline.part' : 'crash.text'),
      isMissing,
    });
  }
}

function beginTry(): Pick<PartState, 'triedAtMs' | 'failure'> {
  return { triedAtMs: performance.now(), failure: undefined };
}

function renderInPlace({ text }: Failure): ReactNode {
  return (
    <div role="alert" className="space-y-3 rounded-control bg-sunken p-4">
      <p>{text}</p>
      {/* Without a network a reload would lose what is left of the page. */}
      {navigator.onLine && (
        <Button look="secondary" onClick={() => location.reload()}>
          {t('crash.reload')}
        </Button>
      )}
    </div>
  );
}
