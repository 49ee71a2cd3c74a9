import type { Locator, Page } from 'playwright-core';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';

/** Entries of the notification centre, newest first. */
export function notificationEntries(page: Page): Locator {
	return page.getByRole('list', { name: NOTIFICATION_MESSAGES.heading }).getByRole('listitem');
}

/**
 * Rendered together with warnings and announcements. Once it and a number on the bell are there, the page has handled
 * everything known at its load: what is not there then does not appear on this page.
 */
export function overlayRegion(page: Page): Locator {
	return page.locator('header + [role=status]');
}

/** The link to the centre in the header, once it shows this unread count. */
export function notificationBell(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}
