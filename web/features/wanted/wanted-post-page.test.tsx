import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { reportWanted } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { answerWanted, getWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const success = true as const;

function answerPost(post: WantedDetails): WantedDetails {
	fakeApi.answer(getWanted, { success, wanted: post });
	return post;
}

describe('wanted post of another student', () => {
	test('the page of a wanted post shows the post and its asker, and sends a visitor who wants to answer to the login', async () => {
		const facts = { note: 'Any brand.', maxPrice: 400, category: 'Essentials', answers: 1 };
		const post = answerPost(sampleWanted('Kettle', facts));
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

	test('a user answers a wanted post with one of their own items on sale, or reads why that is refused', async () => {
		const post = answerPost(sampleWanted('Kettle'));
		const items = [sampleItem({ title: 'Steel kettle' }), sampleItem({ title: 'Lamp' })];
		fakeApi.answer(listItems, { items, nextCursor: null, total: 2 });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('I have this').click();
		await expect.element(button('Offer it')).toBeDisabled();

		await page.getByRole('radio', { name: /Steel kettle/ }).click();
		await expectAccessible();
		fakeApi.answer(answerWanted, refuse(409, WANTED_ERRORS.tooManyAnswers));
		await button('Offer it').click();
		await expect.element(page.getByText(WANTED_ERRORS.tooManyAnswers.message)).toBeVisible();
		fakeApi.answer(answerWanted, {
			success,
			message: WANTED_MESSAGES.answered,
			wanted: { ...post, answers: 1 },
		});
		await button('Offer it').click();

		await expect.element(page.getByText(WANTED_MESSAGES.answered)).toBeVisible();
		const sent = fakeApi.requests(answerWanted).map(({ params, body }) => ({ ...params, ...body }));
		expect(sent.at(-1)).toEqual({ id: post.id, itemId: items[0]?.id });
	});

	test('a user without items who answers a wanted post finds a link to the prefilled form for a new item', async () => {
		const post = answerPost(sampleWanted('Mini kettle', { category: 'Essentials' }));
		fakeApi.answer(listItems, { items: [], nextCursor: null, total: 0 });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });

		await button('I have this').click();

		await expect.element(page.getByText(WANTED_MESSAGES.nothingToOffer)).toBeVisible();
		const link = page.getByRole('link', { name: 'Post it as a new item' });
		await expect
			.element(link)
			.toHaveAttribute('href', '/post?title=Mini+kettle&category=Essentials');
	});

	test('a user can report a wanted post to the administrators, once they have chosen a type', async () => {
		const post = answerPost(sampleWanted('Kettle'));
		const message = REPORT_MESSAGES.wantedReported;
		fakeApi.answer(reportWanted, { success, message });
		await renderPage(`/wanted/${post.id}`, { as: STUDENT });
		await button('Report Post').click();
		await page.getByRole('textbox').fill('Only an advertisement.');
		await button('Submit Report').click();
		await expect.element(page.getByText(REQUEST_ERRORS.badType.message)).toBeVisible();
		await page.getByLabelText('Type').selectOptions('Spam');
		await button('Submit Report').click();

		await expect.element(page.getByText(message)).toBeVisible();
		expect(fakeApi.requests(reportWanted).map(({ params }) => params.id)).toEqual([post.id]);
	});
});
