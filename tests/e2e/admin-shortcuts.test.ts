import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();

/** Users who share a unique word, newest first, as a list shows them. */
async function createUsers(count: number) {
	const word = `w${randomUUID().slice(0, 8)}`;
	const people = [];
	for (let made = 1; made <= count; made += 1)
		people.unshift(await signUpPerson(`${made} ${word}`));
	return { word, people };
}

/** The same users, each reported once; `word` is in all of the reports. */
async function createReportedUsers(count: number) {
	const { word, people } = await createUsers(count);
	const reporter = adminAccess.callAs(await signUpPerson());
	const complaint = { complaint: 'Rude.', type: 'harassment' };
	for (const { id } of people.toReversed()) {
		await reporter('POST', `/user-report/report-user/${id}`, complaint);
	}
	return { word, people };
}

/** The requests by which the page has changed something so far. */
function recordChanges(page: Page): string[] {
	const changes: string[] = [];
	page.on('request', (request) => {
		if (request.method() === 'PUT') changes.push(new URL(request.url()).pathname);
	});
	return changes;
}

const row = (page: Page, { userName }: Person) =>
	page.getByRole('row').filter({ hasText: userName });
const viewOf = (page: Page, person: Person) =>
	row(page, person).getByRole('button', { name: /^View/ });
const waitForRedraw = (page: Page) =>
	page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));

describe('a keyboard shortcut that is held down', () => {
	test('decides one report, even though the next ones move up', async () => {
		const { word, people } = await createReportedUsers(2);
		const [newer, older] = people as [Person, Person];
		const path = `${ADMIN_PAGES.userReports}?status=pending&q=${word}`;
		const page = await visit(path, { admin, width: 1440 });
		const changes = recordChanges(page);
		await viewOf(page, newer).focus();

		await pressDelayed(page, () => page.keyboard.down('r'));
		await row(page, newer).waitFor({ state: 'detached' });
		await expectFocus(viewOf(page, older));
		await page.keyboard.down('r');
		await waitForRedraw(page);

		expect(changes).toHaveLength(1);
	});

	test('verifies a user once, and does not undo it', async () => {
		const { word, people } = await createUsers(1);
		const [person] = people as [Person];
		const page = await visit(`${ADMIN_PAGES.users}?search=${word}`, { admin, width: 1440 });
		const changes = recordChanges(page);
		await viewOf(page, person).focus();

		await page.keyboard.down('v');
		await row(page, person)
			.getByRole('button', { name: /^Unverify/ })
			.waitFor();
		await page.keyboard.down('v');
		await waitForRedraw(page);

		expect(changes).toHaveLength(1);
	});

	test('repeats when it only moves the selection', async () => {
		const { word, people } = await createUsers(3);
		const [, , last] = people as [Person, Person, Person];
		const page = await visit(`${ADMIN_PAGES.users}?search=${word}`, { admin, width: 1440 });
		await row(page, last).waitFor();

		for (const _press of people) await page.keyboard.down('j');

		await expectFocus(viewOf(page, last));
	});
});

describe('keyboard shortcuts that are switched off', () => {
	test('do nothing and are shown nowhere in this browser until they are switched on', async () => {
		const { word, people } = await createReportedUsers(1);
		const [person] = people as [Person];
		const path = `${ADMIN_PAGES.userReports}?q=${word}`;
		const page = await visit(path, { admin, width: 1440 });
		const changes = recordChanges(page);
		const letterKeysToggle = page.getByRole('checkbox', { name: 'Letter keys' });
		await row(page, person).waitFor();
		await page.getByText('Letter keys').click();
		await page.reload();
		await row(page, person).waitFor();
		expect(await letterKeysToggle.isChecked()).toBe(false);

		await viewOf(page, person).click();
		const panel = page.getByRole('dialog', { name: /^Report about/ });
		await panel.getByRole('button', { name: 'Warn and resolve' }).waitFor();
		for (const key of ['w', 'j', '/']) await page.keyboard.press(key);
		await waitForRedraw(page);

		expect(changes).toEqual([]);
		expect(await page.locator('kbd').count()).toBe(0);
		expect(await page.locator('[aria-keyshortcuts="w"]').count()).toBe(0);
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'detached' });
		await page.getByText('Letter keys').click();
		await page.keyboard.press('/');
		await expectFocus(page.getByRole('combobox', { name: ADMIN_SEARCH_MESSAGES.label }));
	});
});
