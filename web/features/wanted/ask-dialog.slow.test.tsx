import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { addWanted, getWanted, listWantedAnswers } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { askDialog, fakeWantedPage } from '#tests/support/fake-wanted-page.ts';
import { draftNote, formDraftKeys, logInAgain, OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { signIn } from '#web/lib/session/session.ts';

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
		fakeApi.answer(addWanted, refuse(400, refused, { issues: [{ path: 'subject', ...refused }] }));
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
