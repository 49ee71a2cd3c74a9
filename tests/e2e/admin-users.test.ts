import { randomUUID } from 'node:crypto';
import { and, like } from 'drizzle-orm';
import type { Page, Route } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { NOTE_LIMITS, NOTE_MESSAGES } from '#contract/admin/notes.ts';
import { ADMIN_USER_MESSAGES } from '#contract/admin/users.ts';
import { auditLog } from '#server/db/schema/audit.ts';
import { findUser } from '#server/features/auth/queries.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { createSellerAndBuyer } from '#tests/support/chat-page.ts';
import { COLLEGE_DOMAIN } from '#tests/support/college.ts';
import { insertStudent } from '#tests/support/factories.ts';
import { expectAccessible, expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
import { type Person, postItemAs, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();
const admin = await adminAccess.admin();

/** Users whose names share a unique word. */
async function createUsers(...names: string[]): Promise<{ word: string; people: Person[] }> {
	const word = `w${randomUUID().slice(0, 8)}`;
	const people: Person[] = [];
	for (const name of names) people.push(await signUpPerson(`${name} ${word}`));
	return { word, people };
}

const rowOf = (page: Page, { userName }: Person) =>
	page.getByRole('row').filter({ hasText: userName });
const panel = (page: Page, { userName }: Person) =>
	page.getByRole('dialog', { name: userName, exact: true });
/** Rejected actions on a user in the audit log. */
const auditAttemptsOn = ({ id }: Person) =>
	adminAccess.db
		.select()
		.from(auditLog)
		.where(and(like(auditLog.action, 'ATTEMPT%'), like(auditLog.details, `%user ${id})%`)));
const focusedName = (page: Page) =>
	page.evaluate(() => document.activeElement?.getAttribute('aria-label'));

describe('the list of users', () => {
	test('is searched on the server and filtered, and keeps both in the URL', async () => {
		const { word, people } = await createUsers('Asha', 'Bela');
		const [asha, bela] = people as [Person, Person];
		await adminAccess.callAs(admin)('PUT', `/admin/users/${bela.id}/verify`, { isVerified: true });
		const page = await visit('/admin/users', { admin, width: 1440 });

		await page.getByRole('searchbox', { name: 'Search users' }).fill(word);
		// Before that the list may show everyone.
		await page.waitForURL(`**/admin/users?search=${word}`);
		await page.getByText('2 users', { exact: true }).waitFor();
		const heads = await page.getByRole('columnheader').allInnerTexts();
		expect(heads.filter(Boolean).slice(0, 4)).toEqual(['User', 'Email', 'Status', 'Joined']);
		const verification = page.getByRole('radiogroup', { name: 'Verification' });
		await verification.getByText('Unverified', { exact: true }).click();
		await rowOf(page, bela).waitFor({ state: 'detached' });
		expect(await rowOf(page, asha).innerText()).toContain(asha.email);
		await page.reload();
		await rowOf(page, asha).waitFor();
		await verification.getByText('Verified', { exact: true }).click();
		await rowOf(page, bela).waitFor();
		await page.waitForURL(`**/admin/users?search=${word}&isVerified=true`);

		await page.getByRole('searchbox', { name: 'Search users' }).fill(`${word} nobody`);
		await page.getByText('No users found').waitFor();
	});

	test('says why loading failed, and can be reloaded', async () => {
		const page = await visit('/admin/login', { admin });
		await page.route('**/api/admin/users?*', (route) => route.abort());

		await page.goto('/admin/users?search=nobody-is-called-so');

		await page.getByRole('alert').getByText(ADMIN_USER_MESSAGES.loadFailed).waitFor();
		await page.unroute('**/api/admin/users?*');
		await page.getByRole('button', { name: 'Try again' }).click();
		await page.getByText('No users found').waitFor();
	});

	test('exports to CSV what the filters leave', async () => {
		const { word, people } = await createUsers('Chitra');
		const page = await visit(`/admin/users?search=${word}`, { admin });

		const [file] = await Promise.all([
			page.waitForEvent('download'),
			page.getByRole('button', { name: 'Export CSV' }).click(),
		]);

		expect(file.suggestedFilename()).toBe('users.csv');
		const connections = (await (await file.createReadStream()).toArray())
			.join('')
			.trim()
			.split('\r\n');
		expect(connections).toHaveLength(2);
		expect(connections[1]).toContain(people[0]?.email);
	});
});

describe('one user', () => {
	test.each([1024, 1440])('opens beside the list and covers none of it (%i px)', async (width) => {
		const { word, people } = await createUsers('Farida');
		const [farida] = people as [Person];
		const page = await visit(`/admin/users?search=${word}`, { admin, width });

		await page.getByRole('button', { name: `View ${farida.userName}` }).click();
		await panel(page, farida).getByText(farida.email).waitFor();

		const shown = await panel(page, farida).boundingBox();
		for (const part of [
			page.getByRole('button', { name: 'Export CSV' }),
			page.getByRole('combobox', { name: 'Order' }),
			rowOf(page, farida),
		]) {
			const bounds = await part.boundingBox();
			const isBeside = bounds && shown && bounds.x + bounds.width <= shown.x;
			expect(isBeside || (bounds && shown && bounds.y + bounds.height <= shown.y)).toBe(true);
		}
	});

	test('is opened, verified and unverified by keyboard', async () => {
		const { word, people } = await createUsers('Esha', 'Divya');
		const [esha, divya] = people as [Person, Person];
		const title = `Grewal of ${word}`;
		const item = await postItemAs(divya, { title });
		// Only super administrators see administrators' actions in the history.
		const superAdmin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const page = await visit(`/admin/users?search=${word}`, { admin: superAdmin, width: 1440 });
		await rowOf(page, esha).waitFor();

		await page.keyboard.press('j');
		expect(await focusedName(page)).toBe(`View ${divya.userName}`);
		await page.keyboard.press('Enter');
		const shown = panel(page, divya);
		await shown.getByText(divya.email).waitFor();
		await shown.getByText('Items listed').waitFor();
		expect(await shown.getByRole('link', { name: title }).getAttribute('href')).toBe(
			`/admin/items?item=${item}`,
		);

		await page.keyboard.press('v');
		await page.getByRole('status').getByText(ADMIN_USER_MESSAGES.verified).waitFor();
		await shown.getByText('User verified').waitFor();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('Undone.').waitFor();
		await rowOf(page, divya).getByText('Unverified').waitFor();

		await page.keyboard.press('j');
		await panel(page, esha).waitFor();
		await page.keyboard.press('Escape');
		await panel(page, esha).waitFor({ state: 'detached' });
		expect(await focusedName(page)).toBe(`View ${esha.userName}`);
	});

	test('opens by its URL alone, and is reported as missing when there is none', async () => {
		const { people } = await createUsers('Farah');
		const farah = people[0] as Person;
		const page = await visit(`/admin/users?user=${farah.id}&search=nobody`, { admin });
		await panel(page, farah).getByText(farah.email).waitFor();

		await page.goto('/admin/users?user=2000000000');

		await page.getByRole('alert').getByText(ADMIN_USER_MESSAGES.notFound).waitFor();
	});

	test('is warned with a text that is required and limited in length', async () => {
		const { word, people } = await createUsers('Gita');
		const gita = people[0] as Person;
		const page = await visit(`/admin/users?search=${word}`, { admin });
		await page.getByRole('button', { name: `More for ${gita.userName}` }).click();
		await page.getByRole('button', { name: `Warn ${gita.userName}` }).click();
		const dialog = page.getByRole('dialog', { name: `Warn ${gita.userName}` });
		const warn = dialog.getByRole('button', { name: 'Warn', exact: true });

		await warn.click();
		await dialog.getByText(ADMIN_USER_MESSAGES.warning).waitFor();
		await dialog.getByLabel('Warning').fill('a'.repeat(NOTE_LIMITS.max + 1));
		await warn.click();
		await dialog.getByText(NOTE_MESSAGES.tooLong).waitFor();
		await dialog.getByLabel('Warning').fill('Please answer buyers politely.');
		await warn.click();

		await page.getByText(ADMIN_USER_MESSAGES.warned).waitFor();
		await dialog.waitFor({ state: 'hidden' });
	});

	test('that cannot be banned stays; the dialog says so, or a toast if the dialog was closed', async () => {
		const { word, people } = await createUsers('Lata');
		const lata = people[0] as Person;
		const page = await visit(`/admin/users?search=${word}`, { admin });
		const failing = (route: Route) => route.fulfill({ status: 500, json: {} });
		await page.route('**/ban', failing);
		const dialog = page.getByRole('dialog', { name: `Ban ${lata.userName}` });
		const failure = page.getByText(ADMIN_USER_MESSAGES.changeFailed);
		const ban = async () => {
			await page.getByRole('button', { name: `More for ${lata.userName}` }).click();
			await page.getByRole('button', { name: `Ban ${lata.userName}` }).click();
			await dialog.getByRole('button', { name: 'Ban', exact: true }).click();
		};

		await ban();
		await dialog.getByRole('alert').getByText(ADMIN_USER_MESSAGES.changeFailed).waitFor();
		expect(await failure.count()).toBe(1);
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		const released = Promise.withResolvers<void>();
		await page.route('**/ban', (route) => released.promise.then(() => failing(route)));
		await ban();
		await dialog.getByRole('button', { name: 'Cancel' }).click();
		released.resolve();

		await page.getByRole('alert').getByText(ADMIN_USER_MESSAGES.changeFailed).waitFor();
		expect(await dialog.count()).toBe(0);
	});

	test('fills the whole screen of a phone, with working controls in its messages', async () => {
		const [vimala] = (await createUsers('Vimala')).people as [Person];
		const page = await visit(`/admin/users?user=${vimala.id}`, { admin, width: 390 });
		await panel(page, vimala).getByRole('button', { name: 'Verify' }).click();

		await page.getByText(ADMIN_USER_MESSAGES.verified).waitFor();
		await page.getByRole('button', { name: 'Undo' }).click();

		await page.getByText('Undone.').waitFor();
		await panel(page, vimala).getByText('Unverified', { exact: true }).waitFor();
	});

	test('takes keyboard shortcuts in its panel before the list beside it has loaded', async () => {
		const [asha] = (await createUsers('Asha')).people as [Person];
		const page = await visit('/admin/login', { admin });
		const list = Promise.withResolvers<void>();
		await page.route(/\/api\/admin\/users\?/, (route) => list.promise.then(() => route.continue()));

		await page.goto(`/admin/users?user=${asha.id}`);
		await panel(page, asha).getByText(asha.email).waitFor();
		await page.keyboard.press('b');

		await page.getByRole('dialog', { name: `Ban ${asha.userName}` }).waitFor();
		list.resolve();
	});

	test('that is banned is signed out at once on every open page', async () => {
		const { buyer, buyerPath } = await createSellerAndBuyer();
		const buying = await visit(buyerPath, { as: buyer });
		await buying.getByRole('button', { name: 'Send' }).waitFor();
		const page = await visit(`/admin/users?user=${buyer.id}`, { admin, width: 1440 });
		await panel(page, buyer).getByText(buyer.email).waitFor();

		await page.keyboard.press('b');
		const dialog = page.getByRole('dialog', { name: `Ban ${buyer.userName}` });
		await dialog.getByLabel('Reason (optional)').fill('Asked for money in advance.');
		await dialog.getByRole('button', { name: 'Ban', exact: true }).click();

		await panel(page, buyer).getByText('Asked for money in advance.').first().waitFor();
		await expect.poll(() => buying.evaluate(() => localStorage.getItem('accessToken'))).toBeNull();
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('Undone.').waitFor();
		await panel(page, buyer).getByRole('button', { name: 'Ban', exact: true }).waitFor();
	});
});

test('that is unverified, alone or with others, is verified by email address again when that is undone', async () => {
	const userName = `w${randomUUID().slice(0, 8)}`;
	const since = new Date('2026-01-05T10:00:00Z');
	const { id } = await insertStudent(adminAccess.db, {
		...{ userName, email: `${userName}@${COLLEGE_DOMAIN}`, emailConfirmedAt: since },
		...{ verifiedAt: since, verifiedBy: 'email' },
	});
	const page = await visit(`/admin/users?search=${userName}`, { admin, width: 1440 });
	const undo = async () => {
		await page.getByRole('button', { name: 'Undo' }).click();
		await page.getByText('Undone.').waitFor();
		return findUser(adminAccess.db, id);
	};

	await page.getByRole('button', { name: `Unverify ${userName}` }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Unverify' }).click();
	const alone = await undo();
	await page.reload();
	await page.getByRole('checkbox', { name: 'Select all users on this page' }).check();
	const bar = page.getByRole('region', { name: 'Selection' });
	await bar.getByRole('button', { name: 'Unverify' }).click();
	await page.getByRole('alertdialog').getByRole('button', { name: 'Unverify' }).click();
	const together = await undo();

	for (const user of [alone, together]) {
		expect(user).toMatchObject({ verifiedBy: 'email', verifiedAt: since });
	}
});

test('several users at once: the dialog says before who will change, and the rest stay without a log entry', async () => {
	const { word, people } = await createUsers('Hema', 'Indu');
	const [hema] = people as [Person, Person];
	await adminAccess.callAs(admin)('PUT', `/admin/users/${hema.id}/ban`, { reason: 'Before' });
	const page = await visit(`/admin/users?search=${word}`, { admin, width: 1440 });

	await page.getByRole('checkbox', { name: 'Select all users on this page' }).check();
	const bar = page.getByRole('region', { name: 'Selection' });
	await bar.getByText('2 selected').waitFor();
	await bar.getByRole('button', { name: 'Ban', exact: true }).click();
	const confirmDialog = page.getByRole('alertdialog', { name: 'Ban' });
	await confirmDialog.getByText('Ban 1 user. 1 of the 2 selected is banned already').waitFor();
	await expectAccessible(page);
	await confirmDialog.getByRole('button', { name: 'Ban', exact: true }).click();

	await page.getByText(BULK_MESSAGES.changed(1)).waitFor();
	await bar.waitFor({ state: 'detached' });
	expect(await focusedName(page)).toBe('Select all users on this page');
	expect(await page.getByRole('row').getByText('Banned', { exact: true }).count()).toBe(2);
	expect(await auditAttemptsOn(hema)).toEqual([]);
});

test('several users stay selected when the change fails, which the dialog says once', async () => {
	const { word } = await createUsers('Mina', 'Nita');
	const page = await visit(`/admin/users?search=${word}`, { admin, width: 1440 });
	await page.route('**/users/bulk', (route) => route.fulfill({ status: 500, json: {} }));
	await page.getByRole('checkbox', { name: 'Select all users on this page' }).check();
	// Reloading the list hangs.
	const list = Promise.withResolvers<void>();
	await page.route(/\/api\/admin\/users\?/, (route) => list.promise.then(() => route.continue()));
	const bar = page.getByRole('region', { name: 'Selection' });
	await bar.getByRole('button', { name: 'Verify', exact: true }).click();
	const confirmDialog = page.getByRole('alertdialog', { name: 'Verify' });
	await confirmDialog.getByRole('button', { name: 'Verify', exact: true }).click();

	await confirmDialog.getByRole('alert').getByText(BULK_MESSAGES.failed).waitFor();

	expect(await page.getByText(ADMIN_USER_MESSAGES.changeFailed).count()).toBe(0);
	await bar.getByText('2 selected').waitFor();
	list.resolve();
});

test('have no axe violation, on phone and desktop, light and dark', async () => {
	const { word, people } = await createUsers('Jaya', 'Kavya');
	const jaya = people[0] as Person;
	const page = await visit(`/admin/users?search=${word}`, { admin, width: 360 });
	await page.getByText('2 users', { exact: true }).waitFor();
	await expectAccessibleInAllViewports(page);

	await page.getByRole('button', { name: `View ${jaya.userName}` }).click();
	await panel(page, jaya).getByText('History').waitFor();

	await expectAccessibleInAllViewports(page);
});
