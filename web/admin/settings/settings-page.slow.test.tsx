import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { listAdmins } from '#contract/admin/administrators.ts';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { listAdminItems } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import {
	ADMIN_SESSION_MESSAGES,
	adminLogout,
	type OwnAdministrator,
} from '#contract/admin/session.ts';
import { changeSettings, getSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { pressByKeyboard } from '#tests/support/admin-locators.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';
import { setWidth } from '#tests/support/set-width.ts';

type Settings = SchemaInput<typeof getSettings.reply>['settings'];

const SUPER_ADMIN = { ...ADMIN, roleLevel: 'super_admin' } as const;
const STORED: Settings = {
	maintenanceMode: false,
	maintenanceMessage: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
	requireTwoStep: false,
};

const messageField = page.getByLabelText('Message');
const downtimeField = page.getByLabelText('Estimated downtime');
const maintenanceSwitch = page.getByRole('checkbox', { name: 'Maintenance mode' });
const maintenanceLabel = page.getByText('Maintenance mode', { exact: true }).last();
const save = page.getByRole('button', { name: 'Save Changes' });
const confirmDialog = page.getByRole('alertdialog');
const changedNotice = page.getByText(/^Someone else has changed the settings/);
const alert = page.getByRole('alert');

/** Makes the fake API return and change these settings. */
function storeSettings(changes: Partial<Settings> = {}): void {
	const settings = { ...STORED, ...changes };
	fakeApi.answer(getSettings, { success: true, settings, message: SETTINGS_MESSAGES.loaded });
	fakeApi.answer(changeSettings, ({ body: { before: _, ...changed } }) => {
		const saved = { ...settings, ...changed } as Settings;
		storeSettings(saved);
		return { success: true, settings: saved, message: SETTINGS_MESSAGES.updated };
	});
}

const savedBodies = () => fakeApi.requests(changeSettings).map(({ body }) => body);

async function openSettings(
	stored: Partial<Settings> = {},
	as: OwnAdministrator = SUPER_ADMIN,
): Promise<void> {
	storeSettings(stored);
	fakeApi.answer(listAdmins, { success: true, admins: [] });
	await renderAdminPage(ADMIN_PAGES.settings, { as, width: 1440 });
	await expect.element(messageField).toHaveValue(STORED.maintenanceMessage);
}

async function storeElsewhere(changes: Partial<Settings>): Promise<void> {
	storeSettings(changes);
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'settings' });
}

test('switching maintenance on asks for confirmation, and the request also contains the previous values', async () => {
	await openSettings();
	await expect.element(page.getByText(SETTINGS_MESSAGES.warning)).toBeVisible();

	await maintenanceLabel.click();
	await messageField.fill('Back soon.');
	await save.click();
	await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
	expect(savedBodies()).toEqual([]);
	await save.click();
	await confirmDialog.getByRole('button', { name: 'Switch it on' }).click();

	await expect.element(page.getByRole('status').getByText(SETTINGS_MESSAGES.updated)).toBeVisible();
	expect(savedBodies()).toEqual([
		{
			maintenanceMode: true,
			maintenanceMessage: 'Back soon.',
			before: { maintenanceMode: false, maintenanceMessage: STORED.maintenanceMessage },
		},
	]);
	await downtimeField.fill('Two hours');
	await save.click();
	await expect.poll(() => savedBodies().length).toBe(2);
	await expect.element(maintenanceSwitch).toBeChecked();
});

test('leaving the settings page with unsaved changes asks for confirmation', async () => {
	await openSettings();
	fakeApi.answer(listAdminItems, { success: true, items: [], pagination: paginationOf(1, 10, 0) });
	const toItems = page.getByRole('link', { name: 'Items', exact: true }).first();
	await messageField.fill('Back soon.');

	await toItems.click();
	await expect.element(confirmDialog.getByText('“Maintenance mode”')).toBeVisible();
	await confirmDialog.getByRole('button', { name: 'Stay' }).click();
	await expect.element(messageField).toHaveValue('Back soon.');
	await toItems.click();
	await confirmDialog.getByRole('button', { name: 'Leave' }).click();

	await expect.element(page.getByRole('heading', { name: 'Items', level: 1 })).toBeVisible();
	expect(savedBodies()).toEqual([]);
});

test('logging out with unsaved settings asks for confirmation, also on a phone', async () => {
	await openSettings();
	await setWidth(390);
	fakeApi.answer(adminLogout, { success: true, message: ADMIN_SESSION_MESSAGES.loggedOut });
	await messageField.fill('Back soon.');
	await page.getByRole('button', { name: 'Menu' }).click();
	const logout = page.getByRole('button', { name: 'Logout' });

	await logout.click();
	await expect.element(confirmDialog.getByText('“Maintenance mode”')).toBeVisible();
	await confirmDialog.getByRole('button', { name: 'Stay' }).click();
	await expect.element(messageField).toHaveValue('Back soon.');
	expect(fakeApi.requests(adminLogout)).toEqual([]);
	await logout.click();
	await confirmDialog.getByRole('button', { name: 'Leave' }).click();

	await expect
		.element(page.getByRole('heading', { name: ADMIN_SESSION_MESSAGES.title }))
		.toBeVisible();
	expect(savedBodies()).toEqual([]);
});

test('unedited settings follow a colleague’s change, and saving another setting keeps that change', async () => {
	await openSettings();

	await downtimeField.fill('Two hours');
	await storeElsewhere({ maintenanceMode: true });
	await expect.element(maintenanceSwitch).toBeChecked();
	await expect.element(changedNotice).not.toBeInTheDocument();
	await expect.element(downtimeField).toHaveValue('Two hours');
	await save.click();
	await expect.poll(() => savedBodies().length).toBe(1);
	await expect.element(maintenanceSwitch).toBeChecked();

	expect(savedBodies()).toEqual([
		{
			estimatedDowntime: 'Two hours',
			before: { estimatedDowntime: STORED.estimatedDowntime },
		},
	]);
});

test('a setting that a colleague changed too keeps the typed value until the administrator chooses the colleague’s value', async () => {
	await openSettings();

	await messageField.fill('Back at seven.');
	await storeElsewhere({ maintenanceMessage: 'Back at six.' });
	await expect.element(changedNotice).toBeVisible();
	await expect.element(messageField).toHaveValue('Back at seven.');
	await pressByKeyboard(page.getByRole('button', { name: 'Show theirs' }));

	await expect.element(messageField).toHaveValue('Back at six.');
	await expect.element(changedNotice).not.toBeInTheDocument();
	expect(document.activeElement).toBe(messageField.element().closest('form'));
});

test('a setting typed during a running save is kept and sent with the next save', async () => {
	await openSettings();
	const release = fakeApi.hold(changeSettings);

	await messageField.fill('Back soon.');
	await save.click();
	await downtimeField.fill('Two hours');
	release();
	await expect.element(page.getByRole('status').getByText(SETTINGS_MESSAGES.updated)).toBeVisible();
	await expect.element(downtimeField).toHaveValue('Two hours');
	await save.click();

	await expect.poll(() => savedBodies().length).toBe(2);
	expect(savedBodies()[1]).toMatchObject({ estimatedDowntime: 'Two hours' });
});

test.each([
	[true, /^At once, administrators [^.]+\.$/],
	[false, /You have not set it up either/],
])(
	'requiring two-step sign-in for administrators asks for confirmation (own two-step sign-in set up: %s)',
	async (hasTwoStep, text) => {
		await openSettings({}, { ...SUPER_ADMIN, hasTwoStep });
		const saveRule = page.getByRole('button', { name: 'Save the sign-in rule' });

		await page.getByText('Require two-step sign-in', { exact: true }).click();
		await saveRule.click();
		await expect.element(confirmDialog.getByText(text)).toBeVisible();
		await confirmDialog.getByRole('button', { name: 'Cancel' }).click();
		expect(savedBodies()).toEqual([]);
		await saveRule.click();
		await confirmDialog.getByRole('button', { name: 'Switch it on' }).click();

		await expect
			.poll(savedBodies)
			.toEqual([{ requireTwoStep: true, before: { requireTwoStep: false } }]);
	},
);

test('when a colleague’s change makes a save of settings fail, the typed values stay, and saving again stores them', async () => {
	await openSettings();
	await messageField.fill('Back at seven.');
	storeSettings({ maintenanceMode: true, maintenanceMessage: 'Back at six.' });
	fakeApi.answer(changeSettings, () => {
		storeSettings({ maintenanceMode: true, maintenanceMessage: 'Back at six.' });
		return refuse(409, SETTINGS_ERRORS.changedMeanwhile);
	});

	await save.click();
	await expect.element(alert.getByText(SETTINGS_ERRORS.changedMeanwhile.message)).toBeVisible();
	await expect.element(changedNotice).toBeVisible();
	await expect.element(messageField).toHaveValue('Back at seven.');
	await save.click();

	await expect.poll(() => savedBodies().length).toBe(2);
	const before = { maintenanceMessage: 'Back at six.' };
	expect(savedBodies()[1]).toEqual({ maintenanceMessage: 'Back at seven.', before });
	await expect.element(maintenanceSwitch).toBeChecked();
});

test('a failed save of the settings shows the reason and keeps the typed values', async () => {
	await openSettings();

	await messageField.fill('a'.repeat(501));
	await save.click();
	await expect.element(page.getByText(SETTINGS_ERRORS.message.message)).toBeVisible();
	await messageField.fill('Back soon.');
	fakeApi.answer(changeSettings, refuse(400, { code: 'settings/not-now', message: 'Not now.' }));
	await save.click();
	await expect.element(alert.getByText('Not now.')).toBeVisible();
	fakeApi.answer(changeSettings, NO_CONNECTION);
	await save.click();
	await expect.element(alert.getByText(SETTINGS_MESSAGES.updateError)).toBeVisible();

	await expect.element(messageField).toHaveValue('Back soon.');
});

test('when the settings cannot be loaded, the page shows an error', async () => {
	fakeApi.answer(listAdmins, { success: true, admins: [] });
	fakeApi.answer(getSettings, new Response('{}', { status: 404 }));

	await renderAdminPage(ADMIN_PAGES.settings, { as: SUPER_ADMIN, width: 1280 });

	await expect.element(alert.getByText(SETTINGS_MESSAGES.loadFailed)).toBeVisible();
});
