import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SEARCH_MESSAGES } from '#contract/admin/search.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressHeld } from '#tests/support/held-changes.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { openOffice } from '#tests/support/office.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const office = await openOffice();
const admin = await office.admin();

/** Users who share a unique word, newest first, as a list shows them. */
async function family(count: number) {
	const word = `w${randomUUID().slice(0, 8)}`;
	const people = [];
	for (let made = 1; made <= count; made += 1)
		people.unshift(await signUpPerson(`${made} ${word}`));
	return { word, people };
}

/** The same users, each reported once; `word` is in all of the reports. */
async function reportedFamily(count: number) {
	const { word, people } = await family(count);
	const reporter = office.callAs(await signUpPerson());
	const complaint = { complaint: 'Rude.', type: 'harassment' };
	for (const { id } of people.toReversed()) {
		await reporter('POST', `/user-report/report-user/${id}`, complaint);
	}
	return { word, people };
}

/** The requests by which the page has changed something so far. */
function changesOf(page: Page): string[] {
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
const drawn = (page: Page) =>
	page.evaluate(() => new Promise((settle) => requestAnimationFrame(settle)));

describe('a keyboard shortcut that is held down', () => {
	test('decides one report, even though the next ones move up', async () => {
		const { word, people } = await reportedFamily(2);
		const [newer, older] = people as [Person, Person];
		const path = `${ADMIN_PAGES.userReports}?status=pending&q=${word}`;
		const page = await visit(path, { admin, width: 1440 });
		const changes = changesOf(page);
		await viewOf(page, newer).focus();

		await pressHeld(page, () => page.keyboard.down('r'));
		await row(page, newer).waitFor({ state: 'detached' });
		await expectFocus(viewOf(page, older));
		await page.keyboard.down('r');
		await drawn(page);

		expect(changes).toHaveLength(1);
	});

	test('verifies a user once, and does not undo it', async () => {
		const { word, people } = await family(1);
		const [person] = people as [Person];
		const page = await visit(`${ADMIN_PAGES.users}?search=${word}`, { admin, width: 1440 });
		const changes = changesOf(page);
		await viewOf(page, person).focus();

		await page.keyboard.down('v');
		await row(page, person)
			.getByRole('button', { name: /^Unverify/ })
			.waitFor();
		await page.keyboard.down('v');
		await drawn(page);

		expect(changes).toHaveLength(1);
	});

	test('repeats when it only moves the selection', async () => {
		const { word, people } = await family(3);
		const [, , last] = people as [Person, Person, Person];
		const page = await visit(`${ADMIN_PAGES.users}?search=${word}`, { admin, width: 1440 });
		await row(page, last).waitFor();

		for (const _press of people) await page.keyboard.down('j');

		await expectFocus(viewOf(page, last));
	});
});

describe('keyboard shortcuts that are switched off', () => {
	test('do nothing and are shown nowhere in this browser until they are switched on', async () => {
		const { word, people } = await reportedFamily(1);
		const [person] = people as [Person];
		const path = `${ADMIN_PAGES.userReports}?q=${word}`;
		const page = await visit(path, { admin, width: 1440 });
		const changes = changesOf(page);
		const letters = page.getByRole('checkbox', { name: 'Letter keys' });
		await row(page, person).waitFor();
		await page.getByText('Letter keys').click();
		await page.reload();
		await row(page, person).waitFor();
		expect(await letters.isChecked()).toBe(false);

		await viewOf(page, person).click();
		const panel = page.getByRole('dialog', { name: /^Report about/ });
		await panel.getByRole('button', { name: 'Warn and resolve' }).waitFor();
		for (const key of ['w', 'j', '/']) await page.keyboard.press(key);
		await drawn(page);

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
