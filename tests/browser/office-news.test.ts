import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { OFFICE_NAMESPACE } from '#contract/admin/live.ts';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { openOffice } from '#tests/support/office.ts';
import { signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const office = await openOffice();
const admin = await office.admin();
const callAsColleague = office.callAs(await office.admin());

const newWord = () => `w${randomUUID().slice(0, 8)}`;

test('a page that could not be let in for a moment learns what it missed, and hears what comes', async () => {
	const { id, userName } = await signUpPerson(newWord());
	const page = await visit('/admin/login', { admin });
	let refusals = 0;
	await page.routeWebSocket(/socket\.io/, (line) => {
		const server = line.connectToServer();
		server.onMessage((message) => line.send(message));
		line.onMessage((message) => {
			if (refusals > 0 || !String(message).startsWith(`40${OFFICE_NAMESPACE}`)) {
				return server.send(message);
			}
			refusals += 1;
			const refusal = JSON.stringify({ message: COMMON_MESSAGES.unavailable });
			line.send(`44${OFFICE_NAMESPACE},${refusal}`);
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
