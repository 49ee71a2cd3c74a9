import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { REPORT_DECISION_MESSAGES } from '#contract/admin/report-decisions.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { sendMessagesAs } from '#tests/support/chat-client.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const reporter = await signUpPerson('Meena');

const uniqueWord = () => `kettle${randomUUID().slice(0, 8)}`;
const panel = (page: Page) => page.getByRole('dialog', { name: /^Report about/ });

test('reports about an item appear live in the back-office, and banning the item from one report also resolves the other report', async () => {
	const title = uniqueWord();
	const id = await postItemAs(await signUpPerson('Ravi'), { title });
	const reportAs = (person: typeof reporter, complaint: string) =>
		adminAccess.callAs(person)('POST', `/report/report-item/${id}`, { complaint, type: 'fraud' });
	const page = await visit(`${ADMIN_PAGES.reports}?each=all&q=${title}`, { admin, width: 1440 });
	await page.getByText('No reports match these filters.').waitFor();

	await reportAs(reporter, 'It leaks.');
	await page.getByRole('row').filter({ hasText: title }).waitFor();
	await page.keyboard.press('j');
	await page.keyboard.press('Enter');
	await panel(page).getByText('It leaks.').waitFor();
	await reportAs(await signUpPerson('Farhan'), 'It was stolen from me.');
	await panel(page).getByText('It was stolen from me.').waitFor();
	await panel(page).getByLabel('Also the other pending report about this item').check();
	await page.getByRole('heading', { name: /^Report about/ }).click();
	await page.keyboard.press('b');
	const question = page.getByRole('alertdialog', { name: 'Ban item' });
	await question.getByRole('button', { name: 'Ban item' }).click();

	await page.getByText(REPORT_DECISION_MESSAGES.resolved, { exact: true }).waitFor();
	await panel(page).getByText('Item banned').waitFor();
	await panel(page).getByText('Banned', { exact: true }).waitFor();
	const resolved = page.getByRole('cell', { name: 'Resolved' });
	await expect.poll(() => resolved.count()).toBe(2);
});

test('an administrator reads the reported chat; a dismissal that can still be undone is sent when the page is left', async () => {
	const person = await signUpPerson(uniqueWord());
	const itemId = await postItemAs(person);
	const room = { itemId, buyerId: reporter.id };
	await sendMessagesAs(reporter, room, 'Is it still there?');
	await sendMessagesAs(person, room, 'Not for you.');
	await adminAccess.callAs(reporter)('POST', `/user-report/report-user/${person.id}`, {
		complaint: 'Rude.',
		type: 'harassment',
		roomId: formatRoomId(room),
	});
	const path = `${ADMIN_PAGES.userReports}?q=${person.userName}`;
	const page = await visit(path, { admin, width: 1440 });
	await page.getByRole('button', { name: /^View/ }).click();
	await panel(page).getByRole('button', { name: 'Read the chat' }).click();
	await panel(page).getByText('Not for you.').waitFor();

	await panel(page).getByRole('button', { name: 'Dismiss' }).click();
	await panel(page).getByRole('button', { name: 'Undo' }).waitFor();
	await page.goto('about:blank');

	const statusOf = async () => {
		const call = adminAccess.callAs(admin);
		const { userReports } = await call('GET', `/admin/user-reports?q=${person.userName}`);
		return userReports[0].status;
	};
	await expect.poll(statusOf).toBe('dismissed');
});
