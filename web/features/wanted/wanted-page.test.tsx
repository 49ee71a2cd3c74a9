import { describe, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { listMostWanted, listOwnWanted, listWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { shownCategories } from '#tests/support/catalogue-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeWantedPage, wantedReply } from '#tests/support/fake-wanted-page.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { shownWanted } from '#tests/support/wanted-replies.ts';

const posts = page.getByRole('list', { name: 'Wanted posts' }).getByRole('listitem');
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });

fakeWantedPage();

describe('the list of what students look for', () => {
	test('shows each post with its price, category, subject, asker and answers', async () => {
		const facts = { maxPrice: 250, category: 'Essentials', subject: 'EC301', answers: 2 };
		const post = shownWanted('Lab coat', { ...facts, note: 'Size M' });
		fakeApi.answer(listWanted, wantedReply(post, shownWanted('Drafter')));
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
		await expectAccessible();
	});

	test('is searched and filtered, and the address says how', async () => {
		fakeApi.answer(listWanted, ({ query }) => {
			const isEverything = !(query.q || query.category || query.subject);
			return isEverything ? wantedReply(shownWanted('Kettle')) : wantedReply();
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

	test('with a subject’s code in small letters in the address has that subject chosen', async () => {
		fakeApi.answer(listWanted, wantedReply(shownWanted('Lab coat', { subject: 'EC301' })));

		await renderPage(`${PAGES.wanted}?subject=ec301`);

		const subject = page.getByRole('combobox', { name: 'Subject' });
		await expect.element(subject).toHaveDisplayValue('EC301 · Signals');
		await expect.element(subject.getByRole('option')).toHaveLength(2);
	});

	test('of a subject that no longer exists says so, and can show everything', async () => {
		const gone = ITEM_ERRORS.unknownSubject('EC999');
		fakeApi.answer(listWanted, ({ query }) =>
			query.subject
				? refuse(400, gone, { issues: [{ path: 'subject', ...gone }] })
				: wantedReply(shownWanted('Kettle')),
		);
		await renderPage(`${PAGES.wanted}?subject=EC999`);
		await expect.element(heading(gone.message)).toBeVisible();

		await button('Show everything').click();

		await expect.element(posts).toHaveLength(1);
	});

	test.each(['instruments', 'tools'])(
		'finds a category in any letter case and by the name that it had before: %s',
		async (name) => {
			const categories = shownCategories().map((one) =>
				one.name === 'Instruments' ? { ...one, formerNames: ['Tools'] } : one,
			);
			await renderPage(`${PAGES.wanted}?category=${name}`, { categories });

			await expect
				.element(page.getByRole('combobox', { name: 'Category' }))
				.toHaveValue('Instruments');
		},
	);

	test('loads further pages', async () => {
		fakeApi.answer(listWanted, ({ query: { cursor } }) =>
			cursor
				? wantedReply(shownWanted('Kettle'))
				: { ...wantedReply(shownWanted('Drafter')), nextCursor: 'next' },
		);
		await renderPage(PAGES.wanted);

		await expect.element(posts).toHaveLength(2);
	});

	test('explains what will be here while it is empty, and leads a visitor to the form by signing in', async () => {
		await renderPage(PAGES.wanted);

		await expect.element(heading(WANTED_MESSAGES.empty)).toBeVisible();
		const ask = page.getByRole('link', { name: 'I am looking for…' });
		await expect.element(ask).toHaveAttribute('href', '/login?next=%2Fwanted%3Fask%3D');
	});

	test('can be loaded again after a failure', async () => {
		vi.useFakeTimers();
		fakeApi.answer(listWanted, NO_CONNECTION);
		await renderPage(PAGES.wanted);
		await skipUntil(page.getByText(WANTED_MESSAGES.noConnection));

		fakeApi.answer(listWanted, wantedReply(shownWanted('Kettle')));
		await button('Try again').click();

		await expect.element(posts).toHaveLength(1);
	});

	test('says what is looked for most, with links to those posts', async () => {
		fakeApi.answer(listMostWanted, {
			success: true,
			most: [
				{ subject: 'EC301', wanted: 4, onSale: 1 },
				{ category: 'PYQs', wanted: 3, onSale: 0 },
			],
		});
		await renderPage(PAGES.wanted);

		const subject = page.getByRole('link', { name: 'EC301 4 look for it · 1 on sale' });
		await expect.element(subject).toHaveAttribute('href', '/wanted?subject=EC301');
		const category = page.getByRole('link', { name: 'PYQs 3 look for it · 0 on sale' });
		await expect.element(category).toHaveAttribute('href', '/wanted?category=PYQs');
	});
});

describe('a user’s own wanted posts', () => {
	test('are under a tab of their own, with what became of them', async () => {
		fakeApi.answer(
			listOwnWanted,
			wantedReply(
				shownWanted('Kettle', { status: 'live' }),
				shownWanted('Lamp', { status: 'found' }),
			),
		);
		await renderPage(PAGES.wanted, { as: STUDENT });

		await page.getByRole('tab', { name: 'My posts' }).click();

		const own = page.getByRole('list', { name: 'My posts' }).getByRole('listitem');
		await expect.element(own.nth(0)).toMatchTextContent(/Kettle.*Live/);
		await expect.element(own.nth(1)).toMatchTextContent(/Lamp.*Found/);
		expect(window.location.search).toBe('?view=own');
	});
});
