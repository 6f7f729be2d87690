import { useEffect } from 'react';

const SUCCESS_MS = 1_500;

/** Closes a dialog a moment after it has shown its success. */
export function useCloseAfterSuccess(isSuccess: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(onClose, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, onClose]);
}
