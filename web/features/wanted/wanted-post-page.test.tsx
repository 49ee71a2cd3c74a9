import { beforeEach, describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getCatalogue } from '#contract/catalogue/endpoints.ts';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { ITEM_LIMITS } from '#contract/items/facts.ts';
import { reportWanted } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import {
	answerWanted,
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
import { draftNote, formDraftKeys, logInAgain } from '#tests/support/form-drafts.ts';
import { shownItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { shownWanted } from '#tests/support/wanted-replies.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const success = true as const;

function answerPost(post: WantedDetails): WantedDetails {
	fakeApi.answer(getWanted, { success, wanted: post });
	return post;
}

function ownPost(changes: Partial<WantedDetails> = {}): WantedDetails {
	const User = { id: STUDENT.id, userName: 'Asha', profilePicUrl: null, isVerified: true };
	return answerPost(shownWanted('Kettle', { User, status: 'live', ...changes }));
}

describe('wanted post of another student', () => {
	test('the page shows the post and its author, and sends a visitor who wants to answer to the login', async () => {
		const facts = { note: 'Any brand.', maxPrice: 400, category: 'Essentials', answers: 1 };
		const post = answerPost(shownWanted('Kettle', facts));
		await renderPage(`/wanted/${post.id}`);

		await expect.element(page.getByRole('heading', { name: 'Kettle', level: 1 })).toBeVisible();
		for (const text of ['Any brand.', 'Up to ₹400', 'Essentials', '1 answer'])
			await expect.element(page.getByText(text, { exact: true })).toBeVisible();
		await expect
			.element(page.getByRole('link', { name: 'Ravi' }))
			.toHaveAttribute('href', `/people/${post.User.id}`);
		await expectAccessible();

		await button('I have this').click();
		await expect.poll(() => window.location.search).toBe(`?next=%2Fwanted%2F${post.id}`);
	});

	test('a user answers the post with one of their own items on sale', async () => {
		const post = answerPost(shownWanted('Kettle'));
		const items = [shownItem({ title: 'Steel kettle' }), shownItem({ title: 'Lamp' })];
		fakeApi.answer(listItems, { items, nextCursor: null, total: 2 });
		fakeApi.answer(answerWanted, {
			success,
			message: WANTED_MESSAGES.answered,
			wanted: { ...post, answers: 1 },
		});
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('I have this').click();
		await expect.element(button('Offer it')).toBeDisabled();

		await page.getByRole('radio', { name: /Steel kettle/ }).click();
		await expectAccessible();
		await button('Offer it').click();

		await expect.element(page.getByText(WANTED_MESSAGES.answered)).toBeVisible();
		const sent = fakeApi.requests(answerWanted).map(({ params, body }) => ({ ...params, ...body }));
		expect(sent).toEqual([{ id: post.id, itemId: items[0]?.id }]);
	});

	test('when the user’s own items could not be loaded, a button loads them again', async () => {
		const post = answerPost(shownWanted('Kettle'));
		fakeApi.answer(listItems, refuse(429, REQUEST_ERRORS.tooMany));
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('I have this').click();
		await expect.element(page.getByText(REQUEST_ERRORS.tooMany.message)).toBeVisible();
		fakeApi.answer(listItems, {
			items: [shownItem({ title: 'Lamp' })],
			nextCursor: null,
			total: 1,
		});

		await button('Try again').click();

		await expect.element(page.getByRole('radio', { name: /Lamp/ })).toBeVisible();
	});

	test('when an answer is refused, the page shows the reason', async () => {
		const post = answerPost(shownWanted('Kettle'));
		fakeApi.answer(listItems, {
			items: [shownItem({ title: 'Lamp' })],
			nextCursor: null,
			total: 1,
		});
		fakeApi.answer(answerWanted, refuse(409, WANTED_ERRORS.tooManyAnswers));
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('I have this').click();
		await page.getByRole('radio', { name: /Lamp/ }).click();

		await button('Offer it').click();

		await expect.element(page.getByText(WANTED_ERRORS.tooManyAnswers.message)).toBeVisible();
	});

	test('a user without items finds a link to the prefilled form for a new item', async () => {
		const post = answerPost(shownWanted('Mini kettle', { category: 'Essentials' }));
		fakeApi.answer(listItems, { items: [], nextCursor: null, total: 0 });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await button('I have this').click();

		await expect.element(page.getByText(WANTED_MESSAGES.nothingToOffer)).toBeVisible();
		const link = page.getByRole('link', { name: 'Post it as a new item' });
		await expect
			.element(link)
			.toHaveAttribute('href', '/post?title=Mini+kettle&category=Essentials');
	});

	test('a user can report the post to the administrators', async () => {
		const post = answerPost(shownWanted('Kettle'));
		const message = REPORT_MESSAGES.wantedReported;
		fakeApi.answer(reportWanted, { success, message });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Report Post').click();
		await page.getByRole('textbox').fill('Only an advertisement.');
		await button('Submit Report').click();

		await expect.element(page.getByText(message)).toBeVisible();
		expect(fakeApi.requests(reportWanted).map(({ params }) => params.id)).toEqual([post.id]);
	});

	test('when a report of the post fails without a connection, the dialog shows the reason', async () => {
		const post = answerPost(shownWanted('Kettle'));
		fakeApi.answer(reportWanted, NO_CONNECTION);
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Report Post').click();
		await page.getByRole('textbox').fill('Only an advertisement.');
		await button('Submit Report').click();

		const alert = page.getByRole('dialog').getByRole('alert');
		await expect.element(alert.getByText(REPORT_MESSAGES.wantedNoConnection)).toBeVisible();
	});

	test('a post that does not exist shows an error and a link to the list of wanted posts', async () => {
		fakeApi.answer(getWanted, refuse(404, WANTED_ERRORS.notFound));
		await renderPage('/wanted/5');

		await expect.element(page.getByRole('heading', { name: 'Post not found.' })).toBeVisible();
		const link = page.getByRole('link', { name: 'See what is wanted' });
		await expect.element(link).toHaveAttribute('href', '/wanted');
	});
});

describe('a user’s own wanted post', () => {
	beforeEach(() => {
		fakeApi.answer(listWantedAnswers, { success, items: [] });
	});

	test('the page lists the offered items with links', async () => {
		const post = ownPost({ answers: 1 });
		const item = shownItem({ title: 'Steel kettle' });
		fakeApi.answer(listWantedAnswers, { success, items: [item] });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		const answers = page.getByRole('list', { name: 'Answers' });
		await expect
			.element(answers.getByRole('link', { name: /Steel kettle/ }))
			.toHaveAttribute('href', `/item/${item.id}`);
		await expectAccessible();
	});

	test('a new answer appears while the page is open', async () => {
		const post = ownPost();
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await expect.element(page.getByText(WANTED_MESSAGES.noAnswers)).toBeVisible();

		fakeApi.answer(listWantedAnswers, { success, items: [shownItem({ title: 'Steel kettle' })] });
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

		await expect.element(page.getByRole('link', { name: /Steel kettle/ })).toBeVisible();
	});

	test('an answer that arrived during a lost connection appears after the reconnection', async () => {
		const post = ownPost();
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await expect.element(page.getByText(WANTED_MESSAGES.noAnswers)).toBeVisible();

		fakeRealtime.disconnect();
		fakeApi.answer(listWantedAnswers, { success, items: [shownItem({ title: 'Steel kettle' })] });
		fakeRealtime.reconnect();

		await expect.element(page.getByRole('link', { name: /Steel kettle/ })).toBeVisible();
	});

	test('the page of a post without answers says so, and has no button to answer or to report', async () => {
		const post = ownPost();
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await expect.element(page.getByText(WANTED_MESSAGES.noAnswers)).toBeVisible();
		await expect.element(button('I have this')).not.toBeInTheDocument();
		await expect.element(button('Report Post')).not.toBeInTheDocument();
	});

	test('the page says how many answers are no longer available', async () => {
		const post = ownPost({ answers: 3 });
		fakeApi.answer(listWantedAnswers, { success, items: [shownItem({ title: 'Steel kettle' })] });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await expect.element(page.getByRole('link', { name: /Steel kettle/ })).toBeVisible();
		await expect.element(page.getByText(WANTED_MESSAGES.otherAnswersGone(2))).toBeVisible();
	});

	test('when a new answer arrives, the number of unavailable answers stays the same', async () => {
		const kettle = shownItem({ title: 'Steel kettle' });
		const post = ownPost({ answers: 3 });
		fakeApi.answer(listWantedAnswers, { success, items: [kettle] });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await expect.element(page.getByText(WANTED_MESSAGES.otherAnswersGone(2))).toBeVisible();

		ownPost({ id: post.id, answers: 4 });
		fakeApi.answer(listWantedAnswers, {
			success,
			items: [kettle, shownItem({ title: 'Red kettle' })],
		});
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

		await expect.element(page.getByRole('link', { name: /Red kettle/ })).toBeVisible();
		await expect.element(page.getByText(WANTED_MESSAGES.otherAnswersGone(2))).toBeVisible();
	});

	test('when the list of answers is full, the page does not give a number of unavailable answers', async () => {
		const post = ownPost({ answers: ITEM_LIMITS.pageMax + 2 });
		const items = Array.from({ length: ITEM_LIMITS.pageMax }, () => shownItem({ title: 'Kettle' }));
		fakeApi.answer(listWantedAnswers, { success, items });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		const answers = page.getByRole('list', { name: 'Answers' });
		await expect.element(answers.getByRole('listitem').first()).toBeVisible();
		await expect
			.element(page.getByText(WANTED_MESSAGES.otherAnswersGone(2)))
			.not.toBeInTheDocument();
	});

	test('when none of the offered items is available any more, the page says so', async () => {
		const post = ownPost({ answers: 1 });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await expect.element(page.getByText(WANTED_MESSAGES.answersGone)).toBeVisible();
		await expect.element(page.getByText(WANTED_MESSAGES.noAnswers)).not.toBeInTheDocument();
	});

	test('the author can renew an expired post, and mark a post as found', async () => {
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

	test('when the renewal of a post is refused, the page shows the reason', async () => {
		const post = ownPost({ status: 'expired' });
		fakeApi.answer(renewWanted, refuse(409, WANTED_ERRORS.tooMany));
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await button('Renew').click();

		await expect.element(page.getByRole('alert')).toMatchTextContent(WANTED_ERRORS.tooMany.message);
	});

	test('the author edits the post in a form with its current values', async () => {
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

	test('the edit form restores unsaved changes, and contains what was changed on another device since then', async () => {
		const post = ownPost({ note: 'Any brand', maxPrice: 400 });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Edit').click();
		await page.getByRole('textbox', { name: 'Note' }).fill('Any brand but the cheapest');
		await expect.poll(formDraftKeys).toHaveLength(1);
		ownPost({ id: post.id, title: 'Steel kettle', note: 'Any brand', maxPrice: 350 });

		await logInAgain(`/wanted/${post.id}`);
		await button('Edit').click();

		await expect.element(draftNote).toBeVisible();
		const field = (name: string) => page.getByRole('textbox', { name });
		await expect.element(field('Note')).toHaveValue('Any brand but the cheapest');
		await expect.element(field('I am looking for')).toHaveValue('Steel kettle');
		await expect.element(field('At most, in ₹')).toHaveValue('350');
		fakeApi.answer(updateWanted, { success, wanted: post });
		await button('Save').click();
		await expect.element(page.getByText(WANTED_MESSAGES.updated)).toBeVisible();
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('changes in the edit form that were cancelled or undone are not restored', async () => {
		const post = ownPost({ note: 'Any brand' });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Edit').click();
		const note = page.getByRole('textbox', { name: 'Note' });
		await note.fill('Steel');
		await expect.poll(formDraftKeys).toHaveLength(1);
		await note.fill('Any brand');
		await expect.poll(formDraftKeys).toEqual([]);
		await note.fill('Steel');
		await expect.poll(formDraftKeys).toHaveLength(1);

		await button('Cancel').click();

		await expect.poll(formDraftKeys).toEqual([]);
		await button('Edit').click();
		await expect.element(note).toHaveValue('Any brand');
	});

	test('the edit form keeps the subject, even if it is opened before the subjects are loaded', async () => {
		const post = ownPost({ subject: 'EC301' });
		const release = fakeApi.hold(getCatalogue);
		fakeApi.answer(updateWanted, { success, wanted: post });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Edit').click();
		const select = page.getByRole('combobox', { name: 'Subject' });
		await expect.element(select).toHaveValue('EC301');

		release();
		await expect.element(select.getByRole('option', { name: /Signals/ })).toBeInTheDocument();
		await button('Save').click();

		await expect.poll(() => fakeApi.requests(updateWanted)).toHaveLength(1);
		expect(fakeApi.requests(updateWanted)[0]?.body.subject).toBe('EC301');
	});

	test('deleting the post, after a confirmation, leads to the author’s own posts', async () => {
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

	test('a post that an administrator removed shows the reason', async () => {
		const post = ownPost({ status: 'removed', removalReason: 'No exam papers.' });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await expect
			.element(page.getByText('An administrator removed this post: No exam papers.'))
			.toBeVisible();
		await expect.element(button('Renew')).not.toBeInTheDocument();
	});
});
