import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import {
	addWanted,
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
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { askDialog, fakeWantedPage } from '#tests/support/fake-wanted-page.ts';
import { draftNote, formDraftKeys, logInAgain, OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { signIn } from '#web/lib/session/session.ts';

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

describe('posting what one looks for', () => {
	/** The idempotency keys of the sent posts, in their order. */
	const idempotencyKeys = () =>
		fakeApi.requests(addWanted).map(({ headers }) => headers.get('idempotency-key'));

	fakeWantedPage();

	describe('form for a wanted post', () => {
		test('the form for a wanted post is prefilled from the URL, checks the title, and leads to the new post', async () => {
			const post = sampleWanted('Drafter with clips', {
				User: { ...sampleWanted('').User, id: STUDENT.id },
			});
			fakeApi.answer(addWanted, { success: true, wanted: post });
			fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
			fakeApi.answer(listWantedAnswers, { success: true, items: [] });
			await renderPage(`${PAGES.wanted}?ask=Dr&for=Instruments`, { as: STUDENT });
			const title = askDialog.getByRole('textbox', { name: 'I am looking for' });
			await expect.element(title).toHaveValue('Dr');
			await expectAccessible();

			await askDialog.getByRole('button', { name: 'Post it' }).click();
			await expect.element(askDialog.getByText(WANTED_ERRORS.title.message)).toBeVisible();
			await title.fill('Drafter with clips');
			await askDialog.getByRole('textbox', { name: 'At most, in ₹' }).fill('₹1,250');
			await askDialog.getByRole('button', { name: 'Post it' }).click();

			await expect.element(page.getByText(WANTED_MESSAGES.added)).toBeVisible();
			expect(window.location.pathname).toBe(`/wanted/${post.id}`);
			expect(fakeApi.requests(addWanted).map(({ body }) => body)).toEqual([
				{
					title: 'Drafter with clips',
					note: null,
					category: 'Instruments',
					maxPrice: 1250,
					subject: null,
				},
			]);
		});

		test('the form for a wanted post shows the reason for a refused field and for a refused post', async () => {
			const refused = ITEM_ERRORS.unknownSubject('EC301');
			fakeApi.answer(
				addWanted,
				refuse(400, refused, { issues: [{ path: 'subject', ...refused }] }),
			);
			await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
			await askDialog.getByRole('button', { name: 'Post it' }).click();
			await expect.element(askDialog.getByRole('alert')).toHaveTextContent(refused.message);

			fakeApi.answer(addWanted, refuse(409, WANTED_ERRORS.tooMany));
			await askDialog.getByRole('button', { name: 'Post it' }).click();

			await expect.element(askDialog.getByText(WANTED_ERRORS.tooMany.message)).toBeVisible();
		});

		test('a wanted post that is sent again after a lost response keeps its idempotency key, and gets a new key once the post is changed', async () => {
			fakeApi.answer(addWanted, NO_CONNECTION);
			await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
			const send = () => askDialog.getByRole('button', { name: 'Post it' }).click();

			await send();
			await expect.poll(idempotencyKeys).toHaveLength(1);
			await expect.element(askDialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();
			await send();
			await expect.poll(idempotencyKeys).toHaveLength(2);
			await askDialog.getByRole('textbox', { name: 'I am looking for' }).fill('Mini drafter');
			await send();
			await expect.poll(idempotencyKeys).toHaveLength(3);

			const [first, second, third] = idempotencyKeys();
			expect(first).toMatch(/^[0-9a-f-]{36}$/);
			expect(second).toBe(first);
			expect(third).not.toBe(first);
		});

		test('a wanted post that is sent again after a lost response and a new login keeps its idempotency key', async () => {
			const post = sampleWanted('Drafter');
			fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
			fakeApi.answer(listWantedAnswers, { success: true, items: [] });
			const answers = [NO_CONNECTION, { success: true as const, wanted: post }];
			fakeApi.answer(addWanted, () => answers.shift() ?? NO_CONNECTION);
			const path = `${PAGES.wanted}?ask=Drafter`;
			await renderPage(path, { as: STUDENT });
			await askDialog.getByRole('textbox', { name: 'Note' }).fill('With clips');
			await askDialog.getByRole('button', { name: 'Post it' }).click();
			await expect.element(askDialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();

			await logInAgain(path);
			await expect.element(draftNote).toBeVisible();
			await askDialog.getByRole('button', { name: 'Post it' }).click();

			await expect.poll(idempotencyKeys).toHaveLength(2);
			const [first, second] = idempotencyKeys();
			expect(second).toBe(first);
			await expect.poll(formDraftKeys).toEqual([]);
		});
	});

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
});
