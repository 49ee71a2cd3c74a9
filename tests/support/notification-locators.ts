import type { Locator, Page } from 'playwright-core';

/** The header's link to the notification centre, if it shows this number of unread notifications. */
export function notificationBell(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}
