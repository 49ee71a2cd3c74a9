import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { ACCOUNT_MESSAGES, RECENT_SIGN_IN_MINUTES } from '#contract/accounts/facts.ts';
import { sessions } from '#server/db/schema/users.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus, typeByKeyboard } from '#tests/support/keyboard.ts';
import { type Person, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();
const { db } = await openAdminAccess();

/** A user with sessions on two devices, too old for sensitive actions without reauthentication. */
async function createOldSession(): Promise<Person> {
	const person = await signUpPerson();
	const { email, password, id } = person;
	const address = `${inject('marketAddress')}/api/auth/login`;
	const headers = { 'content-type': 'application/json', 'user-agent': 'Firefox/140 (Linux)' };
	const body = JSON.stringify({ email, password });
	const response = await fetch(address, { method: 'POST', headers, body });
	expect(response.status).toBe(200);
	const longAgo = sql`now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})`;
	await db.update(sessions).set({ createdAt: longAgo }).where(eq(sessions.userId, id));
	return person;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
const signOutOtherButton = (page: Page) => page.getByRole('button', { name: /^Sign out Firefox/ });

test('a user with an old session confirms the password once, then signs out another device and later all devices', async () => {
	const person = await createOldSession();
	const page = await visit('/account', { as: person });
	await signOutOtherButton(page).focus();

	await page.keyboard.press('Enter');
	const field = dialog(page).getByLabel('Your password', { exact: true });
	await field.waitFor();
	await expectFocus(field);
	await page.keyboard.type('a wrong guess');
	await page.keyboard.press('Enter');
	await dialog(page).getByText(ACCOUNT_ERRORS.wrongPassword.message).waitFor();
	expect(await devices(page).count()).toBe(2);
	await typeByKeyboard(page, field, person.password);
	await page.keyboard.press('Enter');

	await page.getByRole('status').getByText(ACCOUNT_MESSAGES.sessionEnded).waitFor();
	await dialog(page).waitFor({ state: 'hidden' });
	await expect.poll(() => devices(page).count()).toBe(1);
	const storedToken = await page.evaluate(() => localStorage.getItem('accessToken'));
	expect(storedToken).not.toBe(person.token);
	await page.reload();
	await devices(page).getByText('This device').waitFor();

	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' });
	await question.getByRole('button', { name: 'Sign out everywhere' }).click();

	await page.waitForURL('/');
	await page.getByRole('link', { name: 'Login' }).first().waitFor();
	expect(await page.evaluate(() => localStorage.length)).toBe(0);
	expect(await db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
});
