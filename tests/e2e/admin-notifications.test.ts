import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

test('marking all as read leaves those unread that arrived meanwhile, and shows them', async () => {
	const admin = await adminAccess.admin();
	const callAsColleague = adminAccess.callAs(await adminAccess.admin());
	const sendNotification = (title: string) =>
		callAsColleague('POST', '/admin/notifications', {
			title,
			message: 'On Sunday.',
			type: 'info',
			target: 'admins',
		});
	const [shown, since] = [`Fair ${Date.now()}`, `Feast ${Date.now()}`];
	await sendNotification(shown);
	const page = await visit(ADMIN_PAGES.dashboard, { admin, width: 1440 });
	// Events are lost on the way.
	await page.routeWebSocket('**/*', () => undefined);
	await page.goto(ADMIN_PAGES.notifications);
	const card = (title: string) => page.getByRole('article', { name: title });
	await card(shown).getByText('Unread').waitFor();

	await sendNotification(since);
	await page.getByRole('button', { name: 'Mark all as read' }).click();

	await card(since).getByText('Unread').waitFor();
	expect(await card(shown).getByText('Unread').count()).toBe(0);
});
