import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { listAdmins } from '#contract/admin/administrators.ts';
import { SETTINGS_ERRORS } from '#contract/admin/errors.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { listAdminItems } from '#contract/admin/items.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { changeSettings, getSettings, SETTINGS_MESSAGES } from '#contract/admin/settings.ts';
import type { SchemaInput } from '#contract/core/endpoint.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { paginationOf } from '#contract/core/paging.ts';
import { fakeApi, NO_CONNECTION, refuse } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

type Settings = SchemaInput<typeof getSettings.reply>['settings'];

const SUPER_ADMIN = { ...ADMIN, roleLevel: 'super_admin' } as const;
const STORED: Settings = {
	maintenanceMode: false,
	maintenanceMessage: 'New disks are going in.',
	estimatedDowntime: 'Until 6 PM',
	requireTwoStep: false,
};

const message = page.getByLabelText('Message');
const downtime = page.getByLabelText('Estimated downtime');
const maintenanceSwitch = page.getByRole('checkbox', { name: 'Maintenance mode' });
const save = page.getByRole('button', { name: 'Save Changes' });
const confirmDialog = page.getByRole('alertdialog');
const changedNotice = page.getByText(/^Someone else has changed the settings/);
const alert = page.getByRole('alert');

/** Answers with these stored settings. */
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

async function openSettings(): Promise<void> {
	storeSettings();
	fakeApi.answer(listAdmins, { success: true, admins: [] });
	await renderAdminPage(ADMIN_PAGES.settings, { as: SUPER_ADMIN, width: 1440 });
	await expect.element(message).toHaveValue(STORED.maintenanceMessage);
}

async function colleagueStores(changes: Partial<Settings>): Promise<void> {
	storeSettings(changes);
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'settings' });
	await expect.element(changedNotice).toBeVisible();
}

test('switching maintenance on warns and asks, and is saved with the values seen before', async () => {
	await openSettings();
	await expect.element(page.getByText(SETTINGS_MESSAGES.warning)).toBeVisible();

	await page.getByText('Maintenance mode', { exact: true }).last().click();
	await message.fill('Back soon.');
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
	await downtime.fill('Two hours');
	await save.click();
	await expect.poll(() => savedBodies().length).toBe(2);
	await expect.element(maintenanceSwitch).toBeChecked();
});

test('settings that were changed and not saved ask before another page opens', async () => {
	await openSettings();
	fakeApi.answer(listAdminItems, { success: true, items: [], pagination: paginationOf(1, 10, 0) });
	const toItems = page.getByRole('link', { name: 'Items', exact: true }).first();
	await message.fill('Back soon.');

	await toItems.click();
	await expect.element(confirmDialog.getByText('“Maintenance mode”')).toBeVisible();
	await confirmDialog.getByRole('button', { name: 'Stay' }).click();
	await expect.element(message).toHaveValue('Back soon.');
	await toItems.click();
	await confirmDialog.getByRole('button', { name: 'Leave' }).click();

	await expect.element(page.getByRole('heading', { name: 'Items', level: 1 })).toBeVisible();
	expect(savedBodies()).toEqual([]);
});

test('saving keeps a colleague’s changes to fields that this administrator did not edit', async () => {
	await openSettings();

	await downtime.fill('Two hours');
	await colleagueStores({ maintenanceMode: true });
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

test('a refused save shows the colleague’s values beside the typed ones, and saving again stores the typed ones', async () => {
	await openSettings();
	await message.fill('Back at seven.');
	storeSettings({ maintenanceMode: true, maintenanceMessage: 'Back at six.' });
	fakeApi.answer(changeSettings, () => {
		storeSettings({ maintenanceMode: true, maintenanceMessage: 'Back at six.' });
		return refuse(409, SETTINGS_ERRORS.changedMeanwhile);
	});

	await save.click();
	await expect.element(alert.getByText(SETTINGS_ERRORS.changedMeanwhile.message)).toBeVisible();
	await expect.element(changedNotice).toBeVisible();
	await expect.element(message).toHaveValue('Back at seven.');
	await save.click();

	await expect.poll(() => savedBodies().length).toBe(2);
	const before = { maintenanceMessage: 'Back at six.' };
	expect(savedBodies()[1]).toEqual({ maintenanceMessage: 'Back at seven.', before });
	await expect.element(maintenanceSwitch).toBeChecked();
});

test('saving leaves the focus on the button, to go on by keyboard', async () => {
	await openSettings();

	await message.fill('Back soon.');
	save.element().focus();
	await userEvent.keyboard('{Enter}');

	await expect.element(page.getByRole('status').getByText(SETTINGS_MESSAGES.updated)).toBeVisible();
	await expect.element(save).toHaveFocus();
});

test('a save that fails says why, and keeps the typed values', async () => {
	await openSettings();

	await message.fill('a'.repeat(501));
	await save.click();
	await expect.element(page.getByText(SETTINGS_ERRORS.message.message)).toBeVisible();
	await message.fill('Back soon.');
	fakeApi.answer(changeSettings, refuse(400, { code: 'settings/not-now', message: 'Not now.' }));
	await save.click();
	await expect.element(alert.getByText('Not now.')).toBeVisible();
	fakeApi.answer(changeSettings, NO_CONNECTION);
	await save.click();
	await expect.element(alert.getByText(SETTINGS_MESSAGES.updateError)).toBeVisible();

	await expect.element(message).toHaveValue('Back soon.');
});

test('the page is for super administrators', async () => {
	await renderAdminPage(ADMIN_PAGES.settings, { as: ADMIN });

	await expect
		.element(page.getByRole('heading', { name: REQUEST_ERRORS.superAdminOnly.message }))
		.toBeVisible();
});

test('the page says when the settings could not be loaded', async () => {
	fakeApi.answer(listAdmins, { success: true, admins: [] });
	fakeApi.answer(getSettings, new Response('{}', { status: 404 }));

	await renderAdminPage(ADMIN_PAGES.settings, { as: SUPER_ADMIN, width: 1280 });

	await expect.element(alert.getByText(SETTINGS_MESSAGES.loadFailed)).toBeVisible();
});
