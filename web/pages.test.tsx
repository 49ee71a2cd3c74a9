import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { getAccount, getPerson, getProfile } from '#contract/accounts/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { getItemChats, listChats } from '#contract/chat/endpoints.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { REQUEST_ID_HEADER } from '#contract/core/headers.ts';
import { listDeals } from '#contract/deals/endpoints.ts';
import { getItemDetails, listItems } from '#contract/items/endpoints.ts';
import { ITEM_ERRORS } from '#contract/items/errors.ts';
import { ITEM_MESSAGES } from '#contract/items/facts.ts';
import { listNotifications } from '#contract/notifications/endpoints.ts';
import { listOwnReports } from '#contract/reports/endpoints.ts';
import { REPORT_MESSAGES } from '#contract/reports/facts.ts';
import { listSavedIds, listSavedItems } from '#contract/saved/endpoints.ts';
import { listSearches } from '#contract/searches/endpoints.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { getWanted, listWanted } from '#contract/wanted/endpoints.ts';
import { WANTED_ERRORS } from '#contract/wanted/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { chatPage, listedChat } from '#tests/support/chat-replies.ts';
import { sampleDeal } from '#tests/support/deal-replies.ts';
import { fakeAccount, OTHER_DEVICE } from '#tests/support/fake-account.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeNotifications, notification } from '#tests/support/fake-notifications.ts';
import { fakePerson } from '#tests/support/fake-person.ts';
import { fakeWantedPage, wantedReply } from '#tests/support/fake-wanted-page.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { profileReply } from '#tests/support/profile-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { sampleWanted } from '#tests/support/wanted-replies.ts';

const success = true as const;
const UNKNOWN_ID = 2_147_483_647;
const alert = page.getByRole('alert');
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const tryAgain = page.getByRole('button', { name: 'Try again' });
const newestItems = page.getByRole('list', { name: 'Just put on sale' }).getByRole('article');
const drafter = () => sampleItem({ id: 12, title: 'Drafter', userId: 99 });
const lists = <T extends object>(reply: T) => ({ success, nextCursor: null, ...reply });

/** A page that shows what the server sends. */
interface Row {
	/** The call without which the page shows nothing. */
	call: Endpoint;
	/** Fakes what the page shows. */
	fill: () => unknown;
	/** A text of the filled page. */
	shown: string | RegExp;
	/** What the page says without a connection, if not what most pages say. */
	says?: string;
	/** Whether a visitor sees the page. */
	isPublic?: boolean;
}

const LOADED: Record<string, Row> = {
	'/category/All': {
		call: listItems,
		fill: () => fakeListing(drafter()),
		shown: '1 product available',
		isPublic: true,
	},
	'/item/12': {
		call: getItemDetails,
		fill: () => fakeItemPage({ id: 12, title: 'Drafter' }),
		shown: 'Chat with Seller',
		isPublic: true,
	},
	'/people/99': { call: getPerson, fill: fakePerson, shown: /^Joined/, isPublic: true },
	'/wanted': {
		call: listWanted,
		fill: () => fakeApi.answer(listWanted, wantedReply(sampleWanted('Kettle'))),
		shown: 'Kettle',
		isPublic: true,
	},
	'/update-item/12': {
		call: getItemDetails,
		fill: () => fakeItemPage({ id: 12, userId: STUDENT.id }),
		shown: 'Update Item Details',
		says: ITEM_MESSAGES.failed,
	},
	'/availableBuyers/12': {
		call: getItemChats,
		fill: () => {
			fakeItemPage({ id: 12, userId: STUDENT.id });
			fakeApi.answer(getItemChats, []);
		},
		shown: CHAT_MESSAGES.noBuyers,
	},
	'/chats?side=buying': {
		call: listChats,
		fill: () => fakeApi.answer(listChats, chatPage([listedChat()])),
		shown: 'Is it still there?',
	},
	'/my-deals': {
		call: listDeals,
		fill: () => {
			const deal = { ...sampleDeal(), item: drafter(), other: { id: 99, userName: 'Meera' } };
			fakeApi.answer(listDeals, lists({ deals: [deal] }));
		},
		shown: 'Drafter',
	},
	'/saved': {
		call: listSavedItems,
		fill: () => {
			const item = { ...drafter(), status: 'available' as const, savedPrice: 450 };
			fakeApi.answer(listSavedIds, { success, ids: [item.id] });
			fakeApi.answer(listSavedItems, lists({ items: [item] }));
		},
		shown: 'Drafter',
	},
	'/searches': {
		call: listSearches,
		fill: () => fakeApi.answer(listSearches, { success, searches: [] }),
		shown: SEARCH_MESSAGES.empty,
	},
	'/notifications': {
		call: listNotifications,
		fill: () => fakeNotifications([notification()]),
		shown: 'We looked into it.',
	},
	'/my-reports': {
		call: listOwnReports,
		fill: () => fakeApi.answer(listOwnReports, lists({ reports: [] })),
		shown: REPORT_MESSAGES.noReports,
	},
	'/profile': {
		call: getProfile,
		fill: () => fakeApi.answer(getProfile, profileReply()),
		shown: 'My Uploads',
		says: 'There is no connection right now.',
	},
	'/account': { call: getAccount, fill: () => fakeAccount(), shown: OTHER_DEVICE },
};

fakeWantedPage();

beforeEach(() => {
	// More items than a page shows that was not found.
	fakeListing(...Array.from({ length: 6 }, () => sampleItem({ title: 'Desk lamp', userId: 99 })));
	fakeApi.answer(getItemDetails, refuse(404, ITEM_ERRORS.notFound));
	fakeApi.answer(getItemChats, refuse(404, ITEM_ERRORS.notFound));
	fakeApi.answer(getPerson, refuse(404, AUTH_ERRORS.userNotFound));
	fakeApi.answer(getWanted, refuse(404, WANTED_ERRORS.notFound));
});

test.each(Object.entries(LOADED))(
	'%s says that there is no connection, and “Try again” loads it',
	async (path, { call, fill, shown, says = ITEM_MESSAGES.noConnection, isPublic }) => {
		vi.useFakeTimers();
		fill();
		fakeApi.answer(call, NO_CONNECTION);
		await renderPage(path, isPublic ? {} : { as: STUDENT });
		await skipUntil(alert.getByText(says).first());

		fill();
		// At once: some pages load again by themselves when the connection is back.
		(tryAgain.element() as HTMLElement).click();

		await skipUntil(page.getByText(shown).first());
		await expect.element(tryAgain).not.toBeInTheDocument();
	},
);

test('a visitor who opens a page that needs a session is led home, with a login link that returns to it', async () => {
	const found: unknown[] = [];
	const PRIVATE = [
		['/post', 'add an item'],
		['/chats', 'see your chats'],
		['/chat/1/2', 'open this chat'],
		['/account#notices', 'see your account'],
		['/notifications', 'see your notifications'],
		['/profile', 'see your profile'],
		['/update-item/1', 'edit your item'],
		['/availableBuyers/1', 'see who is interested in your item'],
		['/my-deals', 'see your deals'],
		['/searches', 'see your saved searches'],
		['/my-reports', 'see your reports'],
	] as const;

	for (const [path, purpose] of PRIVATE) {
		await renderPage(path);
		const link = page.getByRole('link', { name: `Log in to ${purpose}` });
		await expect.element(link).toBeInTheDocument();
		found.push([window.location.pathname, link.element().getAttribute('href')]);
		await cleanup();
	}

	expect(found).toEqual(PRIVATE.map(([path]) => ['/', `/login?next=${encodeURIComponent(path)}`]));
});

test('after an error of the server, a page shows the request id that is in the server’s log', async () => {
	vi.useFakeTimers();
	const answer = refuse(500, REQUEST_ERRORS.failed);
	answer.headers.set(REQUEST_ID_HEADER, '8f14e45f-ceea-467f-a9d2-4f5b6a7c8d9e');
	fakeApi.answer(getProfile, answer);

	await renderPage('/profile', { as: STUDENT });

	await skipUntil(page.getByText('Reference: 8f14e45f-ceea-467f-a9d2-4f5b6a7c8d9e'));
});

test('a page that is refused by the rate limit opens after a retry', async () => {
	fakeApi.answer(getPerson, refuse(429, REQUEST_ERRORS.tooMany));
	await renderPage('/people/99');
	await expect.element(alert.getByText(REQUEST_ERRORS.tooMany.message)).toBeVisible();

	fakePerson();
	await tryAgain.click();

	await expect.element(heading('Vikram')).toBeVisible();
});

test.each([
	[`/item/${UNKNOWN_ID}`, ITEM_ERRORS.notFound.message],
	[`/people/${UNKNOWN_ID}`, AUTH_ERRORS.userNotFound.message],
	['/nowhere', 'Page Not Found'],
	[`/availableBuyers/${UNKNOWN_ID}`, ITEM_ERRORS.notFound.message],
	[`/update-item/${UNKNOWN_ID}`, ITEM_ERRORS.notFound.message],
])(
	'%s, which does not exist, shows a not-found message and the newest items',
	async (path, message) => {
		await renderPage(path, { as: STUDENT });

		await expect.element(heading(message)).toBeVisible();
		await expect.element(newestItems.first()).toBeVisible();
		expect(newestItems.elements()).toHaveLength(4);
		await expect
			.element(page.getByRole('button', { name: 'Back to Item' }))
			.not.toBeInTheDocument();
	},
);

test('a wanted post that does not exist leads to the list of wanted posts', async () => {
	await renderPage('/wanted/5');

	const notFound = page.getByRole('heading', { name: WANTED_ERRORS.notFound.message });
	await expect.element(notFound).toBeVisible();
	const link = page.getByRole('link', { name: 'See what is wanted' });
	await expect.element(link).toHaveAttribute('href', '/wanted');
});

test('the edit form and the buyers of another user’s item are refused, and lead on to the item', async () => {
	fakeItemPage({ id: 12, title: 'Electric kettle' });
	await renderPage('/update-item/12', { as: STUDENT });
	await expect.element(heading('Access Denied')).toBeVisible();
	await expect.element(alert.getByText(ITEM_ERRORS.notOwner.message)).toBeVisible();
	await cleanup();

	fakeApi.answer(getItemChats, refuse(403, CHAT_ERRORS.notOwner));
	await renderPage('/availableBuyers/12', { as: STUDENT });
	await expect.element(alert.getByText(CHAT_ERRORS.notOwner.message)).toBeVisible();
	await expect.element(tryAgain).not.toBeInTheDocument();
	await page.getByRole('button', { name: CHAT_MESSAGES.backToItem }).click();

	await expect.element(heading('Electric kettle')).toBeVisible();
});
