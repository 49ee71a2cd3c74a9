import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getPerson } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { getItemChats } from '#contract/chat/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { getItemDetails } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { renderApp, renderPage } from '#tests/support/render-page.tsx';

const UNKNOWN_ID = 2_147_483_647;
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const newestItems = page.getByRole('list', { name: 'Just put on sale' }).getByRole('article');

beforeEach(() => {
	// More items than the page shows.
	fakeListing(...Array.from({ length: 6 }, () => sampleItem({ title: 'Desk lamp', userId: 99 })));
	fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));
	fakeApi.answer(getPerson, refuse(404, AUTH_ERRORS.userNotFound));
});

test.each([
	['an item that does not exist', `/item/${UNKNOWN_ID}`, ITEM_ERRORS.notFound.message],
	['a user who does not exist', `/people/${UNKNOWN_ID}`, AUTH_ERRORS.userNotFound.message],
	['an unknown path', '/nowhere', 'Page Not Found'],
])(
	'for %s, the page shows a not-found message and the newest items, without a footer',
	async (_, path, message) => {
		await renderApp(path);

		await expect.element(heading(message)).toBeVisible();
		await expect.element(newestItems.first()).toBeVisible();
		expect(newestItems.elements()).toHaveLength(4);
		await expect.element(page.getByRole('contentinfo')).not.toBeInTheDocument();
		await expectAccessible();
	},
);

test.each([
	['the buyers of an item that does not exist', `/availableBuyers/${UNKNOWN_ID}`],
	['the edit form of an item that does not exist', `/update-item/${UNKNOWN_ID}`],
])(
	'for %s, the page shows a not-found message and the newest items, without a way back to the item',
	async (_, path) => {
		fakeApi.answer(getItemChats, refuse(404, ITEM_ERRORS.notFound));
		await renderPage(path, { as: STUDENT });

		await expect.element(heading(ITEM_ERRORS.notFound.message)).toBeVisible();
		await expect.element(newestItems.first()).toBeVisible();
		await expect
			.element(page.getByRole('button', { name: 'Back to Item' }))
			.not.toBeInTheDocument();
	},
);

test('a user who opens the edit form of another user’s item is refused', async () => {
	const { id } = fakeItemPage();
	await renderPage(`/update-item/${id}`, { as: STUDENT });

	await expect.element(heading('Access Denied')).toBeVisible();
	await expect
		.element(page.getByRole('alert').getByText(ITEM_ERRORS.notOwner.message))
		.toBeVisible();
});

test('a user page that is refused by the rate limit opens after a retry', async () => {
	fakeApi.answer(getPerson, refuse(429, REQUEST_ERRORS.tooMany));
	await renderPage('/people/99');
	const alert = page.getByRole('alert').getByText(REQUEST_ERRORS.tooMany.message);
	await expect.element(alert).toBeVisible();

	// Fakes an item and its seller: the user 99, Meera.
	fakeItemPage();
	await page.getByRole('button', { name: 'Try again' }).click();

	await expect.element(heading('Meera')).toBeVisible();
});
