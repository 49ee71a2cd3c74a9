import type { Locator, Page } from 'playwright-core';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';

/** Entries of the notification centre, the newest first. */
export function noticesOn(page: Page): Locator {
	return page.getByRole('list', { name: NOTIFICATION_MESSAGES.heading }).getByRole('listitem');
}

/**
 * Comes with what is shown over the pages. Once it and a number on the bell stand, the page has taken note of what was known
 * when it came: what is not there then does not come on this page.
 */
export function overPagesOn(page: Page): Locator {
	return page.locator('header + [role=status]');
}

/** The way to the centre in the header, once it says that so many are unread. */
export function bellOn(page: Page, unread: number): Locator {
	const name = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`;
	return page.getByRole('banner').getByRole('link', { name, exact: true });
}
