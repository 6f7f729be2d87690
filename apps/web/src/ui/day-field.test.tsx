// Goal: a day is handed on once its year is typed to the end, and the field follows a value that changed elsewhere.
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { DayField } from './DayField.tsx';

it('hands on no year that is still being typed, and an empty day', () => {
  const onChange = vi.fn();
  const { rerender } = render(<DayField label="From" value="" onChange={onChange} />);
  const field = screen.getByLabelText('From');
  for (const value of ['0002-01-31', '0020-01-31', '0202-01-31', '2026-01-31']) {
    fireEvent.change(field, { target: { value } });
    expect(field).toHaveProperty('value', value);
  }
  expect(onChange.mock.calls).toEqual([['2026-01-31']]);
  rerender(<DayField label="From" value="2025-12-01" onChange={onChange} />);
  expect(field).toHaveProperty('value', '2025-12-01');
  fireEvent.change(field, { target: { value: '' } });
  expect(onChange.mock.lastCall).toEqual(['']);
});
