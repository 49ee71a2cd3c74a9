import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const superAdmin = await adminAccess.admin({ roleLevel: 'super_admin' });

/** Items that share a word, newest first, as a list shows them. */
async function listedItems(count: number) {
	const word = `w${randomUUID().slice(0, 8)}`;
	const seller = await signUpPerson(`Seller ${word}`);
	const titles = Array.from({ length: count }, (_, made) => `Lamp ${made} ${word}`);
	for (const [made, title] of titles.entries()) {
		await postItemAs(seller, { title, price: 100 + made });
	}
	return { word, titles: titles.toReversed(), path: `${ADMIN_PAGES.items}?search=${word}` };
}

/** One entry in each kind of list about one user with a unique name. */
async function listsOfEachKind() {
	const word = `w${randomUUID().slice(0, 8)}`;
	const seller = await signUpPerson(word);
	const reporter = adminAccess.callAs(await signUpPerson(`Lalrinpuii Chhangte ${word}`));
	const item = await postItemAs(seller, { title: `Casio fx-991ES Plus calculator ${word}` });
	const complaint = `Two years old and not one as the pictures show it, says ${word}.`;
	await reporter('POST', `/report/report-item/${item}`, { complaint, type: 'inappropriate' });
	await reporter('POST', `/user-report/report-user/${seller.id}`, {
		...{ complaint, type: 'inappropriate_behavior' },
	});
	await reporter('POST', '/feedback/submit', {
		...{ name: word, email: `${word}@campus.example`, rating: 4, category: 'suggestion' },
		feedback: `What I had looked for all summer long was here, says ${word}.`,
	});
	const viewer = await adminAccess.admin({ username: word });
	const view = (path: string) => adminAccess.callAs(viewer)('GET', path);
	await view(`/admin/items/${item}`);
	await view(`/admin/users/${seller.id}`);
	await view('/admin/users');
	await adminAccess.callAs(viewer)('PUT', `/admin/users/${seller.id}/verify`, { isVerified: true });
	const paths = [
		`${ADMIN_PAGES.users}?search=${word}`,
		`${ADMIN_PAGES.reports}?q=${word}`,
		`${ADMIN_PAGES.userReports}?q=${word}`,
		`${ADMIN_PAGES.feedback}?q=${word}`,
		`${ADMIN_PAGES.auditLogs}?q=${word}&views=grouped`,
	];
	return { word, paths };
}

const rowsOf = (page: Page) =>
	page.getByRole('row').evaluateAll((rows) =>
		rows.map((row) => {
			const { top, height } = row.getBoundingClientRect();
			return { top, height };
		}),
	);

function countLines(element: Element): number {
	const words = document.createRange();
	words.selectNodeContents(element);
	return new Set([...words.getClientRects()].map(({ top }) => top)).size;
}

const row = (page: Page, words: string) => page.getByRole('row').filter({ hasText: words });

/** The position and height of every row. */
async function positionsOf(page: Page): Promise<unknown[]> {
	const parts: Locator[] = [
		page.getByRole('heading', { level: 1 }),
		page.getByRole('searchbox'),
		page.getByRole('combobox', { name: 'Order' }),
		...(await page.getByRole('row').all()),
	];
	const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
	return boxes.map((box) => box && { y: box.y, height: box.height });
}

describe('a list on a desktop', () => {
	test.each([1024, 1280, 1440])(
		'keeps its rows in place when a panel opens, so that the next click hits the next row (%i px)',
		async (width) => {
			const { titles, path } = await listedItems(3);
			const page = await visit(path, { admin, width });
			await row(page, titles[2] as string).waitFor();
			const before = await positionsOf(page);

			await page.getByRole('button', { name: `View ${titles[0]}` }).click();
			await page.getByRole('dialog', { name: titles[0] as string }).waitFor();
			expect(await positionsOf(page)).toEqual(before);

			await page.getByText(titles[1] as string, { exact: true }).click();
			await page.getByRole('dialog', { name: titles[1] as string }).waitFor();
			expect(await positionsOf(page)).toEqual(before);
		},
	);

	test.each([1024, 1280, 1440])(
		'of reports, feedback, users or log entries keeps its rows in place as well (%i px)',
		async (width) => {
			const { word, paths } = await listsOfEachKind();
			const page = await visit(paths[0] as string, { admin: superAdmin, width });

			for (const path of paths) {
				await page.goto(path);
				await row(page, word).first().waitFor();
				const before = await rowsOf(page);
				await page.getByRole('button', { name: /^View/ }).first().click();
				await page.locator('dialog.side-panel[open]').waitFor();
				expect(await rowsOf(page), path).toEqual(before);
			}
		},
	);

	test('shows every column at 1280 px, and rare actions behind a menu', async () => {
		const { word, titles, path } = await listedItems(1);
		const [title] = titles as [string];
		const page = await visit(path, { admin, width: 1280 });
		await row(page, title).waitFor();

		for (const name of ['Title', 'Price', 'Status', 'Owner', 'Category', 'Created']) {
			expect(await page.getByRole('columnheader', { name }).isVisible(), name).toBe(true);
		}
		const remove = page.getByRole('button', { name: `Delete ${title}` });
		expect(await remove.count()).toBe(0);
		await page.getByRole('button', { name: `More for ${title}` }).click();
		await remove.click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();

		await page.goto(`${ADMIN_PAGES.users}?search=${word}`);
		const address = row(page, word).getByText(/@/);
		await address.waitFor();
		expect(await address.evaluate(countLines)).toBe(1);
	});

	test('sorts by its column headers, has a page size of choice, and keeps both', async () => {
		const { titles, path } = await listedItems(2);
		const page = await visit(path, { admin, width: 1280 });
		const price = page.getByRole('columnheader', { name: 'Price' });
		const firstTitle = () => page.getByRole('row').nth(1).getByRole('cell').nth(2).innerText();
		await row(page, titles[0] as string).waitFor();
		expect(await firstTitle()).toBe(titles[0]);

		await price.getByRole('button').click();
		await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending');
		await expect.poll(firstTitle).toBe(titles[1]);
		await page.getByLabel('Rows a page').selectOption('25');
		await page.getByRole('link', { name: 'Dashboard', exact: true }).first().click();
		const request = page.waitForRequest(/\/api\/admin\/items\?/);
		await page.getByRole('link', { name: 'Items', exact: true }).first().click();

		const { searchParams } = new URL((await request).url());
		expect(searchParams.get('sort')).toBe('cheapest');
		expect(searchParams.get('limit')).toBe('25');
		await page.reload();
		await expect.poll(() => price.getAttribute('aria-sort')).toBe('ascending');
		expect(await page.getByLabel('Rows a page').inputValue()).toBe('25');
		await price.getByRole('button').click();
		await expect.poll(() => price.getAttribute('aria-sort')).toBe('descending');
		await page.goBack();
		await page.getByRole('heading', { name: /^Welcome back/ }).waitFor();
	});
});

test('a list on a phone has collapsed filters and no list of shortcuts', async () => {
	const { titles, path } = await listedItems(1);
	const page = await visit(path, { admin, width: 390 });
	await row(page, titles[0] as string).waitFor();

	const filters = page.getByRole('button', { name: /^Filters/ });
	expect(await page.getByText('Letter keys').isVisible()).toBe(false);
	expect(await page.getByLabel('Category').isVisible()).toBe(false);
	await filters.click();
	await page.getByLabel('Category').selectOption('Books');
	await page.getByText('No items found').waitFor();
	await filters.click();

	expect(await page.getByLabel('Category').isVisible()).toBe(false);
	await page.getByRole('button', { name: 'Filters · 1' }).waitFor();
});
