import { Button } from '../ui/Button.tsx';

/** In the place of what could not be loaded: what is missing, and the way to try again. */
export function LoadError({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-3 text-sm">
      <p className="text-negative">Could not load {what}. Your balance is not affected.</p>
      <Button look="secondary" onClick={onRetry}>
        Try again
      </Button>
    </div>
  );
}
