import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { PAGES } from '#contract/core/pages.ts';
import { addWanted, getWanted, listWantedAnswers } from '#contract/wanted/endpoints.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { askDialog, fakeWantedPage } from '#tests/support/fake-wanted-page.ts';
import { draftNote, formDraftKeys, logInAgain, OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { signIn } from '#web/lib/session/session.ts';

fakeWantedPage();

describe('draft of a wanted post', () => {
	const path = `${PAGES.wanted}?ask=`;
	const title = askDialog.getByRole('textbox', { name: 'I am looking for' });
	const note = askDialog.getByRole('textbox', { name: 'Note' });

	async function typePost(): Promise<void> {
		await renderPage(path, { as: STUDENT });
		await title.fill('Mini drafter');
		await note.fill('With clips, please');
		await askDialog.getByRole('textbox', { name: 'At most, in ₹' }).fill('300');
		await askDialog.getByLabelText('Category').selectOptions('Instruments');
		await askDialog.getByLabelText('Subject').selectOptions('EC301 · Signals');
		await expect.poll(formDraftKeys).toHaveLength(1);
	}

	async function expectTypedPost(): Promise<void> {
		await expect.element(draftNote).toBeVisible();
		await expect.element(title).toHaveValue('Mini drafter');
		await expect.element(note).toHaveValue('With clips, please');
		await expect.element(askDialog.getByLabelText('At most, in ₹')).toHaveValue('300');
		await expect.element(askDialog.getByLabelText('Category')).toHaveValue('Instruments');
		await expect.element(askDialog.getByLabelText('Subject')).toHaveValue('EC301');
	}

	async function expectEmptyForm(): Promise<void> {
		await expect.element(title).toHaveFocus();
		await expect.element(title).toHaveValue('');
		await expect.element(note).toHaveValue('');
		await expect.element(draftNote).not.toBeInTheDocument();
	}

	test('the draft of a wanted post is restored when the same user logs in again, and deleted once the post is created', async () => {
		await typePost();
		clearCredentials();
		await expect.element(askDialog).not.toBeInTheDocument();

		await logInAgain(path);
		await expectTypedPost();
		await expect.element(title).toHaveFocus();
		await expectAccessible();

		const post = sampleWanted('Mini drafter');
		fakeApi.answer(addWanted, { success: true, wanted: post });
		fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
		fakeApi.answer(listWantedAnswers, { success: true, items: [] });
		await askDialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(page.getByText(WANTED_MESSAGES.added)).toBeVisible();
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('the draft of a wanted post disappears from the open form as soon as another user logs in', async () => {
		await typePost();

		fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
		signIn('token-of-another', OTHER_STUDENT.id);

		await expectEmptyForm();
	});
});
