import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import {
	deleteWanted,
	getWanted,
	listMostWanted,
	listOwnWanted,
	listWantedAnswers,
	markWantedFound,
	renewWanted,
	updateWanted,
} from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const success = true as const;

function ownPost(changes: Partial<WantedDetails> = {}): WantedDetails {
	const User = { id: STUDENT.id, userName: 'Asha', profilePicUrl: null, isVerified: true };
	const wanted = sampleWanted('Kettle', { User, status: 'live', ...changes });
	fakeApi.answer(getWanted, { success, wanted });
	return wanted;
}

describe('a user’s own wanted post', () => {
	beforeEach(() => {
		fakeApi.answer(listWantedAnswers, { success, items: [] });
	});

	test('the page of a user’s own wanted post lists the offered items with links, and says how many are gone', async () => {
		const post = ownPost({ answers: 3 });
		const item = sampleItem({ title: 'Steel kettle' });
		fakeApi.answer(listWantedAnswers, { success, items: [item] });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		const answers = page.getByRole('list', { name: 'Answers' });
		await expect
			.element(answers.getByRole('link', { name: /Steel kettle/ }))
			.toHaveAttribute('href', `/item/${item.id}`);
		await expect.element(page.getByText(WANTED_MESSAGES.otherAnswersGone(2))).toBeVisible();
		await expectAccessible();
	});

	test('a new answer to a wanted post appears while the page of the post is open', async () => {
		const post = ownPost();
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await expect.element(page.getByText(WANTED_MESSAGES.noAnswers)).toBeVisible();

		fakeApi.answer(listWantedAnswers, { success, items: [sampleItem({ title: 'Steel kettle' })] });
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

		await expect.element(page.getByRole('link', { name: /Steel kettle/ })).toBeVisible();
	});

	test('the asker can renew an expired wanted post, and mark a wanted post as found', async () => {
		const post = ownPost({ status: 'expired' });
		fakeApi.answer(renewWanted, () => ({ success, wanted: ownPost({ id: post.id }) }));
		fakeApi.answer(markWantedFound, () => ({
			success,
			wanted: ownPost({ id: post.id, status: 'found' }),
		}));
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await button('Renew').click();
		await expect.element(page.getByText(WANTED_MESSAGES.renewed)).toBeVisible();
		await expect.element(button('Edit')).toBeVisible();
		await button('Found it').click();

		await expect.element(page.getByText(WANTED_MESSAGES.found)).toBeVisible();
		await expect.element(page.getByText('Found', { exact: true })).toBeVisible();
		await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus();
		for (const name of ['Renew', 'Found it', 'Edit'])
			await expect.element(button(name)).not.toBeInTheDocument();
	});

	test('the asker edits a wanted post in a form with its current values', async () => {
		const post = ownPost({ note: 'Any brand', maxPrice: 400 });
		fakeApi.answer(getCatalogue, {
			success,
			categories: [],
			branches: [],
			subjects: [],
			spots: [],
		});
		fakeApi.answer(updateWanted, ({ body }) => ({
			success,
			wanted: ownPost({ id: post.id, title: body.title, note: body.note ?? null }),
		}));
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Edit').click();
		await expect.element(page.getByRole('textbox', { name: 'Note' })).toHaveValue('Any brand');

		await page.getByRole('textbox', { name: 'I am looking for' }).fill('Steel kettle');
		await page.getByRole('textbox', { name: 'Note' }).fill('');
		await button('Save').click();

		await expect
			.element(page.getByRole('heading', { name: 'Steel kettle', level: 1 }))
			.toBeVisible();
		await expect.element(page.getByText('Any brand')).not.toBeInTheDocument();
	});

	test('the edit form of a wanted post restores unsaved changes, and contains what was changed on another device since then', async () => {
		const post = ownPost({ note: 'Any brand', maxPrice: 400, version: 'old' });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Edit').click();
		await page.getByRole('textbox', { name: 'Note' }).fill('Any brand but the cheapest');
		await expect.poll(formDraftKeys).toHaveLength(1);
		const elsewhere = { title: 'Steel kettle', note: 'Any size', maxPrice: 350, version: 'new' };
		const current = ownPost({ id: post.id, ...elsewhere });

		await logInAgain(`/wanted/${post.id}`);
		await button('Edit').click();

		await expect.element(draftNote).toBeVisible();
		const field = (name: string) => page.getByRole('textbox', { name });
		await expect.element(field('Note')).toHaveValue('Any brand but the cheapest');
		await expect.element(field('I am looking for')).toHaveValue('Steel kettle');
		await expect.element(field('At most, in ₹')).toHaveValue('350');
		fakeApi.answer(updateWanted, ({ body }) =>
			body.version === 'old'
				? refuse(409, REQUEST_ERRORS.changedMeanwhile, { current })
				: { success, wanted: post },
		);
		await button('Save').click();
		const question = page.getByRole('dialog', { name: 'Changed elsewhere too' });
		await expect.element(question.getByText('Any size')).toBeVisible();
		expect(question.getByRole('group').elements()).toHaveLength(1);
		await question.getByRole('radio', { name: 'Keep mine' }).click();
		await question.getByRole('button', { name: 'Save' }).click();
		await expect.element(page.getByText(WANTED_MESSAGES.updated)).toBeVisible();
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('deleting a wanted post, after a confirmation, leads to the asker’s own posts', async () => {
		const post = ownPost();
		fakeApi.answer(deleteWanted, () => {
			fakeApi.answer(getWanted, refuse(404, WANTED_ERRORS.notFound));
			return { success, wanted: post };
		});
		fakeApi.answer(listOwnWanted, { success, wanted: [], nextCursor: null });
		fakeApi.answer(listMostWanted, { success, most: [] });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Delete').click();
		const question = page.getByRole('alertdialog');
		await expect.element(question.getByText(WANTED_MESSAGES.deleteConfirmation)).toBeVisible();

		await question.getByRole('button', { name: 'Delete' }).click();

		await expect.element(page.getByText(WANTED_MESSAGES.deleted)).toBeVisible();
		await expect.element(page.getByRole('heading', { name: WANTED_MESSAGES.noOwn })).toBeVisible();
	});

	test('the page of a wanted post that an administrator removed shows the reason', async () => {
		const post = ownPost({ status: 'removed', removalReason: 'No exam papers.' });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await expect
			.element(page.getByText('An administrator removed this post: No exam papers.'))
			.toBeVisible();
		await expect.element(button('Renew')).not.toBeInTheDocument();
	});
});
