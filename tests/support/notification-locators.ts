import type { Locator, Page } from 'playwright-core';
import { PAGE_TABLE } from '#contract/core/pages.ts';

/** Entries of the notification centre, newest first. */
export function notificationEntries(page: Page): Locator {
	return page.getByRole('list', { name: PAGE_TABLE.notifications.label }).getByRole('listitem');
}

/** The header's link to the notification centre, if it shows this number of unread notifications. */
export function notificationBell(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}
