import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listReviews } from '#contract/deals/endpoints.ts';
import { REVIEW_TEXTS } from '#contract/deals/review-texts.ts';
import type { PersonReview } from '#contract/deals/schemas.ts';
import { reportReview } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { renderPage } from '#tests/support/render-page.tsx';

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
