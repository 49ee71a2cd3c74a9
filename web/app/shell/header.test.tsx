import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react/pure';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { getPublicFeedback } from '#contract/feedback/endpoints.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeItemPage } from '#tests/support/fake-item-page.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { sampleItem } from '#tests/support/item-replies.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp, renderComponent } from '#tests/support/render-page.tsx';
import { BottomBar } from './bottom-bar.tsx';

/** The smallest width and height of a touch target, in pixels. */
const TOUCH_TARGET_PX = 44;
const header = page.getByRole('banner');
const badge = (name: string | RegExp) => header.getByRole('link', { name, exact: true });
const search = header.getByRole('combobox', { name: 'Search the market' });
const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect();

function fakeUnread(notifications: number, chats = 0): void {
	fakeApi.answer(getNotificationSummary, notificationSummary({ notifications, chats }));
}

test('the badges count unread chats and notifications live, announce a new count, and prefix the page title', async () => {
	fakeUnread(2);
	await renderApp('/about', { as: STUDENT });
	await expect.element(badge('Notifications, 2 unread')).toHaveAttribute('href', '/notifications');
	await expect.element(badge('My Chats')).toHaveAttribute('href', '/chats');
	await expect.poll(() => document.title).toMatch(/^\(2\) About Us/);
	await expect.element(page.getByText('2 unread notifications')).not.toBeInTheDocument();

	fakeUnread(2, 1);
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

	await expect.element(badge('My Chats, 1 unread')).toBeVisible();
	await expect.element(badge('Notifications, 2 unread')).toBeVisible();
	const announcement = header.getByRole('status').getByText('1 unread chat', { exact: true });
	await expect.element(announcement).toBeInTheDocument();
	await expectAccessible();
	await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click();
	await expect.poll(() => document.title).toMatch(/^\(3\) Rules/);
	fakeUnread(101);
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
	await expect.element(badge('Notifications, 101 unread').getByText('99+')).toBeVisible();
	await expect.poll(() => document.title).toMatch(/^\(99\+\) /);
	fakeUnread(0);
	await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
	await expect.element(badge('Notifications')).toBeVisible();
	await expect.poll(() => document.title).toMatch(/^Rules/);
});

test('on a phone the header has menu, logo, search and bell in one row, each with a full touch target; the focused search box expands over the others, which Tab still reaches', async () => {
	fakeUnread(1);
	await renderApp('/about', { as: STUDENT, width: 360 });
	const bell = badge('Notifications, 1 unread');
	await expect.element(bell).toBeVisible();
	const menu = header.getByRole('button', { name: 'Menu' });
	const logo = header.getByRole('link', { name: 'Passdown' });
	const label = search.element().closest('label') as Element;
	expect(header.getByRole('link').elements()).toHaveLength(2);

	const boxes = [menu, logo, { element: () => label }, bell].map(boxOf);

	for (const { width, height } of boxes)
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(TOUCH_TARGET_PX);
	expect(new Set(boxes.map(({ y }) => y)).size).toBe(1);

	const narrow = boxOf(search).width;
	(search.element() as HTMLElement).focus();
	expect(boxOf(search).width).toBeGreaterThanOrEqual(narrow + TOUCH_TARGET_PX);
	await userEvent.keyboard('{Tab}');
	await expect.element(bell).toHaveFocus();
	expect(boxOf(search).width).toBe(narrow);
});

describe('search in the header', () => {
	const searchBox = page.getByRole('combobox', { name: 'Search the market' });
	const options = page.getByRole('option');
	const lastSearches = page.getByRole('region', { name: 'Last searches' });

	async function search(text: string): Promise<void> {
		await searchBox.fill(text);
		await userEvent.keyboard('{Enter}');
		// The search box takes the words of the address, once they are there.
		await expect.poll(() => window.location.search).toBe(`?q=${text}`);
		await expect.element(page.getByText('0 products available')).toBeVisible();
	}

	test('the header search suggests titles while the user types, and the keyboard selects and opens a suggestion', async () => {
		const kettle = fakeItemPage({ title: 'Blue kettle', category: 'Essentials' });
		fakeListing(kettle, sampleItem({ title: 'Blue lamp' }));
		await renderApp('/about');

		await searchBox.click();
		await userEvent.keyboard('Blu');
		await expect.element(options.first()).toMatchTextContent(/Blue kettle.*Essentials.*₹/);
		expect(options.first().element().querySelector('img')).not.toBeNull();
		await expect.element(options.last()).toHaveTextContent('Search for “Blu”');
		await expectAccessible();

		await userEvent.keyboard('{ArrowUp}');
		await expect.element(options.last()).toHaveAttribute('aria-selected', 'true');
		await userEvent.keyboard('{Home}');
		const { id } = options.first().element();
		await expect.element(searchBox).toHaveAttribute('aria-activedescendant', id);
		await userEvent.keyboard('{Escape}');
		await expect.element(searchBox).toHaveAttribute('aria-expanded', 'false');
		await userEvent.keyboard('{ArrowDown}');
		await userEvent.keyboard('{Enter}');

		await expect
			.element(page.getByRole('heading', { level: 1, name: 'Blue kettle' }))
			.toBeVisible();
		expect(window.location.pathname).toBe(`/item/${kettle.id}`);
		await expect.element(searchBox).toHaveValue('');
	});

	test('the last searches appear when the search box gets the focus, and can be chosen and removed', async () => {
		fakeListing(sampleItem());
		await renderApp('/about', { as: STUDENT });
		await search('first');
		await search('second');
		await searchBox.fill('');
		(searchBox.element() as HTMLElement).blur();

		await userEvent.keyboard('/');
		await expect.element(searchBox).toHaveFocus();
		await expect.element(lastSearches.getByText('second')).toBeVisible();
		await lastSearches.getByRole('button', { name: 'Remove “second”' }).click();
		await expect.poll(() => lastSearches.getByRole('listitem').elements()).toHaveLength(1);
		await expect.element(searchBox).toHaveFocus();
		await userEvent.keyboard('{Escape}');
		await expect.element(lastSearches).not.toBeInTheDocument();
		(searchBox.element() as HTMLElement).blur();
		await searchBox.click();
		await lastSearches.getByRole('button', { name: 'first', exact: true }).click();

		await expect.poll(() => window.location.search).toBe('?q=first');
	});
});

describe('side menu', () => {
	const dialog = page.getByRole('dialog', { name: 'Menu' });
	const links = dialog.getByRole('navigation').getByRole('link');
	const listLinks = () =>
		links.elements().map((link) => [link.textContent, link.getAttribute('href')]);

	async function openMenu(): Promise<void> {
		await page.getByRole('button', { name: 'Menu', exact: true }).click();
		await expect.element(dialog.getByRole('link', { name: 'About Us' })).toBeVisible();
	}

	test('the side menu is accessible and lists the pages of a signed-in user, with the number of unread chats', async () => {
		fakeApi.answer(getNotificationSummary, notificationSummary({ chats: 1 }));
		await renderApp('/about', { as: STUDENT });

		await openMenu();

		await expect.element(dialog.getByText('1 unread')).toBeVisible();
		expect(listLinks()).toEqual([
			['Home', '/'],
			['Wanted', '/wanted'],
			['My Profile', '/profile'],
			['My Chats 1 unread', '/chats'],
			['My deals', '/my-deals'],
			['Saved items', '/saved'],
			['Notifications', '/notifications'],
			['Saved searches', '/searches'],
			['My Reports', '/my-reports'],
			['Account', '/account'],
			['About Us', '/about'],
			['Feedback', '/feedback'],
		]);
		await expect.element(dialog.getByRole('button', { name: 'Logout' })).toBeVisible();
		await expectAccessible();
	});

	test('the side menu of a visitor has only links that a visitor can open, or that lead to the login', async () => {
		await renderApp('/about');

		await openMenu();

		expect(listLinks()).toEqual([
			['Home', '/'],
			['Wanted', '/wanted'],
			['My Profile', '/login?next=%2Fprofile'],
			['Saved items', '/saved'],
			['About Us', '/about'],
			['Feedback', '/feedback'],
		]);
		expect(dialog.getByRole('navigation').getByRole('button').elements()).toEqual([]);
	});
});

describe('bottom bar', () => {
	const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link');

	test('on a phone, the bottom bar links to the main pages and shows a live count of unread chats', async () => {
		fakeApi.answer(getNotificationSummary, notificationSummary({ chats: 2 }));
		await renderApp('/about', { as: STUDENT, width: 360 });
		await expect.element(links.getByText('2 unread')).toBeVisible();
		const texts = links.elements().map((link) => link.textContent);
		expect(texts).toEqual(['Home', 'Browse', 'Sell', 'Chats2 unread', 'Me']);
		// The page requests the count again once the realtime connection is open.
		const requestCount = () => fakeApi.requests(getNotificationSummary).length;
		await expect.poll(requestCount).toBeGreaterThanOrEqual(2);
		const countBefore = requestCount();

		fakeApi.answer(getNotificationSummary, notificationSummary({ chats: 1 }));
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

		await expect.element(links.getByText('1 unread')).toBeVisible();
		expect(requestCount()).toBe(countBefore + 1);
	});

	test('for a visitor, links of the bottom bar that need a session lead to the login', async () => {
		await renderComponent(<BottomBar />, { width: 360 });

		const targets = links.elements().map((link) => link.getAttribute('href'));

		expect(targets).toEqual([
			'/',
			'/category/All',
			'/login?next=%2Fpost',
			'/login?next=%2Fchats',
			'/login?next=%2Fprofile',
		]);
	});

	test('the bottom bar covers no button of a form: it is missing where the page is a form, and while a field has the focus', async () => {
		await renderApp('/login', { width: 360 });
		await expect.element(page.getByRole('heading', { name: 'Welcome back' })).toBeVisible();
		expect(links.elements()).toEqual([]);

		await cleanup();
		fakeApi.answer(getPublicFeedback, { success: true, feedbacks: [] });
		await renderApp('/feedback', { width: 360 });
		await expect.element(links.first()).toBeVisible();
		await page.getByLabelText('Name').click();
		await expect.element(links.first()).not.toBeInTheDocument();
	});
});
