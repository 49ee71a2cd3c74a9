import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ADMIN_USER_MESSAGES, warnUser } from '#contract/admin/users.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { button, panelOf, pressInMenu } from '#tests/support/admin-locators.ts';
import { adminUser, fakeAdminUsers } from '#tests/support/fake-admin-users.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { ADMIN, renderAdminPage } from '#tests/support/render-admin-page.tsx';

const sentKeys = () =>
	fakeApi.requests(warnUser).map(({ headers }) => headers.get('idempotency-key'));
const done = page.getByRole('status').getByText(ADMIN_USER_MESSAGES.warned);

/** Opens the dialog of a warning to this user. @returns the dialog, and functions that type a warning and send it */
async function openWarning(name: string) {
	await pressInMenu('Warn', name);
	const dialog = panelOf(`Warn ${name}`);
	return {
		dialog,
		type: (text: string) => dialog.getByLabelText('Warning').fill(text),
		send: () => button('Warn', dialog).click(),
	};
}

/** Sends a warning whose answer is lost, and waits for the error. @returns a function that lets answers arrive again */
async function sendUnanswered({ dialog, type, send }: Awaited<ReturnType<typeof openWarning>>) {
	await type('Please answer.');
	const stopLosing = fakeApi.loseAnswers(warnUser);
	await send();
	const failure = dialog.getByRole('alert').getByText(REQUEST_ERRORS.failed.message);
	await expect.element(failure).toBeVisible();
	return stopLosing;
}

test('a warning that is sent again after a lost answer keeps its idempotency key, and the next warning gets a new key', async () => {
	fakeAdminUsers(adminUser('Gita'));
	await renderAdminPage('/admin/users', { as: ADMIN });
	const warning = await openWarning('Gita');
	const { dialog, send } = warning;
	const stopLosing = await sendUnanswered(warning);

	stopLosing();
	await send();
	await expect.element(done).toBeVisible();
	await expect.element(dialog).not.toBeInTheDocument();
	const nextWarning = await openWarning('Gita');
	await nextWarning.type('Please answer.');
	await nextWarning.send();
	await expect.element(nextWarning.dialog).not.toBeInTheDocument();

	const [first, second, third] = sentKeys();
	expect(first).toMatch(/^[0-9a-f-]{36}$/);
	expect(second).toBe(first);
	expect(third).not.toBe(first);
});

test('after a lost answer, a changed text and a warning to another user get other idempotency keys', async () => {
	fakeAdminUsers(adminUser('Hema'), adminUser('Indu'));
	await renderAdminPage('/admin/users', { as: ADMIN });
	fakeApi.loseAnswers(warnUser);
	const { dialog, type, send } = await openWarning('Hema');
	for (const [count, text] of ['Please answer.', 'Please answer buyers.'].entries()) {
		await type(text);
		await send();
		await expect.poll(sentKeys).toHaveLength(count + 1);
		await expect.element(dialog.getByRole('alert')).toBeVisible();
	}
	await button('Cancel', dialog).click();

	const other = await openWarning('Indu');
	await other.type('Please answer.');
	await other.send();

	await expect.poll(sentKeys).toHaveLength(3);
	await expect.element(other.dialog.getByRole('alert')).toBeVisible();
	expect(new Set(sentKeys()).size).toBe(3);
});

test('a warning whose repetition is refused because of too many requests keeps its idempotency key', async () => {
	fakeAdminUsers(adminUser('Jaya'));
	await renderAdminPage('/admin/users', { as: ADMIN });
	const warning = await openWarning('Jaya');
	const { dialog, send } = warning;
	const stopLosing = await sendUnanswered(warning);
	stopLosing();
	fakeApi.answer(warnUser, refuse(429, REQUEST_ERRORS.tooMany));
	await send();
	const refusal = dialog.getByRole('alert').getByText(REQUEST_ERRORS.tooMany.message);
	await expect.element(refusal).toBeVisible();

	fakeApi.answer(warnUser, { success: true, message: ADMIN_USER_MESSAGES.warned });
	await send();

	await expect.element(done).toBeVisible();
	expect(sentKeys()).toHaveLength(3);
	expect(new Set(sentKeys()).size).toBe(1);
});

test('a warning that is typed while the previous warning is being sent is kept', async () => {
	fakeAdminUsers(adminUser('Kala'));
	await renderAdminPage('/admin/users', { as: ADMIN });
	const { dialog, type, send } = await openWarning('Kala');
	await type('Please answer.');
	const release = fakeApi.hold(warnUser);
	await send();
	await button('Cancel', dialog).click();
	await openWarning('Kala');
	await type('Please answer politely.');

	release();
	await expect.element(done).toBeVisible();
	await button('Cancel', dialog).click();
	await expect.element(dialog).not.toBeInTheDocument();
	await openWarning('Kala');

	await expect.element(dialog.getByLabelText('Warning')).toHaveValue('Please answer politely.');
});
