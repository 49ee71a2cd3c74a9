import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { BLOCK_MESSAGES } from '#contract/chat/blocks.ts';
import { blockPerson } from '#contract/chat/endpoints.ts';
import { listReviews } from '#contract/deals/endpoints.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { ITEM_LIMITS, ITEM_MESSAGES } from '#contract/items/facts.ts';
import { reportReview } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION } from '#tests/support/fake-api.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';

const name = page.getByRole('heading', { level: 1 });
const items = page.getByRole('region', { name: 'On sale' }).getByRole('listitem');
const menu = page.getByRole('button', { name: /^More about/ });

test('a seller’s page shows name, month of joining, numbers of items on sale and sold, reply time, and the items on sale page by page', async () => {
	const total = ITEM_LIMITS.pageDefault + 1;
	const { id, userName } = fakePerson({ onSale: total, sold: 12, replyMinutes: 50 });
	const all = Array.from({ length: total }, (_, index) => sampleItem({ title: `Pad ${index}.` }));
	fakeApi.answer(listItems, ({ query }) =>
		query.cursor === undefined
			? { items: all.slice(0, -1), nextCursor: '9', total }
			: { items: all.slice(-1), nextCursor: null, total },
	);
	await renderPage(`/people/${id}`);

	await expect.element(name).toMatchTextContent(userName);
	await expect.element(page.getByText('Joined January 2026')).toBeVisible();
	await expect.element(page.getByText(`${total} on sale`)).toBeVisible();
	await expect.element(page.getByText('12 sold')).toBeVisible();
	await expect.element(page.getByText('Usually answers within an hour')).toBeVisible();
	const link = items.getByRole('link', { name: 'Explore This Pad 0.' });
	await expect.element(link).toHaveAttribute('href', `/item/${all[0]?.id}`);
	expect(fakeApi.requests(listItems)[0]?.query).toMatchObject({ seller: id });
	expect(document.title).toMatch(/^Vikram · /);
	await expect.element(menu).not.toBeInTheDocument();

	page.getByRole('button', { name: 'Show more' }).element().scrollIntoView();
	await expect.element(items.getByText(`Pad ${total - 1}.`)).toBeInTheDocument();
	expect(items.elements()).toHaveLength(total);
});

test('a user’s own public page links to their profile and has no menu to report or block', async () => {
	fakePerson({ id: STUDENT.id, userName: STUDENT.userName });
	await renderPage(`/people/${STUDENT.id}`, { as: STUDENT });

	await expect.element(page.getByText('This is how others see you.')).toBeVisible();
	const profile = page.getByRole('link', { name: 'Go to my profile' });
	await expect.element(profile).toHaveAttribute('href', '/profile');
	await expect.element(menu).not.toBeInTheDocument();
});

describe('reviews of a person', () => {
	const reviews = page.getByRole('region', { name: REVIEW_TEXTS.heading });
	const report = (userName: string) =>
		reviews.getByRole('button', { name: REVIEW_TEXTS.reportOf(userName) });

	let lastId = 300;

	function sampleReview(changes: Partial<PersonReview> = {}): PersonReview {
		lastId += 1;
		return {
			id: lastId,
			stars: 4,
			tags: ['friendly'],
			text: `Works fine ${lastId}.`,
			answer: null,
			by: { id: 77, userName: 'Meera' },
			role: 'buyer',
			createdAt: '2026-02-03T04:05:06.000Z',
			...changes,
		};
	}

	function fakeReviews(...shown: readonly PersonReview[]): void {
		fakeApi.answer(listReviews, ({ query }) => ({
			success: true,
			average: null,
			count: shown.length,
			reviews: query.cursor === undefined ? shown.slice(0, 2) : shown.slice(2),
			nextCursor: query.cursor === undefined && shown.length > 2 ? 'more' : null,
		}));
	}

	test('a person’s page shows rating and reliability, and the reviews page by page; a visitor who reports one is led to the login', async () => {
		const { id } = fakePerson({ deals: 9, rating: 4.3, reviewCount: 3, isReliable: true });
		const answer = { text: 'Thanks!', createdAt: '2026-02-04T04:05:06.000Z' };
		const gone = { id: null, userName: 'Deleted user' };
		fakeReviews(
			sampleReview({ answer, text: 'All keys work.' }),
			sampleReview({ by: gone }),
			sampleReview({ by: { id: 78, userName: 'Rohit' } }),
		);
		await renderPage(`/people/${id}`);

		for (const text of ['4.3 of 5 stars', '3 reviews', '9 completed deals', REVIEW_TEXTS.reliable])
			await expect.element(page.getByText(text, { exact: true })).toBeVisible();
		await expect.element(page.getByText(REVIEW_TEXTS.newHere)).not.toBeInTheDocument();
		const first = reviews.getByRole('article').first();
		await expect.element(first.getByRole('img', { name: '4 of 5 stars' })).toBeVisible();
		for (const text of ['Friendly', 'All keys work.', 'Vikram answers', 'Thanks!'])
			await expect.element(first.getByText(text)).toBeVisible();
		await expect
			.element(first.getByRole('link', { name: 'Meera' }))
			.toHaveAttribute('href', '/people/77');
		await expect.element(reviews.getByText('Deleted user')).toBeVisible();
		await expectAccessible();
		await reviews.getByRole('button', { name: 'Show more' }).click();
		await expect.poll(() => reviews.getByRole('article').elements().length).toBe(3);

		await report('Meera').click();
		await expect.poll(() => window.location.pathname).toBe('/login');
	});

	test('reporting a review sends the description and the type of the report; one’s own cannot be reported', async () => {
		const { id } = fakePerson({ reviewCount: 2 });
		const shown = sampleReview();
		fakeReviews(shown, sampleReview({ by: { id: STUDENT.id, userName: STUDENT.userName } }));
		fakeApi.answer(reportReview, { success: true, message: REPORT_MESSAGES.reviewReported });
		await renderPage(`/people/${id}`, { as: STUDENT });

		await expect.element(reviews.getByRole('article').nth(1)).toBeVisible();
		await expect.element(report(STUDENT.userName)).not.toBeInTheDocument();
		await report('Meera').click();
		const dialog = page.getByRole('dialog', { name: 'Report Review' });
		await dialog.getByLabelText('Description').fill('Not true.');
		await dialog.getByLabelText('Type').selectOptions('Spam');
		await dialog.getByLabelText('Type').selectOptions('fraud');
		await dialog.getByRole('button', { name: REPORT_MESSAGES.submit }).click();

		await expect
			.element(page.getByRole('status').getByText(REPORT_MESSAGES.reviewReported))
			.toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
		const [sent] = fakeApi.requests(reportReview);
		expect(sent).toMatchObject({
			params: { id: shown.id },
			body: { complaint: 'Not true.', type: 'fraud' },
		});
	});
});

describe('menu of a person’s page', () => {
	const button = page.getByRole('button', { name: 'More about Vikram' });
	const menu = page.getByRole('menu');
	const entry = (name: string) => menu.getByRole('menuitem', { name, exact: true });
	const question = page.getByRole('alertdialog', { name: 'Block Vikram' });
	const toast = (text: string) => page.getByRole('status').getByText(text);

	async function block(): Promise<void> {
		await button.click();
		await entry('Block Vikram').click();
		await question.getByRole('button', { name: 'Block', exact: true }).click();
	}

	beforeEach(async () => {
		const { id } = fakePerson();
		await renderPage(`/people/${id}`, { as: STUDENT });
		await expect.element(button).toBeVisible();
	});

	test('the menu on a person’s page works by keyboard, and asks for confirmation before a block', async () => {
		button.element().focus();
		await userEvent.keyboard('{Enter}');
		await expect.element(entry('Report Vikram')).toHaveFocus();
		for (const [key, focused] of [
			['ArrowDown', 'Block Vikram'],
			['ArrowDown', 'Report Vikram'],
			['End', 'Block Vikram'],
		] as const) {
			await userEvent.keyboard(`{${key}}`);
			await expect.element(entry(focused)).toHaveFocus();
		}

		await userEvent.keyboard('{Enter}');
		await expect.element(question.getByText(BLOCK_MESSAGES.confirm('Vikram'))).toBeVisible();
		await userEvent.keyboard('{Escape}');

		await expect.element(question).not.toBeInTheDocument();
		await expect.element(button).toHaveFocus();
		expect(fakeApi.requests(blockPerson)).toEqual([]);
	});

	test('a person can be blocked, also after a try without a connection, and unblocked in the same menu', async () => {
		fakeApi.answer(blockPerson, NO_CONNECTION);
		await block();
		await expect
			.element(page.getByRole('alert').getByText(ITEM_MESSAGES.noConnection))
			.toBeVisible();

		fakePerson();
		await block();
		await expect.element(toast(BLOCK_MESSAGES.blocked('Vikram'))).toBeVisible();
		await expect.element(button).toHaveFocus();

		await button.click();
		await entry('Unblock Vikram').click();
		await expect.element(toast(BLOCK_MESSAGES.unblocked('Vikram'))).toBeVisible();
		await button.click();
		await expect.element(entry('Block Vikram')).toBeVisible();
	});
});
