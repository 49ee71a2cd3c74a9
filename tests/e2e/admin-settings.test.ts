import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMINISTRATOR_MESSAGES } from '#contract/admin/administrators.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { admins } from '#server/db/schema/admins.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import {
	expectAccessible,
	expectAccessibleInAllViewports,
	expectVisiblyChanged,
} from '#tests/support/page-checks.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { waitForAdminConnection } from '#tests/support/wait-for-admin-connection.ts';

const { visit } = await openBrowser();
const adminAccess = await openAdminAccess();

const SETTINGS_CALL = '**/api/admin/settings';
const STEP_MS = 30_000;
const STORED_SETTINGS = {
	maintenanceMode: false,
	maintenanceMessage: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
	requireTwoStep: false,
};

/** Settings apply to all tests of the server, so these are faked for one page. */
async function fakeSettingsApi(page: Page, rejections: object[] = []) {
	const saved: unknown[] = [];
	const savedSettings: { settings: object } = { settings: STORED_SETTINGS };
	await page.route(SETTINGS_CALL, async (route) => {
		if (route.request().method() === 'PUT') {
			const rejection = rejections.shift();
			if (rejection) return route.fulfill({ status: 400, json: rejection });
			const sent = route.request().postDataJSON();
			const { before, ...changed } = sent;
			savedSettings.settings = { ...savedSettings.settings, ...changed };
			saved.push(sent);
		}
		const message = SETTINGS_MESSAGES.updated;
		await route.fulfill({ json: { success: true, ...savedSettings, message } });
	});
	return { saved, savedSettings };
}

async function openSettings(rejections: object[] = []) {
	const page = await visit('/admin/login');
	const { saved, savedSettings } = await fakeSettingsApi(page, rejections);
	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	await page.getByLabel('Email').fill(admin.email);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.getByRole('button', { name: 'Login' }).click();
	await page.getByRole('link', { name: 'Settings' }).first().click();
	await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
	return { page, saved, savedSettings, save: page.getByRole('button', { name: 'Save Changes' }) };
}

function codeOf(secret: string, stepOffset: number): string {
	const timestamp = Date.now() + stepOffset * STEP_MS;
	return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp });
}

describe('settings', () => {
	test('warn and ask before maintenance starts, and are saved', async () => {
		const { page, saved, save } = await openSettings();
		await page.getByText(SETTINGS_MESSAGES.warning).waitFor();
		const message = page.getByLabel('Message');
		expect(await message.inputValue()).toBe(STORED_SETTINGS.maintenanceMessage);

		await page.getByText('Maintenance mode', { exact: true }).last().click();
		await message.fill('Back soon.');
		await save.click();
		const question = page.getByRole('alertdialog');
		await question.getByRole('button', { name: 'Cancel' }).click();
		expect(saved).toEqual([]);
		await save.click();
		await question.getByRole('button', { name: 'Switch it on' }).click();

		await page.getByRole('status').getByText('Settings updated successfully').waitFor();
		expect(saved).toEqual([
			{
				maintenanceMode: true,
				maintenanceMessage: 'Back soon.',
				before: { maintenanceMode: false, maintenanceMessage: STORED_SETTINGS.maintenanceMessage },
			},
		]);
		await page.getByLabel('Estimated downtime').fill('Two hours');
		await save.click();
		await expect.poll(() => saved.length).toBe(2);
		expect(await page.getByRole('checkbox', { name: 'Maintenance mode' }).isChecked()).toBe(true);
	});

	test('that were changed and not saved ask before another page opens', async () => {
		const { page, saved, save } = await openSettings();
		const message = page.getByLabel('Message');
		const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
		const toItems = page.getByRole('link', { name: 'Items', exact: true }).first();
		await message.fill('Back soon.');

		await toItems.click();
		await question.getByText('“Maintenance mode”').waitFor();
		await question.getByRole('button', { name: 'Stay' }).click();
		expect(await message.inputValue()).toBe('Back soon.');
		await toItems.click();
		await question.getByRole('button', { name: 'Leave' }).click();
		await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor();
		expect(saved).toEqual([]);

		await page.goBack();
		await message.fill('Back at six.');
		await save.click();
		await expect.poll(() => saved.length).toBe(1);
		await toItems.click();
		await page.getByRole('heading', { name: 'Items', level: 1 }).waitFor();
	});

	test('that a colleague changed meanwhile keep the colleague’s values where this administrator changed nothing', async () => {
		const { page, saved, savedSettings, save } = await openSettings();
		const colleague = adminAccess.callAs(await adminAccess.admin({ roleLevel: 'super_admin' }));
		const colleagueSets = async (changes: object) => {
			savedSettings.settings = { ...savedSettings.settings, ...changes };
			await colleague('PUT', '/admin/settings', { maintenanceMode: false });
			await page.getByText(/^Someone else has changed the settings/).waitFor();
		};
		await Promise.all([waitForAdminConnection(page), page.reload()]);
		const downtime = page.getByLabel('Estimated downtime');

		await downtime.fill('Two hours');
		await colleagueSets({ maintenanceMode: true });
		await save.click();
		await expect.poll(() => saved.length).toBe(1);
		await page.getByRole('checkbox', { name: 'Maintenance mode', checked: true }).waitFor();
		await downtime.fill('One hour');
		await colleagueSets({ maintenanceMode: false });
		await save.click();
		await expect.poll(() => saved.length).toBe(2);

		expect(saved).toEqual([
			{
				estimatedDowntime: 'Two hours',
				before: { estimatedDowntime: STORED_SETTINGS.estimatedDowntime },
			},
			{ estimatedDowntime: 'One hour', before: { estimatedDowntime: 'Two hours' } },
		]);
	});

	test('that a colleague changed unnoticed are shown beside the typed values, and overwritten on the second press', async () => {
		const { page, saved, savedSettings, save } = await openSettings([
			{ success: false, message: SETTINGS_MESSAGES.changedMeanwhile },
		]);
		const message = page.getByLabel('Message');
		await message.fill('Back at seven.');

		savedSettings.settings = {
			...STORED_SETTINGS,
			maintenanceMode: true,
			maintenanceMessage: 'Back at six.',
		};
		await save.click();
		await page.getByRole('alert').getByText(SETTINGS_MESSAGES.changedMeanwhile).waitFor();
		await page.getByText(/^Someone else has changed the settings/).waitFor();
		expect(await message.inputValue()).toBe('Back at seven.');
		await save.click();
		await expect.poll(() => saved.length).toBe(1);

		const before = { maintenanceMessage: 'Back at six.' };
		expect(saved).toEqual([{ maintenanceMessage: 'Back at seven.', before }]);
		await page.getByRole('checkbox', { name: 'Maintenance mode', checked: true }).waitFor();
	});

	test('leave the focus on the save button, to go on by keyboard', async () => {
		const { page, save } = await openSettings();

		await page.getByLabel('Message').fill('Back soon.');
		await save.press('Enter');
		await page.getByRole('status').getByText('Settings updated successfully').waitFor();
		// The settings are loaded once more after they are shown.
		await page.waitForResponse((answer) => answer.request().method() === 'GET');

		await expectFocus(save);
	});

	test('say why they were not saved, and keep the typed values', async () => {
		const { page, save } = await openSettings([{ success: false, message: 'Not now.' }, {}]);
		const message = page.getByLabel('Message');
		const alert = page.getByRole('alert');

		await message.fill('a'.repeat(501));
		await save.click();
		await page.getByText(SETTINGS_MESSAGES.message).waitFor();
		await message.fill('Back soon.');
		await save.click();
		await alert.getByText('Not now.').waitFor();
		await save.click();
		await alert.getByText('Failed to update settings').waitFor();
		await page.route(SETTINGS_CALL, (route) => route.abort());
		await save.click();
		await alert.getByText('Error updating settings').waitFor();

		expect(await message.inputValue()).toBe('Back soon.');
	});

	test('show with forced colours too what is switched on', async () => {
		const { page } = await openSettings();
		await page.emulateMedia({ forcedColors: 'active' });
		const twoStep = page.getByText('Require two-step sign-in', { exact: true });

		await expectVisiblyChanged(twoStep, twoStep.filter({ has: page.locator(':checked') }));
	});

	test('are for super administrators, and say when loading fails', async () => {
		const page = await visit('/admin/settings', { admin: await adminAccess.admin() });
		await page.getByRole('heading', { name: COMMON_MESSAGES.superAdminOnly }).waitFor();

		const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
		const other = await visit('/admin/dashboard', { admin, width: 1280 });
		await other.route(SETTINGS_CALL, (route) => route.fulfill({ status: 404, body: '{}' }));
		await other.getByRole('link', { name: 'Settings' }).first().click();
		await other.getByRole('alert').getByText('Error fetching settings').waitFor();
	});
});

describe('administrators', () => {
	test('are added, given a new password, and removed', async () => {
		const me = await adminAccess.admin({ roleLevel: 'super_admin' });
		const existingAdmin = await adminAccess.admin();
		const username = `Imran ${randomUUID().slice(0, 8)}`;
		const page = await visit('/admin/settings', { admin: me, width: 1280 });
		const dialog = page.getByRole('dialog');
		const row = page.getByRole('row').filter({ hasText: username });

		await page.getByRole('button', { name: 'Add administrator' }).click();
		await dialog.getByRole('button', { name: 'Add' }).click();
		await dialog.getByText(PEOPLE_MESSAGES.name).waitFor();
		await dialog.getByLabel('Username').fill(username);
		await dialog.getByLabel('Email').fill(existingAdmin.email);
		await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await dialog.getByRole('button', { name: 'Add' }).click();
		await dialog.getByText(ADMINISTRATOR_MESSAGES.emailTaken).waitFor();
		await dialog.getByLabel('Email').fill(`${randomUUID()}@campus.example`);
		await dialog.getByRole('button', { name: 'Add' }).click();
		await row.getByText('Never').waitFor();

		await page.getByRole('button', { name: `Reset password: ${username}` }).click();
		await dialog.getByLabel('New password').fill('short');
		await dialog.getByRole('button', { name: 'Reset password' }).click();
		await dialog.getByText(PEOPLE_MESSAGES.passwordShort).waitFor();
		await dialog.getByLabel('New password').fill('long enough for all');
		await dialog.getByRole('button', { name: 'Reset password' }).click();
		await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.passwordReset).waitFor();

		await page.getByRole('button', { name: `Remove: ${username}` }).click();
		await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
		await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.removed).waitFor();
		await row.waitFor({ state: 'hidden' });
		const mine = page.getByRole('row').filter({ hasText: me.email });
		expect(await mine.getByRole('button').count()).toBe(0);
	});
});

describe('an administrator’s own account', () => {
	test('changes the password', async () => {
		const page = await visit('/admin/account', { admin: await adminAccess.admin() });
		const current = page.getByLabel('Current password');
		const fresh = page.getByLabel('New password', { exact: true });
		const repeatedPassword = page.getByLabel('Confirm new password');
		const change = page.getByRole('button', { name: 'Change password' });

		await current.fill('not mine');
		await fresh.fill('a new one for me');
		await repeatedPassword.fill('another');
		await change.click();
		await page.getByText(PEOPLE_MESSAGES.passwordsDiffer).waitFor();
		await repeatedPassword.fill('a new one for me');
		await change.click();
		await page.getByText(ADMINISTRATOR_MESSAGES.wrongPassword).waitFor();
		await expectFocus(current);
		await current.fill(PASSWORD);
		await change.click();

		await page.getByRole('status').getByText(ADMINISTRATOR_MESSAGES.passwordChanged).waitFor();
		expect(await current.inputValue()).toBe('');
	});

	test('turns two-step sign-in on and off', async () => {
		const page = await visit('/admin/account', { admin: await adminAccess.admin() });
		const code = page.getByLabel('Code');

		await page.getByLabel('Your password').fill(PASSWORD);
		await page.getByRole('button', { name: 'Set up two-step sign-in' }).click();
		await page.getByRole('img', { name: /^The secret as a picture/ }).waitFor();
		const secret = (await page.locator('code').innerText()).replace(/\s/g, '');
		await expectFocus(code);
		await expectAccessible(page);
		await code.fill(codeOf(secret, 40));
		await page.getByRole('button', { name: 'Turn it on' }).click();
		await page.getByText(ADMIN_SESSION_MESSAGES.wrongCode).waitFor();
		await code.fill(codeOf(secret, -1));
		await page.getByRole('button', { name: 'Turn it on' }).click();
		await page.getByRole('status').getByText(ADMIN_SESSION_MESSAGES.twoStepEnabled).waitFor();

		await page.getByRole('button', { name: 'Turn it off' }).click();
		await page.getByLabel('Your password').fill(PASSWORD);
		await code.fill(codeOf(secret, 0));
		await page.getByRole('button', { name: 'Turn it off' }).click();
		await page.getByRole('status').getByText(ADMIN_SESSION_MESSAGES.twoStepDisabled).waitFor();
		await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
	});

	test('is the only page for an administrator with a temporary password, until they choose their own', async () => {
		const admin = await adminAccess.admin();
		await adminAccess.db
			.update(admins)
			.set({ passwordGivenAt: new Date() })
			.where(eq(admins.id, admin.id));
		const page = await visit('/admin/users', { admin });

		await page.waitForURL('**/admin/account');
		await page.getByText(ADMIN_SESSION_MESSAGES.mustChangePassword).waitFor();
		await page.getByLabel('Current password').fill(PASSWORD);
		const fresh = page.getByLabel('New password', { exact: true });
		const repeatedPassword = page.getByLabel('Confirm new password');
		const change = page.getByRole('button', { name: 'Change password' });
		await fresh.fill(PASSWORD);
		await repeatedPassword.fill(PASSWORD);
		await change.click();
		await page.getByText(ADMINISTRATOR_MESSAGES.temporaryPassword).waitFor();
		expect(await page.getByRole('button', { name: 'Set up two-step sign-in' }).count()).toBe(0);
		await expectAccessible(page);
		await fresh.fill('a new one for me');
		await repeatedPassword.fill('a new one for me');
		await change.click();

		await page.getByRole('button', { name: 'Set up two-step sign-in' }).waitFor();
		expect(await page.getByText(ADMIN_SESSION_MESSAGES.mustChangePassword).count()).toBe(0);
	});

	test('comes before anything else when two-step sign-in is required', async () => {
		const page = await visit('/admin/login');
		await page.route('**/api/admin/login', async (route) => {
			const answer = await route.fetch();
			const { admin, ...rest } = await answer.json();
			await route.fulfill({ json: { ...rest, admin: { ...admin, mustSetUpTwoStep: true } } });
		});
		await page.getByLabel('Email').fill((await adminAccess.admin()).email);
		await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
		await page.getByRole('button', { name: 'Login' }).click();

		await page.waitForURL('**/admin/account');
		await page.getByText(ADMIN_SESSION_MESSAGES.twoStepSetupRequired).waitFor();
	});
});

test('axe finds nothing wrong on settings and account, on phone and desktop, light and dark', async () => {
	const admin = await adminAccess.admin({ roleLevel: 'super_admin' });
	const page = await visit('/admin/settings', { width: 360, admin });
	await page.getByRole('table', { name: 'Administrators' }).waitFor();
	await page.getByLabel('Message').waitFor();
	await expectAccessibleInAllViewports(page);
	await page.getByRole('button', { name: 'Add administrator' }).click();
	await page.getByRole('dialog').getByLabel('Username').waitFor();
	await expectAccessibleInAllViewports(page);

	await page.goto('/admin/account');
	await page.getByLabel('Current password').waitFor();
	await expectAccessibleInAllViewports(page);
});
