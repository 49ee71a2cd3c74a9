import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import {
	ADMINISTRATOR_MESSAGES,
	listAdmins,
	registerAdmin,
	removeAdmin,
} from '#contract/admin/administrators.ts';
import { ADMIN_EVENTS } from '#contract/admin/events.ts';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { PERSON_ERRORS } from '#contract/auth/person-errors.ts';
import {
	answerQuestion,
	button,
	panelOf,
	pressByKeyboard,
	question,
	rowOf,
} from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import {
	fakeAdministrators,
	listedAdmin,
	SUPER_ADMIN,
} from '#tests/support/fake-administrators.ts';
import { fakeApi } from '#tests/support/fake-api.ts';
import { fakeRealtime } from '#tests/support/fake-realtime.ts';
import { renderAdminPage } from '#tests/support/render-admin-page.tsx';

const PASSWORD = 'long enough for all';
const dialog = panelOf('Add administrator');
const username = dialog.getByLabelText('Username');
const email = dialog.getByLabelText('Email');
const table = page.getByRole('table', { name: 'Administrators' });
const status = page.getByRole('status');

async function openSettings(width = 1280): Promise<void> {
	await renderAdminPage(ADMIN_PAGES.settings, { as: SUPER_ADMIN, width });
	await expect.element(table).toBeVisible();
}

test('a super administrator adds an administrator, resets the password, and removes the administrator', async () => {
	fakeAdministrators();
	await openSettings();
	const reset = panelOf('Reset password of Imran');

	await button('Add administrator').click();
	await button('Add', dialog).click();
	await expect.element(dialog.getByText(PERSON_ERRORS.name.message)).toBeVisible();
	await username.fill('Imran');
	await email.fill('imran@college.example');
	await button('Add', dialog).click();
	await expect.element(rowOf('Imran').getByText('Never')).toBeVisible();
	expect(fakeApi.requests(registerAdmin)[0]?.body.password).toBeUndefined();

	await button('Reset password: Imran').click();
	await reset.getByLabelText('New password').fill('short');
	await button('Reset password', reset).click();
	await expect.element(reset.getByText(PERSON_ERRORS.passwordShort.message)).toBeVisible();
	await reset.getByLabelText('New password').fill(PASSWORD);
	await button('Reset password', reset).click();
	await expect.element(status.getByText(ADMINISTRATOR_MESSAGES.passwordReset)).toBeVisible();

	await button('Remove: Imran').click();
	await answerQuestion('Remove');
	await expect.element(status.getByText(ADMINISTRATOR_MESSAGES.removed)).toBeVisible();
	await expect.element(rowOf('Imran')).not.toBeInTheDocument();
	await expect.element(rowOf(SUPER_ADMIN.email).getByRole('button')).not.toBeInTheDocument();
});

test('the confirmation dialog for removing an administrator closes when the server has answered; after the reload, the list has the focus', async () => {
	fakeAdministrators(listedAdmin('Imran'));
	await openSettings();
	const release = fakeApi.hold(removeAdmin);
	await pressByKeyboard(button('Remove: Imran'));
	await pressByKeyboard(button('Remove', question));

	await answerQuestion('Cancel');
	await expect.element(question.getByText('Imran')).toBeVisible();
	const releaseReload = fakeApi.hold(listAdmins);
	release();

	await expect.element(question).not.toBeInTheDocument();
	await expect.element(status.getByText(ADMINISTRATOR_MESSAGES.removed)).toBeVisible();
	releaseReload();
	await expect.element(rowOf('Imran')).not.toBeInTheDocument();
	await expect.element(table).toHaveFocus();
});

test('an administrator who was added by a colleague appears live in the list', async () => {
	const stored = fakeAdministrators();
	await openSettings();

	stored.add(listedAdmin('Imran'));
	await fakeRealtime.emit(ADMIN_EVENTS.changed, { what: 'settings' });

	await expect.element(rowOf('Imran')).toBeVisible();
});

test('the settings page and the form for a new administrator have no axe violations', async () => {
	fakeAdministrators(listedAdmin('Imran'));
	await openSettings(360);
	await expect.element(page.getByLabelText('Message')).toBeVisible();
	await expectAccessible();

	await button('Add administrator').click();
	await expect.element(username).toBeVisible();

	await expectAccessible();
});
