import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { notificationSummary } from '#tests/support/notification-replies.ts';
import { renderApp } from '#tests/support/render-page.tsx';

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
