import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_NOTIFICATION_MESSAGES } from '#contract/admin/notifications.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { pressDelayed } from '#tests/support/delayed-actions.ts';
import { expectFocus, pressByKeyboard } from '#tests/support/keyboard.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
/** As many as a page lists. */
const PEOPLE = 10;
const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;

/** Notifications for administrators with a unique word. */
async function createNotifications(count: number) {
	const word = uniqueWord();
	const call = adminAccess.callAs(await adminAccess.admin());
	for (let made = 1; made <= count; made += 1) {
		const words = { title: `${word} ${made}`, message: 'On Friday.' };
		await call('POST', '/admin/notifications', { ...words, type: 'info', target: 'admins' });
	}
	return word;
}

describe('the focus stays in place', () => {
	test.each([1, 2])('after one of %i notifications is deleted', async (count) => {
		const word = await createNotifications(count);
		const path = `${ADMIN_PAGES.notifications}?q=${word}`;
		const page = await visit(path, { admin: await adminAccess.admin() });
		const last = page.getByRole('article', { name: `${word} ${count}` });

		await pressByKeyboard(page, last.getByRole('button', { name: /^Delete/ }));
		const question = page.getByRole('alertdialog');
		await pressByKeyboard(page, question.getByRole('button', { name: 'Delete' }));
		await last.waitFor({ state: 'detached' });
		await question.waitFor({ state: 'hidden' });

		await expectFocus(page.getByRole('main').getByRole('region', { name: 'Notifications' }));
	});

	test('after all notifications are marked as read', async () => {
		const word = await createNotifications(1);
		const path = `${ADMIN_PAGES.notifications}?q=${word}`;
		const page = await visit(path, { admin: await adminAccess.admin() });
		const button = page.getByRole('button', { name: 'Mark all as read' });

		await pressByKeyboard(page, button);
		await page.getByText(ADMIN_NOTIFICATION_MESSAGES.allRead, { exact: true }).waitFor();
		await button.waitFor({ state: 'detached' });

		await expectFocus(page.getByRole('main').getByRole('region', { name: 'Notifications' }));
	});

	test('after an administrator is removed', async () => {
		const { username } = await adminAccess.admin({ username: uniqueWord() });
		const dean = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit(ADMIN_PAGES.settings, { admin: dean, width: 1280 });
		const row = page.getByRole('row').filter({ hasText: username });

		await row.getByRole('button', { name: /^Remove/ }).press('Enter');
		const question = page.getByRole('alertdialog');
		await pressByKeyboard(page, question.getByRole('button', { name: 'Remove' }));
		await row.waitFor({ state: 'detached' });
		await question.waitFor({ state: 'hidden' });

		await expectFocus(page.getByRole('table', { name: 'Administrators' }));
	});
});

describe('the focus stays in a list whose last row disappears', () => {
	const listOf = (page: Page, name: string) =>
		page.getByRole('main').getByRole('region', { name, exact: true });

	/** The only pending report with this word. */
	async function createReportedItem() {
		const word = uniqueWord();
		const item = await postItemAs(await signUpPerson(), { title: `Kettle ${word}` });
		const callAsReporter = adminAccess.callAs(await signUpPerson());
		await callAsReporter('POST', `/report/report-item/${item}`, { complaint: 'It leaks.' });
		return `${ADMIN_PAGES.reports}?status=pending&q=${word}`;
	}

	test('after a decision in the list', async () => {
		const page = await visit(await createReportedItem(), { admin: await adminAccess.admin() });

		const dismiss = page.getByRole('button', { name: /^Dismiss/ });
		await pressDelayed(page, () => pressByKeyboard(page, dismiss));
		await page.getByText('No reports match these filters.').waitFor();

		await expectFocus(listOf(page, 'Item reports'));
	});

	test('after a decision in its panel, which then closes', async () => {
		const page = await visit(await createReportedItem(), {
			admin: await adminAccess.admin(),
			width: 1280,
		});
		const panel = page.getByRole('dialog', { name: /^Report/ });

		await pressByKeyboard(page, page.getByRole('button', { name: /^View/ }));
		const dismiss = panel.getByRole('button', { name: /^Dismiss/ });
		await pressDelayed(page, () => pressByKeyboard(page, dismiss));
		await page.getByText('No reports match these filters.').waitFor();
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'detached' });

		await expectFocus(listOf(page, 'Item reports'));
	});

	/** A list of one item, and the action that deletes it once its button was pressed. */
	async function listedItem() {
		const word = uniqueWord();
		await postItemAs(await signUpPerson(), { title: `Lamp ${word}` });
		const admin = await adminAccess.admin();
		const page = await visit(`${ADMIN_PAGES.items}?search=${word}`, { admin, width: 1280 });
		const question = page.getByRole('alertdialog').getByRole('button', { name: 'Delete' });
		const confirm = async () => {
			await pressByKeyboard(page, question);
			await page.getByText('No items found').waitFor();
		};
		return { page, row: page.getByRole('row').filter({ hasText: word }), confirm };
	}

	test('after it is deleted', async () => {
		const { page, row, confirm } = await listedItem();

		await pressByKeyboard(page, row.getByRole('button', { name: /^More/ }));
		await pressByKeyboard(page, page.getByRole('button', { name: /^Delete/ }));
		await confirm();

		await expectFocus(listOf(page, 'Items'));
	});

	test('after all selected rows are deleted', async () => {
		const { page, confirm } = await listedItem();
		const all = page.getByRole('checkbox', { name: 'Select all items on this page' });
		const selection = page.getByRole('region', { name: 'Selection' });

		await pressByKeyboard(page, all, 'Space');
		await pressByKeyboard(page, selection.getByRole('button', { name: 'Delete' }));
		await confirm();

		await expectFocus(listOf(page, 'Items'));
	});
});

test('the focused row is hidden neither under the selection bar nor under the column headers', async () => {
	const word = uniqueWord();
	const admin = await adminAccess.admin();
	for (let made = 0; made < PEOPLE; made += 1) await signUpPerson(`${made} ${word}`);
	const page = await visit(`${ADMIN_PAGES.users}?search=${word}`, { admin, width: 1280 });
	await page.setViewportSize({ width: 1280, height: 500 });
	await page.getByText(`${PEOPLE} users`, { exact: true }).waitFor();

	await page.keyboard.press('j');
	await page.keyboard.press('x');
	await page.getByRole('region', { name: 'Selection' }).waitFor();

	for (const key of ['j', 'k']) {
		for (let step = 0; step < PEOPLE; step += 1) {
			await page.keyboard.press(key);
			expect(await isFocusedRowSeen(page)).toBe(true);
		}
	}
});

// The narrowest window in which the list is a table, and a wider one.
test.each([736, 768])(
	'no word in the list of administrators breaks in the middle (%i px)',
	async (width) => {
		await adminAccess.admin();
		const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit(ADMIN_PAGES.settings, { admin, width });
		const role = page.getByRole('cell', { name: 'Super admin', exact: true }).first();
		await role.waitFor();

		for (const word of [role, page.getByRole('button', { name: /^Remove/ }).first()]) {
			const lines = await word.evaluate((element) => {
				const words = document.createRange();
				words.selectNodeContents(element);
				return words.getClientRects().length;
			});
			expect(lines).toBe(1);
		}
	},
);

/** Whether nothing covers the upper and the lower edge of the focused row, once scrolling has ended. */
function isFocusedRowSeen(page: Page): Promise<boolean> {
	return page.evaluate(async () => {
		const row = document.activeElement?.closest('tr');
		if (!row) return false;
		for (let before = Number.NaN; before !== row.getBoundingClientRect().top; ) {
			before = row.getBoundingClientRect().top;
			await new Promise(requestAnimationFrame);
		}
		const { left, right, top, bottom } = row.getBoundingClientRect();
		const isOnTop = (y: number) => row.contains(document.elementFromPoint((left + right) / 2, y));
		return isOnTop(top + 2) && isOnTop(bottom - 2);
	});
}
