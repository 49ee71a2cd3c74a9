import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { ADMIN_ITEM_MESSAGES } from '#contract/admin/items.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { CATEGORIES } from '#contract/items/facts.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer, sendMessage, waitUntilReady } from '#tests/support/chat-page.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { markSoldAs, postItemAs, signUpPerson } from '#tests/support/people.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { waitForAdminConnection } from '#tests/support/wait-for-admin-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();
const owner = await signUpPerson('Meera');
const small = [await jpeg({ width: 320, height: 240 })];

const uniqueWord = () => `w${randomUUID().slice(0, 8)}`;
const post = (title: string, given = {}) => postItemAs(owner, { title, ...given }, small);
const rowOf = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title });
const panel = (page: Page, title: string) => page.getByRole('dialog', { name: title, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

describe('the list of items', () => {
	test('shows every status, and is filtered by status, category and text', async () => {
		const word = uniqueWord();
		await post(`Lamp ${word}`, { category: 'Essentials', price: 1450 });
		await markSoldAs(owner, await post(`Kettle ${word}`, { category: 'Essentials' }));
		const banned = await post(`Notes ${word}`, { category: 'Books' });
		await adminAccess.callAs(admin)('PUT', `/admin/items/${banned}/ban`, {});
		const page = await visit(`/admin/items?search=${word}`, { admin, width: 1440 });

		await page.getByText('3 items', { exact: true }).waitFor();
		const heads = (await page.getByRole('columnheader').allInnerTexts()).filter(Boolean);
		expect(heads).toEqual(
			expect.arrayContaining(['Title', 'Price', 'Owner', 'Category', 'Status', 'Created']),
		);
		const lamp = await rowOf(page, `Lamp ${word}`).innerText();
		for (const told of ['₹1,450', owner.userName, 'Essentials', 'Available']) {
			expect(lamp).toContain(told);
		}
		await rowOf(page, `Kettle ${word}`).getByText('Sold', { exact: true }).waitFor();

		const statuses = page.getByRole('radiogroup', { name: 'Status' });
		const choice = page.getByRole('combobox', { name: 'Category' });
		expect(await choice.locator('option').allInnerTexts()).toEqual([
			'All categories',
			...CATEGORIES,
		]);
		await choice.selectOption('Essentials');
		await page.getByText('2 items', { exact: true }).waitFor();
		await statuses.getByText('Available').click();
		await page.getByText('1 item', { exact: true }).waitFor();
		await choice.selectOption('All categories');
		await statuses.getByText('Banned').click();
		await rowOf(page, `Notes ${word}`).waitFor();
		expect(await page.getByRole('row').count()).toBe(2);
	});

	test('leads back to existing pages when the page number is too high', async () => {
		const word = uniqueWord();
		await post(`Bucket ${word}`);
		const page = await visit(`/admin/items?search=${word}&page=99`, { admin });

		await page.getByRole('heading', { name: 'Nothing is left on this page' }).waitFor();
		await button(page, 'To the last page').click();

		await rowOf(page, `Bucket ${word}`).waitFor();
	});

	test('keeps the focus position when the focused item is deleted', async () => {
		const word = uniqueWord();
		await post(`First ${word}`);
		await post(`Second ${word}`);
		const page = await visit(`/admin/items?search=${word}`, { admin });
		await rowOf(page, `Second ${word}`).waitFor();

		await page.keyboard.press('j');
		await page.keyboard.press('d');
		const asked = page.getByRole('alertdialog');
		await asked.getByText(ADMIN_ITEM_MESSAGES.deleteConfirmation, { exact: true }).waitFor();
		await asked.getByRole('button', { name: 'Cancel' }).click();
		await page.keyboard.press('d');
		await asked.getByRole('button', { name: 'Delete', exact: true }).click();

		await page.getByText(ADMIN_ITEM_MESSAGES.deleted).waitFor();
		await rowOf(page, `Second ${word}`).waitFor({ state: 'detached' });
		await expect
			.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
			.toBe(`View First ${word}`);
	});

	test('several selected items are listed by outcome before they are banned, and the ban can be undone', async () => {
		const word = uniqueWord();
		await post(`Red ${word}`);
		await post(`Blue ${word}`);
		const page = await visit(`/admin/items?search=${word}`, { admin });

		await page.getByRole('checkbox', { name: 'Select all items on this page' }).check();
		const bar = page.getByRole('region', { name: 'Selection' });
		await bar.getByRole('button', { name: 'Unban' }).click();
		const asked = page.getByRole('alertdialog');
		await asked.getByText('Nothing would change.').waitFor();
		await asked.getByRole('button', { name: 'Cancel' }).click();
		await bar.getByRole('button', { name: 'Ban', exact: true }).click();
		// Read by screen readers together with the title.
		await page.getByRole('alertdialog', { description: 'Ban 2 items.' }).waitFor();
		await asked.getByRole('button', { name: 'Ban', exact: true }).click();

		await expect.poll(() => button(page, `Unban Red ${word}`).count()).toBe(1);
		await button(page, 'Undo').click();
		await page.getByText('Undone.').waitFor();
		await button(page, `Ban Blue ${word}`).waitFor();
	});
});

test('an item that a colleague changed drops out of the selection and closes the question about it', async () => {
	const word = uniqueWord();
	const [red] = [await post(`Red ${word}`), await post(`Blue ${word}`)];
	const page = await visit('/icon.svg', { admin });
	const list = `/admin/items?search=${word}&status=available`;
	await Promise.all([waitForAdminConnection(page), page.goto(list)]);
	await page.getByRole('checkbox', { name: `Select Red ${word}` }).check();
	const bar = page.getByRole('region', { name: 'Selection' });
	await bar.getByRole('button', { name: 'Ban', exact: true }).click();
	await page.getByRole('alertdialog').waitFor();

	await adminAccess.callAs(await adminAccess.admin())('PUT', `/admin/items/${red}/ban`, {});
	await bar.waitFor({ state: 'detached' });
	await page.getByRole('checkbox', { name: `Select Blue ${word}` }).check();

	await bar.getByText('1 selected').waitFor();
	expect(await page.getByRole('alertdialog').count()).toBe(0);
	await page.getByRole('alert').getByText(BULK_MESSAGES.selectionGone).waitFor();
});

describe('one item', () => {
	test('shows all details, opens its pictures large, and can be put back on sale', async () => {
		const title = `Drafter ${uniqueWord()}`;
		const item = await postItemAs(owner, { title, description: 'With clips' }, [
			...small,
			...small,
		]);
		await markSoldAs(owner, item);
		// Only super administrators see administrators' actions in the history.
		const superAdmin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit(`/admin/items?item=${item}`, { admin: superAdmin, width: 1440 });
		const shown = panel(page, title);

		await shown.getByText('With clips').waitFor();
		await shown.getByText(owner.email).waitFor();
		expect(await shown.getByRole('link', { name: owner.userName }).getAttribute('href')).toBe(
			`/admin/users?user=${owner.id}`,
		);
		await shown.getByRole('button', { name: 'Enlarge picture 2' }).click();
		const large = page.getByRole('dialog', { name: `Pictures of ${title}` });
		await large.getByRole('img', { name: 'Picture 2 of 2' }).waitFor();
		await page.keyboard.press('ArrowRight');
		await large.getByRole('img', { name: 'Picture 1 of 2' }).waitFor();
		await page.keyboard.press('Escape');
		await large.waitFor({ state: 'hidden' });

		await page.keyboard.press('r');
		await page.getByRole('alertdialog').getByRole('button', { name: 'Relist' }).click();
		await page.getByText(ADMIN_ITEM_MESSAGES.relisted).waitFor();
		await shown.getByText('Item relisted').waitFor();
		await shown.getByText('Available', { exact: true }).waitFor();
	});

	test('that is banned closes the open chat about it, and tells its owner why', async () => {
		const title = `Cycle ${uniqueWord()}`;
		const { seller, buyer, buyerPath, itemId } = await createSellerAndBuyer({ title });
		const buying = await visit(buyerPath, { as: buyer });
		await waitUntilReady(buying);
		await sendMessage(buying, 'Is it still there?');
		const page = await visit(`/admin/items?search=${title}`, { admin, width: 1440 });

		await button(page, `Ban ${title}`).click();
		const dialog = page.getByRole('dialog', { name: `Ban ${title}` });
		await dialog.getByLabel('Reason (optional)').fill('Found on campus, not yours.');
		await dialog.getByRole('button', { name: 'Ban', exact: true }).click();

		await page.getByText(ADMIN_ITEM_MESSAGES.banned).waitFor();
		await buying.getByText(CHAT_MESSAGES.closed).waitFor();
		const selling = await visit(`/item/${itemId}`, { as: seller });
		await selling.getByText('Found on campus, not yours.').waitFor();
		await button(page, `View ${title}`).click();
		await panel(page, title).getByText('Admin notes').waitFor();
		await button(page, 'Undo').click();
		await page.getByText('Undone.').waitFor();
		await buying.goto(`/item/${itemId}`);
		await buying.getByRole('heading', { name: title }).waitFor();
	});

	test('whose picture fails to load is requested again once', async () => {
		const title = `Guitar ${uniqueWord()}`;
		await post(title);
		let asked = 0;
		const page = await visit('/admin/login', { admin });
		await page.route('**/photos/**', (route) => route.abort());
		page.on('request', (request) => {
			if (request.url().includes('/api/admin/items?')) asked += 1;
		});

		await page.goto(`/admin/items?search=${title}`);

		await rowOf(page, title).getByText('No Image').waitFor();
		await expect.poll(() => asked).toBe(2);
	});
});

test('have no axe violation, on phone and desktop, light and dark', async () => {
	const word = uniqueWord();
	await post(`Lamp ${word}`);
	const page = await visit(`/admin/items?search=${word}`, { admin, width: 360 });
	await page.getByText('1 item', { exact: true }).waitFor();
	await expectAccessibleInAllViewports(page);

	await button(page, `View Lamp ${word}`).click();
	await panel(page, `Lamp ${word}`).getByText('History').waitFor();

	await expectAccessibleInAllViewports(page);
});
