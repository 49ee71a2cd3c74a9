import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_USER_MESSAGES, exportUsers, getUser, listUsers } from '#contract/admin/users.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { alert, button, panelOf, press, rowOf, text } from '#tests/support/admin-locators.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const search = page.getByRole('searchbox', { name: 'Search users' });
const openUsers = (query = '', width = 1440) =>
	renderAdminPage(`/admin/users${query}`, { as: ADMIN, width });

describe('User list of the back-office', () => {
	test('the search text and the filters narrow the list and are kept in the URL', async () => {
		fakeAdminUsers(
			adminUser('Asha', { isEmailConfirmed: false }),
			adminUser('Bela', { isVerified: true }),
			adminUser('Chitra'),
		);
		await openUsers('?search=a&isVerified=false');
		await expect.element(text('2 users')).toBeVisible();
		await expect.element(rowOf('Asha')).toMatchTextContent(/asha@campus\.example/);

		await expect.element(rowOf('Asha')).toMatchTextContent(/Not confirmed/);
		for (const name of ['User', 'Email', 'Phone', 'Status', 'Joined'])
			await expect.element(page.getByRole('columnheader', { name, exact: true })).toBeVisible();
		await search.fill('Bela');
		await expect.element(page.getByText('No users found')).toBeVisible();
		await text('Verified', page.getByRole('radiogroup', { name: 'Verification' })).click();
		await expect.element(rowOf('Bela')).toBeVisible();

		expect(window.location.search).toBe('?search=Bela&isVerified=true');
	});

	test('when Enter starts the search, a blank at the end of the search text is kept for further typing', async () => {
		fakeAdminUsers(adminUser('Swati Mohanty'), adminUser('Bela'));
		await openUsers();
		await expect.element(rowOf('Bela')).toBeVisible();

		await search.click();
		await press('Swati {Enter}');
		await expect.element(rowOf('Bela')).not.toBeInTheDocument();
		await press('Mo');

		await expect.element(search).toHaveValue('Swati Mo');
		await expect.poll(() => window.location.search).toBe('?search=Swati+Mo');
	});

	test('when no user matches, the list offers to clear the filters', async () => {
		fakeAdminUsers(adminUser('Asha'));
		await openUsers('?search=nobody&isBanned=true');

		await button('Clear filters').click();

		await expect.element(rowOf('Asha')).toBeVisible();
		await expect.element(search).toHaveValue('');
		expect(window.location.search).toBe('');
	});

	test('when the server refuses the list with 400, its message is shown without a button to try again', async () => {
		fakeApi.answer(listUsers, refuse(400, { code: 'filter/bad', message: 'No such filter.' }));

		await openUsers();

		await expect.element(alert.getByText('No such filter.')).toBeVisible();
		await expect.element(button('Try again')).not.toBeInTheDocument();
	});

	test('the export sends the filters of the list, and a failed export shows an error', async () => {
		fakeAdminUsers(adminUser('Chitra', { isBanned: true }));
		fakeApi.answer(exportUsers, NO_CONNECTION);
		await openUsers('?search=Chitra&isBanned=true&sort=name');

		await button('Export CSV').click();

		await expect.element(alert.getByText(ADMIN_USER_MESSAGES.exportFailed)).toBeVisible();
		const [sent] = fakeApi.requests(exportUsers);
		expect(sent?.query).toMatchObject({ search: 'Chitra', isBanned: true, sort: 'name' });
	});
});

describe('Panel of a user in the back-office', () => {
	test('the keyboard opens the panel of one row after another, and Escape returns the focus to the row', async () => {
		const createdAt = '2026-02-03T04:05:06.000Z';
		const kettle = { id: 4, title: 'Kettle', status: 'available', createdAt } as const;
		fakeAdminUsers(adminUser('Divya', { itemCount: 1, Items: [kettle] }), adminUser('Esha'));
		await openUsers();
		await expect.element(rowOf('Esha')).toBeVisible();

		await press('j');
		await expect.element(button('View Divya')).toHaveFocus();
		await press('{Enter}');
		const panel = panelOf('Divya');
		await expect.element(panel.getByText('divya@campus.example')).toBeVisible();
		await expect.element(panel.getByText('Items listed')).toBeVisible();
		const link = panel.getByRole('link', { name: 'Kettle' });
		await expect.element(link).toHaveAttribute('href', '/admin/items?item=4');
		await press('j');
		await expect.element(panelOf('Esha')).toBeVisible();
		await press('{Escape}');

		await expect.element(panelOf('Esha')).not.toBeInTheDocument();
		await expect.element(button('View Esha')).toHaveFocus();
	});

	test('the panel opens by URL for a user outside the list, and shows an error once the user no longer exists', async () => {
		const farah = adminUser('Farah');
		fakeAdminUsers(farah);
		await openUsers(`?user=${farah.id}&search=nobody`);
		await expect.element(panelOf('Farah').getByText('farah@campus.example')).toBeVisible();
		fakeApi.answer(getUser, refuse(404, AUTH_ERRORS.userNotFound));

		await button('Verify', panelOf('Farah')).click();

		await expect.element(alert.getByText(AUTH_ERRORS.userNotFound.message)).toBeVisible();
		for (const name of ['Verify', 'Try again'])
			await expect.element(button(name)).not.toBeInTheDocument();
	});

	test('when reloading fails, the panel shows the error and keeps its content and actions', async () => {
		const mira = adminUser('Mira');
		fakeAdminUsers(mira);
		await openUsers(`?user=${mira.id}`);
		const panel = panelOf('Mira');
		await expect.element(panel.getByText('mira@campus.example')).toBeVisible();
		fakeApi.answer(getUser, refuse(429, { code: 'request/too-many', message: 'Not now.' }));

		await button('Verify', panel).click();
		await expect.element(panel.getByRole('alert').getByText('Not now.')).toBeVisible();
		await expect.element(button('Warn', panel)).toBeVisible();
		fakeAdminUsers({ ...mira, isVerified: true });
		await button('Try again', panel).click();

		await expect.element(button('Unverify', panel)).toBeVisible();
		await expect.element(panel.getByRole('alert')).not.toBeInTheDocument();
	});
});
