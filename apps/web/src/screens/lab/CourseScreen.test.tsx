// Goal: an answer is judged by what the pool says when it is given, not by what the screen heard before.
import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { t } from '../../i18n/language.ts';
import { snapshot } from '../../testing/own-proof.ts';
import { answers, fails, mockServer, renderWithServer } from '../../testing/render-with-server.tsx';
import { figures } from '../../testing/samples.ts';
import { withMockServer } from '../../testing/server-for-tests.ts';
import { CourseScreen } from './CourseScreen.tsx';

withMockServer();
beforeEach(() => localStorage.clear());

const OLD_DIGEST = 'ab'.repeat(32);
const NEW_DIGEST = 'cd'.repeat(32);

const taken = (manifestDigest: string) =>
  answers('transparency', 'listSnapshots', {
    data: [{ ...snapshot, manifestDigest }],
    meta: { page: 1, limit: 1, total: 1 },
    firstDigest: null,
  });

/** Opens the course that asks for a digest, while the pool's newest snapshot is the old one. The reserve is funded, which is a step. */
async function open(): Promise<void> {
  mockServer.use(answers('transparency', 'getPoolFigures', figures), taken(OLD_DIGEST));
  renderWithServer(<CourseScreen />, '/lab/courses?course=works');
  await screen.findByText('1 of 8 steps done');
}

function give(digest: string): void {
  const field = screen.getByRole('textbox', { name: new RegExp(t('course.works.digest.title')) });
  fireEvent.change(field, { target: { value: digest } });
  const button = field.closest('form')?.querySelector('button');
  if (button) fireEvent.click(button);
}

describe('an answer', () => {
  it('is right by a snapshot that is newer than what the screen knows', async () => {
    await open();
    mockServer.use(taken(NEW_DIGEST));
    give(NEW_DIGEST);
    expect(await screen.findByText('2 of 8 steps done')).toBeDefined();
  });

  it('is wrong by neither snapshot, and can be given again', async () => {
    await open();
    mockServer.use(taken(NEW_DIGEST));
    give('0'.repeat(64));
    expect(await screen.findByText(/That is not what the pool has now/)).toBeDefined();
    give(NEW_DIGEST);
    expect(await screen.findByText('2 of 8 steps done')).toBeDefined();
  });

  it('is judged by what the screen knows while the pool cannot be reached', async () => {
    await open();
    mockServer.use(fails('transparency', 'listSnapshots'), fails('transparency', 'getPoolFigures'));
    give(NEW_DIGEST);
    expect(await screen.findByText(/That is not what the pool has now/)).toBeDefined();
  });
});
