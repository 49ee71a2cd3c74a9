import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BULK_MESSAGES } from '#contract/admin/bulk.ts';
import { ADMIN_USER_ERRORS, NOTE_ERRORS } from '#contract/admin/errors.ts';
import { NOTE_LIMITS } from '#contract/admin/notes.ts';
import {
	ADMIN_USER_MESSAGES,
	banUser,
	bulkChangeUsers,
	listUsers,
	verifyUser,
	warnUser,
} from '#contract/admin/users.ts';
import {
	alert,
	answerQuestion,
	button,
	clickBackdrop,
	panelOf,
	press,
	pressInMenu,
	question,
	rowOf,
	selection,
	text,
} from '#tests/support/admin-locators.ts';
import { expectAccessible } from '#tests/support/expect-accessible.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const FAILURE = new Response('{}', { status: 500 });
const selectAll = page.getByRole('checkbox', { name: 'Select all users on this page' });
const openUsers = (query = '', width = 1440) =>
	renderAdminPage(`/admin/users${query}`, { as: ADMIN, width });
const verifications = () => fakeApi.requests(verifyUser).map(({ body }) => body);

describe('Actions on one user', () => {
	test('a letter key verifies the user, and Undo removes the verification', async () => {
		const divya = adminUser('Divya');
		fakeAdminUsers(divya);
		await openUsers(`?user=${divya.id}`);
		await expect.element(panelOf('Divya').getByText('Items listed')).toBeVisible();

		await press('v');
		const done = page.getByRole('status').getByText(ADMIN_USER_MESSAGES.verified);
		await expect.element(done).toBeVisible();
		await expect.element(button('Unverify', panelOf('Divya'))).toBeVisible();
		await button('Undo').click();

		await expect.element(page.getByText('Undone.')).toBeVisible();
		await expect.element(rowOf('Divya').getByText('Unverified')).toBeVisible();
	});

	test('when the answer to a ban is lost, a second attempt closes the dialog and says that the user is banned', async () => {
		fakeAdminUsers(adminUser('Gita'));
		await openUsers();
		await pressInMenu('Ban', 'Gita');
		const dialog = panelOf('Ban Gita');
		const stopLosing = fakeApi.loseAnswers(banUser);
		await button('Ban', dialog).click();
		await expect.element(dialog.getByRole('alert')).toBeVisible();

		stopLosing();
		fakeApi.answer(banUser, refuse(409, ADMIN_USER_ERRORS.alreadyBanned));
		await button('Ban', dialog).click();

		await expect.element(dialog).not.toBeInTheDocument();
		const toast = page.getByRole('status').getByText(ADMIN_USER_ERRORS.alreadyBanned.message);
		await expect.element(toast).toBeVisible();
		await expect.element(rowOf('Gita').getByText('Banned')).toBeVisible();
	});

	test('when a ban fails after its dialog was closed, a toast reports the failure', async () => {
		fakeAdminUsers(adminUser('Lata'));
		fakeApi.answer(banUser, FAILURE);
		await openUsers();
		const release = fakeApi.hold(banUser);
		await pressInMenu('Ban', 'Lata');
		await button('Ban', panelOf('Ban Lata')).click();
		await button('Cancel', panelOf('Ban Lata')).click();

		release();

		await expect.element(alert.getByText(ADMIN_USER_MESSAGES.changeFailed)).toBeVisible();
	});

	test('when a colleague has banned the user, the dialog shows the refusal of the ban at each attempt', async () => {
		fakeAdminUsers(adminUser('Gita'));
		await openUsers();
		await pressInMenu('Ban', 'Gita');
		const dialog = panelOf('Ban Gita');
		fakeApi.answer(banUser, refuse(409, ADMIN_USER_ERRORS.alreadyBanned));

		for (const attempts of [1, 2]) {
			await button('Ban', dialog).click();
			await expect.poll(() => fakeApi.requests(banUser).length).toBe(attempts);
			const refusal = dialog.getByText(ADMIN_USER_ERRORS.alreadyBanned.message);
			await expect.element(refusal).toBeVisible();
		}
	});

	test('unverifying a user asks for confirmation, and Undo restores the verification by email address', async () => {
		const asha = adminUser('Asha', { isVerified: true });
		fakeAdminUsers(asha);
		fakeApi.answer(verifyUser, ({ body: { isVerified } }) => ({
			success: true as const,
			message: ADMIN_USER_MESSAGES.unverified,
			wasRefused: false,
			wasByAddress: !isVerified,
		}));
		await openUsers();

		await button('Unverify Asha').click();
		await answerQuestion('Cancel');
		await expect.element(question).not.toBeInTheDocument();
		expect(verifications()).toEqual([]);
		await button('Unverify Asha').click();
		await answerQuestion('Unverify');
		await button('Undo').click();

		await expect.element(page.getByText('Undone.')).toBeVisible();
		const before = { isVerified: true, isRefused: false, isByAddress: true };
		expect(verifications()).toEqual([{ isVerified: false }, before]);
	});

	test('a warning to a user needs a text within the length limit', async () => {
		const gita = adminUser('Gita');
		fakeAdminUsers(gita);
		await openUsers();
		await pressInMenu('Warn', 'Gita');
		const dialog = panelOf('Warn Gita');
		const warn = button('Warn', dialog);

		await warn.click();
		await expect.element(dialog.getByText(ADMIN_USER_ERRORS.warning.message)).toBeVisible();
		await dialog.getByLabelText('Warning').fill('a'.repeat(NOTE_LIMITS.max + 1));
		await warn.click();
		await expect.element(dialog.getByText(NOTE_ERRORS.tooLong.message)).toBeVisible();
		await dialog.getByLabelText('Warning').fill('Please answer buyers politely.');
		await warn.click();

		await expect.element(page.getByText(ADMIN_USER_MESSAGES.warned)).toBeVisible();
		await expect.element(dialog).not.toBeInTheDocument();
		const [sent] = fakeApi.requests(warnUser);
		expect(sent?.body).toEqual({ message: 'Please answer buyers politely.' });
	});

	test('when a click outside closes the warning dialog, the typed text is kept for that user until the warning is sent', async () => {
		fakeAdminUsers(adminUser('Gita'), adminUser('Hema'));
		await openUsers();
		const warning = (name: string) => panelOf(`Warn ${name}`).getByLabelText('Warning');
		await pressInMenu('Warn', 'Gita');
		await warning('Gita').fill('Please answer.');

		await clickBackdrop(panelOf('Warn Gita'));
		await expect.element(panelOf('Warn Gita')).not.toBeInTheDocument();
		await pressInMenu('Warn', 'Hema');
		await expect.element(warning('Hema')).toHaveValue('');
		await button('Cancel', panelOf('Warn Hema')).click();
		await pressInMenu('Warn', 'Gita');
		await expect.element(warning('Gita')).toHaveValue('Please answer.');
		await button('Warn', panelOf('Warn Gita')).click();
		await expect.element(page.getByText(ADMIN_USER_MESSAGES.warned)).toBeVisible();

		await pressInMenu('Warn', 'Gita');
		await expect.element(warning('Gita')).toHaveValue('');
	});

	test('a late response about one user’s ban leaves the open ban dialog of another user unchanged', async () => {
		fakeAdminUsers(adminUser('Mira'), adminUser('Nila'));
		await openUsers();
		const release = fakeApi.hold(banUser);
		await pressInMenu('Ban', 'Mira');
		await button('Ban', panelOf('Ban Mira')).click();
		await button('Cancel', panelOf('Ban Mira')).click();
		await pressInMenu('Ban', 'Nila');
		const reason = panelOf('Ban Nila').getByLabelText('Reason (optional)');
		await reason.fill('Asked for money in advance.');

		release();
		await expect.element(text('Banned', rowOf('Mira'))).toBeVisible();
		await expect.element(reason).toHaveValue('Asked for money in advance.');
		await button('Ban', panelOf('Ban Nila')).click();

		await expect.element(text('Banned', rowOf('Nila'))).toBeVisible();
		await button('View Nila').click();
		const storedReason = panelOf('Nila').getByText('Asked for money in advance.');
		await expect.element(storedReason).toBeVisible();
	});
});

describe('Bulk actions on users', () => {
	test('the confirmation dialog counts the users that will change, and the request contains only these users', async () => {
		const [hema, indu] = [adminUser('Hema', { isBanned: true }), adminUser('Indu')];
		fakeAdminUsers(hema, indu);
		await openUsers();

		await selectAll.click();
		await expect.element(selection.getByText('2 selected')).toBeVisible();
		await button('Ban', selection).click();
		const preview = question.getByText('Ban 1 user. 1 of the 2 selected is banned already');
		await expect.element(preview).toBeVisible();
		await expectAccessible();
		await answerQuestion('Ban');

		await expect.element(page.getByText('1 user banned.')).toBeVisible();
		await expect.element(selection).not.toBeInTheDocument();
		await expect.element(selectAll).toHaveFocus();
		await expect.element(text('Banned', rowOf('Indu'))).toBeVisible();
		const [sent] = fakeApi.requests(bulkChangeUsers);
		expect(sent?.body.userIds).toEqual([indu.id]);
	});

	test('undoing a bulk unverification restores how each user was verified before', async () => {
		const names = ['Asha', 'Bela', 'Chitra'] as const;
		const users = names.map((name) => adminUser(name, { isVerified: true }));
		const [asha = 0, bela = 0, chitra = 0] = users.map(({ id }) => id);
		fakeAdminUsers(...users);
		fakeApi.answer(bulkChangeUsers, ({ body: { userIds } }) => ({
			success: true as const,
			message: BULK_MESSAGES.changed(userIds.length),
			changed: userIds,
			unchanged: [],
			refused: [asha],
			byAddress: [bela],
		}));
		await openUsers();

		await selectAll.click();
		await button('Unverify', selection).click();
		await answerQuestion('Unverify');
		await button('Undo').click();

		await expect.element(page.getByText('Undone.')).toBeVisible();
		const undone = fakeApi.requests(bulkChangeUsers).slice(1);
		expect(undone.map(({ body }) => body)).toMatchObject([
			{ action: 'verify', userIds: [asha], isRefused: true, isByAddress: false },
			{ action: 'verify', userIds: [bela], isRefused: false, isByAddress: true },
			{ action: 'verify', userIds: [chitra], isRefused: false, isByAddress: false },
		]);
	});

	test('when a bulk change fails, the users stay selected and only the dialog shows the error', async () => {
		fakeAdminUsers(adminUser('Mina'), adminUser('Nita'));
		fakeApi.answer(bulkChangeUsers, FAILURE);
		await openUsers();
		await selectAll.click();
		const release = fakeApi.hold(listUsers);

		await button('Verify', selection).click();
		await answerQuestion('Verify');

		const failure = question.getByRole('alert').getByText(BULK_MESSAGES.failed);
		await expect.element(failure).toBeVisible();
		expect(page.getByText(ADMIN_USER_MESSAGES.changeFailed).elements()).toEqual([]);
		await expect.element(selection.getByText('2 selected')).toBeVisible();
		release();
	});
});
