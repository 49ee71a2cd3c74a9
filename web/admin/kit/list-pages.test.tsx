import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { listUsers } from '#contract/admin/users.ts';
import { button, text } from '#tests/support/admin-locators.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

test('while a list is loading with a changed filter, the Next button below the previous rows does nothing', async () => {
	const users = Array.from({ length: 12 }, (_, index) => adminUser(`User ${index + 1}`));
	fakeAdminUsers(...users, adminUser('Vimala', { isBanned: true }));
	await renderAdminPage(`${ADMIN_PAGES.users}?limit=10`, { as: ADMIN, width: 1280 });
	await expect.element(text('Page 1 of 2')).toBeVisible();
	const release = fakeApi.hold(listUsers);
	await page.getByLabelText('Bans').selectOptions('Not banned');
	await expect.poll(() => fakeApi.requests(listUsers).at(-1)?.query.isBanned).toBe(false);

	await button('Next').click();
	release();

	await expect.element(text('12 users')).toBeVisible();
	await expect.element(text('Page 1 of 2')).toBeVisible();
	expect(window.location.search).toBe('?limit=10&isBanned=false');
});
