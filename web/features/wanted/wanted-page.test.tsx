import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { listItems } from '#contract/items/endpoints.ts';
import { reportWanted } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import {
	answerWanted,
	getWanted,
	listMostWanted,
	listOwnWanted,
	listWanted,
} from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeWantedPage, wantedReply } from '#tests/support/fake-wanted-page.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { sampleWanted } from '#tests/support/wanted-replies.ts';

const posts = page.getByRole('list', { name: 'Wanted posts' }).getByRole('listitem');
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

fakeWantedPage();

describe('list of wanted posts', () => {
	test('the page of wanted posts shows each post with its facts, and what is wanted most, with links', async () => {
		const facts = { maxPrice: 250, category: 'Essentials', subject: 'EC301', answers: 2 };
		const post = sampleWanted('Lab coat', { ...facts, note: 'Size M' });
		fakeApi.answer(listWanted, wantedReply(post, sampleWanted('Drafter')));
		fakeApi.answer(listMostWanted, {
			success: true,
			most: [
				{ subject: 'EC301', wanted: 4, onSale: 1 },
				{ category: 'PYQs', wanted: 3, onSale: 0 },
			],
		});
		await renderPage(PAGES.wanted);

		for (const text of [
			'Lab coat',
			'Up to ₹250',
			'Essentials',
			'EC301',
			'Size M',
			'Ravi',
			'2 answers',
		])
			await expect.element(posts.nth(0)).toMatchTextContent(text);
		const link = posts.nth(0).getByRole('link', { name: 'Lab coat' });
		await expect.element(link).toHaveAttribute('href', `/wanted/${post.id}`);
		await expect.element(posts).toHaveLength(2);
		const subject = page.getByRole('link', { name: 'EC301 4 look for it · 1 on sale' });
		await expect.element(subject).toHaveAttribute('href', '/wanted?subject=EC301');
		const category = page.getByRole('link', { name: 'PYQs 3 look for it · 0 on sale' });
		await expect.element(category).toHaveAttribute('href', '/wanted?category=PYQs');
		await expectAccessible();
	});

	test('the list of wanted posts can be searched and filtered, and the URL contains the choices', async () => {
		fakeApi.answer(listWanted, ({ query }) => {
			const isEverything = !(query.q || query.category || query.subject);
			return isEverything ? wantedReply(sampleWanted('Kettle')) : wantedReply();
		});
		await renderPage(PAGES.wanted);
		await expect.element(posts).toHaveLength(1);

		await page.getByRole('searchbox', { name: 'Search wanted posts' }).fill('drafter');
		await button('Search').click();
		await page.getByRole('combobox', { name: 'Category' }).selectOptions('Instruments');
		await page.getByRole('combobox', { name: 'Subject' }).selectOptions('EC301 · Signals');

		await expect.element(heading(WANTED_MESSAGES.noMatches)).toBeVisible();
		expect(window.location.search).toBe('?q=drafter&category=Instruments&subject=EC301');
		await button('Show everything').click();
		await expect.element(posts).toHaveLength(1);
		expect(window.location.search).toBe('');
	});

	test('the empty list of wanted posts says so, and its link to the form for a post leads a visitor to the login first', async () => {
		await renderPage(PAGES.wanted);

		await expect.element(heading(WANTED_MESSAGES.empty)).toBeVisible();
		const ask = page.getByRole('link', { name: 'I am looking for…' });
		await expect.element(ask).toHaveAttribute('href', '/login?next=%2Fwanted%3Fask%3D');
	});
});

test('a user’s own wanted posts are shown on a separate tab, each with its status', async () => {
	fakeApi.answer(
		listOwnWanted,
		wantedReply(
			sampleWanted('Kettle', { status: 'live' }),
			sampleWanted('Lamp', { status: 'found' }),
		),
	);
	await renderPage(PAGES.wanted, { as: STUDENT });

	await page.getByRole('tab', { name: 'My posts' }).click();

	const own = page.getByRole('list', { name: 'My posts' }).getByRole('listitem');
	await expect.element(own.nth(0)).toMatchTextContent(/Kettle.*Live/);
	await expect.element(own.nth(1)).toMatchTextContent(/Lamp.*Found/);
	expect(window.location.search).toBe('?view=own');
});

describe('page of a wanted post', () => {
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
			const sent = fakeApi
				.requests(answerWanted)
				.map(({ params, body }) => ({ ...params, ...body }));
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
});
