import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ADMIN_EVENTS, ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import { ADMIN_ITEM_MESSAGES } from '#contract/admin/items.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';
import { waitForAdminConnection } from '#tests/support/wait-for-admin-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const callAsColleague = adminAccess.callAs(await adminAccess.admin());

const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;

test('a page that was refused for a moment catches up on what it missed, and then receives events', async () => {
	const { id, userName } = await signUpPerson(uniqueWord());
	const page = await visit('/admin/login', { admin });
	let refusals = 0;
	await page.routeWebSocket(/socket\.io/, (line) => {
		const server = line.connectToServer();
		server.onMessage((message) => line.send(message));
		line.onMessage((message) => {
			if (refusals > 0 || !String(message).startsWith(`40${ADMIN_NAMESPACE}`)) {
				return server.send(message);
			}
			refusals += 1;
			const errorBody = JSON.stringify({ message: COMMON_MESSAGES.unavailable });
			line.send(`44${ADMIN_NAMESPACE},${errorBody}`);
		});
	});
	await page.goto(`/admin/users?search=${userName}`);
	const row = page.getByRole('row').filter({ hasText: userName });
	await row.waitFor();
	await expect.poll(() => refusals).toBe(1);

	await callAsColleague('PUT', `/admin/users/${id}/ban`, {});
	await row.getByText('Banned', { exact: true }).waitFor();
	await callAsColleague('PUT', `/admin/users/${id}/unban`);

	await row.getByText('Banned', { exact: true }).waitFor({ state: 'detached' });
});

test('a report shows the new status of its item after a ban, and after a colleague lifted the ban', async () => {
	const [owner, reporter] = [await signUpPerson('Ravi'), await signUpPerson('Meena')];
	const title = `Kettle ${uniqueWord()}`;
	const id = await postItemAs(owner, { title });
	await adminAccess.callAs(reporter)('POST', `/report/report-item/${id}`, {
		complaint: 'It leaks.',
	});
	const page = await visit(`/admin/reports?q=${title}`, { admin, width: 1440 });
	const reported = page.getByRole('region', { name: 'Item', exact: true });
	await page.getByRole('button', { name: /^View/ }).click();
	await reported.getByText('Available').waitFor();

	await reported.getByRole('link', { name: title }).click();
	const shown = page.getByRole('dialog', { name: title, exact: true });
	await shown.getByRole('button', { name: 'Ban' }).click();
	const confirmDialog = page.getByRole('dialog', { name: `Ban ${title}` });
	await confirmDialog.getByRole('button', { name: 'Ban', exact: true }).click();
	await page.getByText(ADMIN_ITEM_MESSAGES.banned).waitFor();
	await page.goBack();

	await reported.getByText('Banned').waitFor();
	await callAsColleague('PUT', `/admin/items/${id}/unban`);
	await reported.getByText('Available').waitFor();
});

test('the decision on a report appears at once in the history of the reported user', async () => {
	const [person, reporter] = [await signUpPerson(uniqueWord()), await signUpPerson('Meena')];
	const complaint = { complaint: 'Rude.', type: 'scam' };
	await adminAccess.callAs(reporter)('POST', `/user-report/report-user/${person.id}`, complaint);
	const { userReports } = await callAsColleague('GET', `/admin/user-reports?q=${person.userName}`);
	const page = await visit('/icon.svg', { admin, width: 1440 });
	// Passes on these events only: other tests cause events as well.
	await page.routeWebSocket(/socket\.io/, (line) => {
		line.connectToServer().onMessage((message) => {
			const text = String(message);
			if (!text.includes(ADMIN_EVENTS.changed) || text.includes('"user-reports"'))
				line.send(message);
		});
	});
	await Promise.all([waitForAdminConnection(page), page.goto(`/admin/users?user=${person.id}`)]);
	const history = page.getByRole('dialog', { name: person.userName, exact: true });
	await history.getByText('Pending').waitFor();

	await callAsColleague('PUT', `/admin/user-reports/${userReports[0].id}/dismiss`, {});

	await history.getByText('Dismissed').waitFor();
});

test('an administrator who was added by a colleague appears in the list at once', async () => {
	const dean = await adminAccess.admin({ roleLevel: 'super_admin' });
	const username = uniqueWord();
	const page = await visit('/icon.svg', { admin: dean, width: 1280 });
	await Promise.all([waitForAdminConnection(page), page.goto('/admin/settings')]);
	await page.getByRole('table', { name: 'Administrators' }).waitFor();

	const added = { username, email: `${username}@campus.example`, password: PASSWORD };
	const callAsOtherDean = adminAccess.callAs(await adminAccess.admin({ roleLevel: 'super_admin' }));
	await callAsOtherDean('POST', '/admin/register', { ...added, roleLevel: 'admin' });

	await page.getByRole('row').filter({ hasText: username }).waitFor();
});
