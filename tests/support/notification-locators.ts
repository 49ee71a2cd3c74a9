import type { Locator, Page } from 'playwright-core';
import { PAGE_TABLE } from '#contract/core/pages.ts';

/** Entries of the notification centre, newest first. */
export function notificationEntries(page: Page): Locator {
	return page.getByRole('list', { name: PAGE_TABLE.notifications.label }).getByRole('listitem');
}

/** The link to the centre in the header, once it shows this unread count. */
export function notificationBell(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}
