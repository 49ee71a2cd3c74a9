import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { checkSession } from '#contract/auth/endpoints.ts';
import { getCatalogue, listCategories } from '#contract/catalogue/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGES } from '#contract/core/pages.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import {
	addWanted,
	getWanted,
	listMostWanted,
	listOwnWanted,
	listWanted,
	listWantedAnswers,
} from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { WANTED_MESSAGES } from '#contract/wanted/facts.ts';
import type { WantedDetails } from '#contract/wanted/schemas.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { shownCategories } from '#tests/support/catalogue-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { draftNote } from '#tests/support/fake-item-form.ts';
import { formDraftKeys, logInAgain, OTHER_STUDENT, startOver } from '#tests/support/form-drafts.ts';
import { goTo, renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { shownWanted } from '#tests/support/wanted-replies.ts';
import { clearCredentials } from '#web/lib/session/credentials.ts';
import { signIn } from '#web/lib/session/session.ts';

const posts = page.getByRole('list', { name: 'Wanted posts' }).getByRole('listitem');
const heading = (name: string) => page.getByRole('heading', { name });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog', { name: 'Ask for something' });
const list = (...wanted: WantedDetails[]) => ({ success: true as const, wanted, nextCursor: null });

beforeEach(() => {
	fakeApi.answer(getCatalogue, {
		success: true,
		categories: shownCategories(),
		branches: [{ code: 'EC', name: 'Electronics' }],
		subjects: [{ code: 'EC301', name: 'Signals', branch: 'EC', semester: 3 }],
		spots: [],
	});
	fakeApi.answer(listMostWanted, { success: true, most: [] });
	fakeApi.answer(listWanted, list());
});

describe('the list of what students look for', () => {
	test('shows each post with its price, category, subject, asker and answers', async () => {
		const facts = { maxPrice: 250, category: 'Essentials', subject: 'EC301', answers: 2 };
		const post = shownWanted('Lab coat', { ...facts, note: 'Size M' });
		fakeApi.answer(listWanted, list(post, shownWanted('Drafter')));
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
			return isEverything ? list(shownWanted('Kettle')) : list();
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
		fakeApi.answer(listWanted, list(shownWanted('Lab coat', { subject: 'EC301' })));

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
				: list(shownWanted('Kettle')),
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
				? list(shownWanted('Kettle'))
				: { ...list(shownWanted('Drafter')), nextCursor: 'next' },
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

		fakeApi.answer(listWanted, list(shownWanted('Kettle')));
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
			list(shownWanted('Kettle', { status: 'live' }), shownWanted('Lamp', { status: 'found' })),
		);
		await renderPage(PAGES.wanted, { as: STUDENT });

		await page.getByRole('tab', { name: 'My posts' }).click();

		const own = page.getByRole('list', { name: 'My posts' }).getByRole('listitem');
		await expect.element(own.nth(0)).toMatchTextContent(/Kettle.*Live/);
		await expect.element(own.nth(1)).toMatchTextContent(/Lamp.*Found/);
		expect(window.location.search).toBe('?view=own');
	});
});

describe('the form to ask for something', () => {
	test('is filled in by the address, checks the title, and leads to the new post', async () => {
		const post = shownWanted('Drafter with clips', {
			User: { ...shownWanted('').User, id: STUDENT.id },
		});
		fakeApi.answer(addWanted, { success: true, wanted: post });
		fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
		fakeApi.answer(listWantedAnswers, { success: true, items: [] });
		await renderPage(`${PAGES.wanted}?ask=Dr&for=Instruments`, { as: STUDENT });
		const title = dialog.getByRole('textbox', { name: 'I am looking for' });
		await expect.element(title).toHaveValue('Dr');
		await expectAccessible();

		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(dialog.getByText(WANTED_ERRORS.title.message)).toBeVisible();
		await title.fill('Drafter with clips');
		await dialog.getByRole('textbox', { name: 'At most, in ₹' }).fill('₹1,250');
		await dialog.getByRole('button', { name: 'Post it' }).click();

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

	test('shows a refusal at its field, and any other below', async () => {
		const refused = ITEM_ERRORS.unknownSubject('EC301');
		fakeApi.answer(addWanted, refuse(400, refused, { issues: [{ path: 'subject', ...refused }] }));
		await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(dialog.getByRole('alert')).toHaveTextContent(refused.message);

		fakeApi.answer(addWanted, refuse(409, WANTED_ERRORS.tooMany));
		await dialog.getByRole('button', { name: 'Post it' }).click();

		await expect.element(dialog.getByText(WANTED_ERRORS.tooMany.message)).toBeVisible();
	});

	test('does not leave the list filtered by its category when it is cancelled', async () => {
		await renderPage(`${PAGES.wanted}?ask=Drafter&for=Instruments`, { as: STUDENT });
		await expect.element(dialog.getByLabelText('Category')).toHaveValue('Instruments');

		await dialog.getByRole('button', { name: 'Cancel' }).click();

		await expect.element(dialog).not.toBeInTheDocument();
		expect(fakeApi.requests(listWanted).map(({ query }) => query.category)).not.toContain(
			'Instruments',
		);
	});

	test('does not fill in a category that was hidden', async () => {
		const categories = shownCategories().map((one) => ({
			...one,
			isVisible: one.name !== 'Instruments',
		}));
		await renderPage(`${PAGES.wanted}?ask=Drafter&for=Instruments`, { as: STUDENT, categories });

		await expect.element(dialog.getByLabelText('Category')).toHaveValue('');
	});

	test('keeps a chosen category that is renamed meanwhile, and says that it has gone', async () => {
		vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
		const gone = WANTED_ERRORS.unknownCategory('Instruments');
		fakeApi.answer(addWanted, refuse(400, gone, { issues: [{ path: 'category', ...gone }] }));
		await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
		const category = dialog.getByLabelText('Category');
		await category.selectOptions('Instruments');
		fakeApi.answer(listCategories, {
			success: true,
			categories: shownCategories().filter(({ name }) => name !== 'Instruments'),
		});
		await vi.advanceTimersByTimeAsync(60_000);
		await expect.poll(() => fakeApi.requests(listCategories)).toHaveLength(1);

		await dialog.getByRole('button', { name: 'Post it' }).click();

		await expect.element(dialog.getByRole('alert')).toHaveTextContent(gone.message);
		expect(fakeApi.requests(addWanted).map(({ body }) => body.category)).toEqual(['Instruments']);
		await expect.element(category).toHaveFocus();

		await category.selectOptions('Books');

		await expect.element(dialog.getByText(gone.message)).not.toBeInTheDocument();
	});

	test('sent again after a lost answer has the same key, and another one once it is changed', async () => {
		const keys: (string | null)[] = [];
		fakeApi.answer(addWanted, ({ headers }) => {
			keys.push(headers.get('idempotency-key'));
			return NO_CONNECTION;
		});
		await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
		const send = () => dialog.getByRole('button', { name: 'Post it' }).click();

		await send();
		await expect.poll(() => keys).toHaveLength(1);
		await expect.element(dialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();
		await send();
		await expect.poll(() => keys).toHaveLength(2);
		await dialog.getByRole('textbox', { name: 'I am looking for' }).fill('Mini drafter');
		await send();
		await expect.poll(() => keys).toHaveLength(3);

		expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
		expect(keys[1]).toBe(keys[0]);
		expect(keys[2]).not.toBe(keys[0]);
	});

	test('sent again after a lost answer and a reload of the page has the same key', async () => {
		const keys: (string | null)[] = [];
		const post = shownWanted('Drafter');
		fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
		fakeApi.answer(listWantedAnswers, { success: true, items: [] });
		const answers = [NO_CONNECTION, { success: true as const, wanted: post }];
		fakeApi.answer(addWanted, ({ headers }) => {
			keys.push(headers.get('idempotency-key'));
			return answers.shift() ?? NO_CONNECTION;
		});
		const path = `${PAGES.wanted}?ask=Drafter`;
		await renderPage(path, { as: STUDENT });
		await dialog.getByRole('textbox', { name: 'Note' }).fill('With clips');
		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(dialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();

		await logInAgain(path);
		await expect.element(draftNote).toBeVisible();
		await dialog.getByRole('button', { name: 'Post it' }).click();

		await expect.poll(() => keys).toHaveLength(2);
		expect(keys[1]).toBe(keys[0]);
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('sent again after its post was deleted elsewhere has a new key', async () => {
		const keys: (string | null)[] = [];
		const deleted = refuse(404, WANTED_ERRORS.notFound);
		const answers = [NO_CONNECTION, deleted, NO_CONNECTION];
		fakeApi.answer(addWanted, ({ headers }) => {
			keys.push(headers.get('idempotency-key'));
			return answers.shift() ?? NO_CONNECTION;
		});
		await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
		const send = () => dialog.getByRole('button', { name: 'Post it' }).click();

		await send();
		await expect.element(dialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();
		await send();
		await expect.element(dialog.getByText(WANTED_ERRORS.notFound.message)).toBeVisible();
		await send();
		await expect.element(dialog.getByText(WANTED_MESSAGES.noConnection)).toBeVisible();

		expect(keys[1]).toBe(keys[0]);
		expect(keys[2]).not.toBe(keys[0]);
	});

	test('leads to the new post without waiting for the lists', async () => {
		const post = shownWanted('Drafter with clips');
		fakeApi.answer(addWanted, { success: true, wanted: post });
		fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
		fakeApi.answer(listWantedAnswers, { success: true, items: [] });
		await renderPage(`${PAGES.wanted}?ask=Drafter`, { as: STUDENT });
		await expect.element(heading(WANTED_MESSAGES.empty)).toBeVisible();
		const release = fakeApi.hold(listWanted);
		onTestFinished(release);

		await dialog.getByRole('button', { name: 'Post it' }).click();

		await expect.element(page.getByText(WANTED_MESSAGES.added)).toBeVisible();
	});

	test('opens from the page’s link, and closing it returns to the page', async () => {
		await renderPage(PAGES.wanted, { as: STUDENT });
		await page.getByRole('link', { name: 'I am looking for…' }).click();
		await expect.element(dialog.getByRole('textbox', { name: 'I am looking for' })).toHaveFocus();

		await dialog.getByRole('button', { name: 'Cancel' }).click();

		await expect.element(dialog).not.toBeInTheDocument();
		expect(window.location.pathname + window.location.search).toBe(PAGES.wanted);
		await expect.element(page.getByRole('link', { name: 'I am looking for…' })).toHaveFocus();
	});

	test('leaves the filters and the tab of the page as they were', async () => {
		fakeApi.answer(listOwnWanted, list());
		await renderPage(`${PAGES.wanted}?q=drafter`, { as: STUDENT });
		await page.getByRole('link', { name: 'I am looking for…' }).click();
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		await expect.element(dialog).not.toBeInTheDocument();
		expect(window.location.search).toBe('?q=drafter');

		await page.getByRole('tab', { name: 'My posts' }).click();
		await page.getByRole('link', { name: 'I am looking for…' }).click();
		await dialog.getByRole('button', { name: 'Cancel' }).click();

		await expect
			.element(page.getByRole('tab', { name: 'My posts' }))
			.toHaveAttribute('aria-selected', 'true');
		await page.getByRole('tab', { name: 'Everybody' }).click();
		expect(window.location.search).toBe('?q=drafter');
	});
});

describe('what was typed into the form to ask for something, and not posted,', () => {
	const path = `${PAGES.wanted}?ask=`;
	const title = dialog.getByRole('textbox', { name: 'I am looking for' });
	const note = dialog.getByRole('textbox', { name: 'Note' });

	async function typePost(): Promise<void> {
		await renderPage(path, { as: STUDENT });
		await title.fill('Mini drafter');
		await note.fill('With clips, please');
		await dialog.getByRole('textbox', { name: 'At most, in ₹' }).fill('300');
		await dialog.getByLabelText('Category').selectOptions('Instruments');
		await dialog.getByLabelText('Subject').selectOptions('EC301 · Signals');
		await expect.poll(formDraftKeys).toHaveLength(1);
	}

	async function expectTypedPost(): Promise<void> {
		await expect.element(draftNote).toBeVisible();
		await expect.element(title).toHaveValue('Mini drafter');
		await expect.element(note).toHaveValue('With clips, please');
		await expect.element(dialog.getByLabelText('At most, in ₹')).toHaveValue('300');
		await expect.element(dialog.getByLabelText('Category')).toHaveValue('Instruments');
		await expect.element(dialog.getByLabelText('Subject')).toHaveValue('EC301');
	}

	async function expectEmptyForm(): Promise<void> {
		await expect.element(title).toHaveFocus();
		await expect.element(title).toHaveValue('');
		await expect.element(note).toHaveValue('');
		await expect.element(draftNote).not.toBeInTheDocument();
	}

	test('is there again when the same user logs in after the end of the session', async () => {
		await typePost();
		clearCredentials();
		await expect.element(dialog).not.toBeInTheDocument();

		await logInAgain(path);

		await expectTypedPost();
		await expect.element(title).toHaveFocus();
		await expectAccessible();
	});

	test('is there again after the post could not be sent because the session had ended', async () => {
		await typePost();
		fakeApi.answer(addWanted, refuse(401, REQUEST_ERRORS.signIn));
		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(dialog).not.toBeInTheDocument();

		await logInAgain(path);

		await expectTypedPost();
	});

	test('is there again after going back, also where something else was searched for', async () => {
		await renderPage(PAGES.wanted, { as: STUDENT });
		await page.getByRole('link', { name: 'I am looking for…' }).click();
		await title.fill('Mini drafter');
		await expect.poll(formDraftKeys).toHaveLength(1);
		window.history.back();
		await expect.element(dialog).not.toBeInTheDocument();

		goTo(`${PAGES.wanted}?ask=Kettle`);

		await expect.element(draftNote).toBeVisible();
		await expect.element(title).toHaveValue('Mini drafter');
		await startOver.click();
		await expect.element(title).toHaveValue('Kettle');
		await expect.element(title).toHaveFocus();
		await expect.element(draftNote).not.toBeInTheDocument();
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('is never shown to another user of the same device', async () => {
		await typePost();

		await logInAgain(path, OTHER_STUDENT);

		await expectEmptyForm();
		await expect.poll(formDraftKeys).toEqual([]);
		await expectEmptyForm();
	});

	test('leaves the screen when another user logs in in another tab', async () => {
		await typePost();

		fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
		signIn('token-of-another', OTHER_STUDENT.id);

		await expectEmptyForm();
	});

	test('is forgotten once it is posted', async () => {
		await typePost();
		const post = shownWanted('Mini drafter');
		fakeApi.answer(addWanted, { success: true, wanted: post });
		fakeApi.answer(getWanted, { success: true, wanted: { ...post, status: 'live' } });
		fakeApi.answer(listWantedAnswers, { success: true, items: [] });
		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.element(page.getByText(WANTED_MESSAGES.added)).toBeVisible();

		await expect.poll(formDraftKeys).toEqual([]);
		await logInAgain(path);

		await expectEmptyForm();
	});

	test('is forgotten once it is posted, also when the user has left the page by then', async () => {
		await typePost();
		fakeApi.answer(addWanted, { success: true, wanted: shownWanted('Mini drafter') });
		const release = fakeApi.hold(addWanted);
		await dialog.getByRole('button', { name: 'Post it' }).click();
		await expect.poll(() => fakeApi.requests(addWanted)).toHaveLength(1);
		await cleanup();

		release();

		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('is forgotten when the form is cancelled', async () => {
		await typePost();

		await dialog.getByRole('button', { name: 'Cancel' }).click();

		await expect.element(dialog).not.toBeInTheDocument();
		await expect.poll(formDraftKeys).toEqual([]);
	});

	test('is forgotten when it is deleted by hand', async () => {
		await renderPage(path, { as: STUDENT });
		await title.fill('Mini drafter');
		await expect.poll(formDraftKeys).toHaveLength(1);

		await title.fill('');

		await expect.poll(formDraftKeys).toEqual([]);
	});
});
