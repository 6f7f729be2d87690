// Goal: a link of the pool's own in a mail leads there, under whatever name of this machine it is open, and no other one is a link.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { MailText } from './MailText.tsx';

function linksIn(text: string): (string | null)[] {
  const { unmount } = render(
    <MemoryRouter>
      <MailText text={text} />
    </MemoryRouter>,
  );
  const found = screen.queryAllByRole('link').map((link) => link.getAttribute('href'));
  unmount();
  return found;
}

describe('the text of a mail', () => {
  it.each([
    [`Open ${window.location.origin}/reset-passord/abc?x=1 now.`, ['/reset-passord/abc?x=1']],
    [`http://127.0.0.1:${window.location.port || '80'}/a`.replace(':80/', '/'), ['/a']],
    ['https://evil.example/reset-passord/abc', []],
    [`http://localhost:1${window.location.port}/a`, []],
    ['no link', []],
  ])('%s', (text, expected) => {
    expect(linksIn(text)).toEqual(expected);
  });
});
