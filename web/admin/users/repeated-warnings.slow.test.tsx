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

test('a warning that is refused after a lost answer keeps its idempotency key, unless the refusal is 404', async () => {
	fakeAdminUsers(adminUser('Jaya'));
	await renderAdminPage('/admin/users', { as: ADMIN });
	const warning = await openWarning('Jaya');
	const alert = warning.dialog.getByRole('alert');
	const stopLosing = await sendUnanswered(warning);
	stopLosing();
	for (const [status, error] of [
		[429, REQUEST_ERRORS.tooMany],
		[404, REQUEST_ERRORS.notFound],
	] as const) {
		fakeApi.answer(warnUser, refuse(status, error));
		await warning.send();
		await expect.element(alert.getByText(error.message)).toBeVisible();
	}

	await warning.send();

	await expect.poll(sentKeys).toHaveLength(4);
	const [lost, limited, missing, next] = sentKeys();
	expect([limited, missing]).toEqual([lost, lost]);
	expect(next).not.toBe(lost);
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
