import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SEARCH_MESSAGES, searchUsersAndItems } from '#contract/admin/search.ts';
import { panelOf, press } from '#tests/support/admin-locators.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const searchBox = page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label });
const nothingFound = page.getByText(ADMIN_SEARCH_MESSAGES.nothing).first();
const option = (name: RegExp) => page.getByRole('option', { name });

async function openSearch(): Promise<void> {
	const [tara, lamp] = [adminUser('Tara'), adminItem('Lamp of Tara')];
	const users = fakeAdminUsers(tara);
	fakeAdminItems(lamp);
	fakeApi.answer(searchUsersAndItems, ({ query: { q = '' } }) => ({
		success: true,
		users: users.all().filter(({ userName }) => userName.includes(q)),
		items: [lamp].filter(({ title }) => title.includes(q)),
	}));
	await renderAdminPage(ADMIN_PAGES.users, { as: ADMIN, width: 1280 });
	await expect.element(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
}

test('the search of the back-office opens an item by keyboard and a user by click, and says when nothing is found', async () => {
	await openSearch();

	await press('/');
	await expect.element(searchBox).toHaveFocus();
	await press('xyz');
	await expect.element(nothingFound).toBeVisible();
	await searchBox.fill('Tara');
	await expect.element(option(/^Tara/)).toBeVisible();
	await press('{ArrowDown}');
	await expect.element(option(/^Lamp/)).toHaveAttribute('aria-selected', 'true');
	await press('{Enter}');
	await expect.element(panelOf('Lamp of Tara')).toBeVisible();
	await searchBox.fill('Tara');
	await option(/^Tara/).click();

	await expect.element(panelOf('Tara')).toBeVisible();
});

test('when Enter is pressed before the results arrive, the back-office search opens the first result on arrival', async () => {
	await openSearch();
	const release = fakeApi.hold(searchUsersAndItems);

	await searchBox.fill('Tara');
	await searchBox.click();
	await press('{Enter}');
	release();

	await expect.element(panelOf('Tara')).toBeVisible();
});
