import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { REALTIME_EVENTS } from '#contract/chat/facts.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';

/** The smallest width and height of a touch target, in pixels. */
const TOUCH_TARGET_PX = 44;
const header = page.getByRole('banner');
const badge = (name: string | RegExp) => header.getByRole('link', { name, exact: true });
const search = header.getByRole('combobox', { name: 'Search the market' });
const boxOf = (part: { element: () => Element }) => part.element().getBoundingClientRect();

function fakeUnread(notifications: number, chats = 0): void {
	fakeApi.answer(getNotificationSummary, notificationSummary({ notifications, chats }));
}

describe('Unread badges in the header', () => {
	test('the badges count unread chats and notifications live, announce a new count, and prefix the page title', async () => {
		fakeUnread(2);
		await renderApp('/about', { as: STUDENT });
		await expect
			.element(badge('Notifications, 2 unread'))
			.toHaveAttribute('href', '/notifications');
		await expect.element(badge('My Chats')).toHaveAttribute('href', '/chats');
		await expect.poll(() => document.title).toMatch(/^\(2\) About Us/);
		await expect.element(page.getByText('2 unread notifications')).not.toBeInTheDocument();

		fakeUnread(2, 1);
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});

		await expect.element(badge('My Chats, 1 unread')).toBeVisible();
		await expect.element(badge('Notifications, 2 unread')).toBeVisible();
		const announcement = header.getByRole('status').getByText('1 unread chat', { exact: true });
		await expect.element(announcement).toBeInTheDocument();
		await page.getByRole('contentinfo').getByRole('link', { name: 'Rules' }).click();
		await expect.poll(() => document.title).toMatch(/^\(3\) Rules/);
		fakeUnread(101);
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
		await expect.element(badge('Notifications, 101 unread').getByText('99+')).toBeVisible();
		await expect.poll(() => document.title).toMatch(/^\(99\+\) /);
		await expectAccessible();
		fakeUnread(0);
		await fakeRealtime.emit(REALTIME_EVENTS.notificationsChanged, {});
		await expect.element(badge('Notifications')).toBeVisible();
		await expect.poll(() => document.title).toMatch(/^Rules/);
	});
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
