import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { listAuditLogs } from '#contract/admin/audit.ts';
import { listAdminItems } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { button, panelOf, press, rowOf, selection, text } from '#tests/support/admin-locators.ts';
import { adminFeedback, fakeAdminFeedback } from '#tests/support/fake-admin-feedback.ts';
import { adminItem, fakeAdminItems } from '#tests/support/fake-admin-items.ts';
import {
	fakeItemReports,
	fakeUserReports,
	itemReport,
	userReport,
} from '#tests/support/fake-admin-reports.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { SUPER_ADMIN } from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { savePreference } from './list-preferences.ts';

const open = (path: string, width: number) => renderAdminPage(path, { as: SUPER_ADMIN, width });
const USUAL_TEXT = 'Two years old and not one as the pictures show it.';
const NAME = 'Lalrinpuii Chhangte';

/** Fills the list at each path with two entries, whose names and texts are as long as they usually get. */
const LISTS: Readonly<Record<string, () => unknown>> = {
	[ADMIN_PAGES.items]: () =>
		fakeAdminItems(...[1, 2].map((count) => adminItem(`Casio fx-991ES Plus calculator ${count}`))),
	[ADMIN_PAGES.users]: () => fakeAdminUsers(adminUser(NAME), adminUser('Divya')),
	[ADMIN_PAGES.reports]: () =>
		fakeItemReports(
			...['Kettle', 'Lamp'].map((title) => itemReport(title, { complaint: USUAL_TEXT })),
		),
	[ADMIN_PAGES.userReports]: () =>
		fakeUserReports(...[NAME, 'Divya'].map((name) => userReport(name, { complaint: USUAL_TEXT }))),
	[ADMIN_PAGES.feedback]: () =>
		fakeAdminFeedback(
			...[NAME, 'Divya'].map((name) => adminFeedback(name, { feedback: USUAL_TEXT })),
		),
	[ADMIN_PAGES.auditLogs]: () =>
		fakeApi.answer(listAuditLogs, {
			success: true,
			pagination: paginationOf(1, 50, 2),
			auditLogs: [9, 8].map((id) => ({
				id,
				timestamp: '2026-02-03T04:05:06.000Z',
				adminId: 2,
				adminUsername: NAME,
				details: '',
				action: id === 9 ? 'USER_VERIFIED' : 'USER_BANNED',
				target: 'user 7',
				severity: 'MEDIUM' as const,
				targetName: NAME,
				ipAddress: '10.1.2.3',
			})),
		}),
};

/** The vertical positions and heights of heading, filters and rows. */
function positions(): unknown[] {
	const parts = document.querySelectorAll('h1, input[type=search], select, .office-list tr');
	return [...parts].map((part) => {
		const { top, height } = part.getBoundingClientRect();
		return { top, height };
	});
}

const CASES = Object.keys(LISTS).flatMap((path) => [1280].map((width) => [path, width] as const));

test.each(CASES)(
	'opening a panel neither moves nor covers the list at %s at a width of %i px',
	async (path, width) => {
		LISTS[path]?.();
		await open(path, width);
		const views = page.getByRole('button', { name: /^View/ });
		await expect.element(views.nth(1)).toBeVisible();
		const before = positions();

		await views.first().click();
		const panelHeading = page.getByRole('dialog').getByRole('heading').first();
		await expect.element(panelHeading).toBeVisible();
		expect(positions()).toEqual(before);
		const title = panelHeading.element().textContent;
		// The next click hits the next row.
		const [, nextRow] = document.querySelectorAll('tbody tr');
		await page.elementLocator(nextRow?.querySelector('[data-main]') as Element).click();
		await expect.element(panelHeading).not.toMatchTextContent(title);

		expect(positions()).toEqual(before);
		const { left } = document.querySelector('.side-panel')?.getBoundingClientRect() ?? { left: 0 };
		const list = document.querySelector('.office-list')?.getBoundingClientRect();
		expect(list?.right).toBeLessThanOrEqual(left);
	},
);

test('a back-office list remembers the sort order chosen by a column header and the chosen page size', async () => {
	onTestFinished(() => {
		for (const name of ['sort', 'limit']) savePreference('items', name, undefined);
	});
	fakeAdminItems(adminItem('Dear', { price: 200 }), adminItem('Cheap', { price: 100 }));
	fakeAdminUsers();
	await open(ADMIN_PAGES.items, 1280);
	const price = page.getByRole('columnheader', { name: 'Price' });
	const first = page.getByRole('row').nth(1);
	await price.getByRole('button').click();
	await expect.element(price).toHaveAttribute('aria-sort', 'ascending');
	await expect.element(first).toMatchTextContent(/Cheap/);
	await page.getByLabelText('Rows a page').selectOptions('25');

	await page.getByRole('link', { name: 'Users', exact: true }).first().click();
	await expect.element(page.getByText('No users yet')).toBeVisible();
	await page.getByRole('link', { name: 'Items', exact: true }).first().click();
	await expect.element(price).toHaveAttribute('aria-sort', 'ascending');
	await expect.element(page.getByLabelText('Rows a page')).toHaveValue('25');
	expect(fakeApi.requests(listAdminItems).at(-1)?.query).toMatchObject({
		sort: 'cheapest',
		limit: 25,
	});
	await price.getByRole('button').click();

	await expect.element(price).toHaveAttribute('aria-sort', 'descending');
	await expect.element(first).toMatchTextContent(/Dear/);
});

test('on a phone, the filters of a back-office list are collapsed, and the switch for letter keys is hidden', async () => {
	fakeAdminItems(adminItem('Lamp'));
	await open(ADMIN_PAGES.items, 390);
	await expect.element(rowOf('Lamp')).toBeVisible();
	const filters = page.getByRole('button', { name: /^Filters/ });
	const category = page.getByLabelText('Category');
	await expect.element(page.getByText('Letter keys')).not.toBeVisible();
	await expect.element(category).not.toBeVisible();

	await filters.click();
	await category.selectOptions('Books');
	await expect.element(page.getByText('No items found')).toBeVisible();
	await filters.click();

	await expect.element(category).not.toBeVisible();
	await expect.element(button('Filters · 1')).toBeVisible();
});

test('in a back-office list, the focused row is never covered by the selection bar or the column headers', async () => {
	const names = [
		'Asha',
		'Bela',
		'Chitra',
		'Divya',
		'Esha',
		'Farah',
		'Gita',
		'Hema',
		'Indu',
		'Jaya',
	];
	fakeAdminUsers(...names.map((name) => adminUser(name)));
	await open(ADMIN_PAGES.users, 1280);
	await page.viewport(1280, 500);
	await expect.element(text('10 users')).toBeVisible();

	await press('j', 'x');
	await expect.element(selection).toBeVisible();

	for (const key of ['j', 'k']) {
		for (const _name of names) {
			await press(key);
			expect(await isFocusedRowSeen()).toBe(true);
		}
	}
	await expect.element(panelOf('Asha')).not.toBeInTheDocument();
});

/** Whether nothing covers the upper and the lower edge of the focused row, once scrolling has ended. */
async function isFocusedRowSeen(): Promise<boolean> {
	const row = document.activeElement?.closest('tr');
	if (!row) return false;
	for (let before = Number.NaN; before !== row.getBoundingClientRect().top; ) {
		before = row.getBoundingClientRect().top;
		await new Promise(requestAnimationFrame);
	}
	const { left, right, top, bottom } = row.getBoundingClientRect();
	const isOnTop = (y: number) => row.contains(document.elementFromPoint((left + right) / 2, y));
	return isOnTop(top + 2) && isOnTop(bottom - 2);
}
