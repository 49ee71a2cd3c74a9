import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listNotifications } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { changeSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { getMaintenance } from '#contract/maintenance/endpoints.ts';
import { pressByKeyboard } from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { SITE_IS_CLOSED, SITE_IS_OPEN } from '#tests/support/maintenance-replies.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const banner = page.getByText(/^The market is closed since \d+ \w+ \d{4} at \d+:\d\d [ap]m\.$/);
const SETTINGS = {
	maintenanceMode: true,
	maintenanceMessage: '',
	estimatedDowntime: '',
	requireTwoStep: false,
};

const openIt = page.getByRole('button', { name: 'Open it' });

/** Opens a page of the back-office during maintenance. */
async function openPage(roleLevel: 'admin' | 'super_admin'): Promise<void> {
	fakeApi.answer(getMaintenance, SITE_IS_CLOSED);
	const pagination = paginationOf(1, 50, 0);
	fakeApi.answer(listNotifications, { success: true, notifications: [], pagination, unread: 0 });
	await renderAdminPage(ADMIN_PAGES.notifications, { as: { ...ADMIN, roleLevel } });
	await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
	await expect.element(banner).toBeVisible();
}

test('the back-office shows since when the market is closed, and a super administrator can open the market from the banner', async () => {
	await openPage('super_admin');
	await expectAccessible();
	fakeApi.answer(changeSettings, ({ body: { before: _, ...changed } }) => {
		fakeApi.answer(getMaintenance, SITE_IS_OPEN);
		const settings = { ...SETTINGS, ...changed } as typeof SETTINGS;
		return { success: true, settings, message: SETTINGS_MESSAGES.updated };
	});

	await pressByKeyboard(openIt);

	await expect.element(banner).not.toBeInTheDocument();
	await expect.element(page.getByText(SETTINGS_MESSAGES.maintenanceEnded).first()).toBeVisible();
	await expect.element(page.getByRole('main')).toHaveFocus();
	const [sent] = fakeApi.requests(changeSettings);
	expect(sent?.body).toEqual({ maintenanceMode: false, before: { maintenanceMode: true } });
});

test('an ordinary administrator sees the maintenance banner without the button to open the market', async () => {
	await openPage('admin');

	await expect.element(openIt).not.toBeInTheDocument();
});
