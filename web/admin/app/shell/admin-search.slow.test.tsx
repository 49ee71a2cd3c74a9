import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SEARCH_MESSAGES, searchUsersAndItems } from '#contract/admin/search.ts';
import { button, panelOf, press } from '#tests/support/admin-locators.ts';
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

test('after an administrator bans a user, the back-office search shows that user as banned', async () => {
	await openSearch();
	await searchBox.fill('Tara');
	await option(/^Tara/).click();
	await expect.element(panelOf('Tara')).toBeVisible();

	await button('Ban', panelOf('Tara')).click();
	await button('Ban', panelOf('Ban Tara')).click();
	await expect.element(button('Unban', panelOf('Tara'))).toBeVisible();
	await searchBox.fill('Tara');

	await expect.element(option(/^Tara.*Banned/)).toBeVisible();
});

test('after a change of data, the closed back-office search reloads its results only when it is opened again', async () => {
	await openSearch();
	await searchBox.fill('Tara');
	await expect.element(option(/^Tara/)).toBeVisible();
	await press('{Escape}');
	await page.getByRole('heading', { name: 'Users', level: 1 }).click();
	const countSearches = () => fakeApi.requests(searchUsersAndItems).length;
	const searchesBefore = countSearches();
	await button('Verify Tara').click();
	await expect.element(button('Unverify Tara')).toBeVisible();
	expect(countSearches()).toBe(searchesBefore);

	await searchBox.click();

	await expect.poll(countSearches).toBe(searchesBefore + 1);
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

test('the back-office search shows “nothing found” only after the server has answered for the current text', async () => {
	await openSearch();
	await searchBox.fill('xyz');
	await expect.element(nothingFound).toBeVisible();
	const release = fakeApi.hold(searchUsersAndItems);

	await searchBox.fill('xy');
	await expect.element(nothingFound).not.toBeInTheDocument();
	await expect.poll(() => fakeApi.requests(searchUsersAndItems).at(-1)?.query.q).toBe('xy');
	await expect.element(nothingFound).not.toBeInTheDocument();
	release();

	await expect.element(nothingFound).toBeVisible();
});
