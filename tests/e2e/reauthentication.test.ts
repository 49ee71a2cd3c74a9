import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { ACCOUNT_MESSAGES, RECENT_SIGN_IN_MINUTES } from '#contract/accounts/account.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { sessions, users } from '#server/db/schema/users.ts';
import { openAdminAccess } from '#tests/support/admin-access.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { expectFocus, typeByKeyboard } from '#tests/support/keyboard.ts';
import { expectAccessibleInAllViewports } from '#tests/support/page-checks.ts';
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
	const long = sql`now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})`;
	await db.update(sessions).set({ createdAt: long }).where(eq(sessions.userId, id));
	return person;
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it is you' });
const devices = (page: Page) => page.getByRole('list', { name: 'Devices' }).getByRole('listitem');
const signOutOtherButton = (page: Page) => page.getByRole('button', { name: /^Sign out Firefox/ });

test('another device is signed out after the password is entered, by keyboard', async () => {
	const person = await createOldSession();
	const page = await visit('/account', { as: person });
	await signOutOtherButton(page).focus();

	await page.keyboard.press('Enter');
	const field = dialog(page).getByLabel('Your password', { exact: true });
	await field.waitFor();
	await expectFocus(field);
	await page.keyboard.press('Enter');
	await dialog(page).getByText(PEOPLE_MESSAGES.passwordRequired).waitFor();
	await page.keyboard.type('a wrong guess');
	await page.keyboard.press('Enter');
	await dialog(page).getByText(ACCOUNT_MESSAGES.wrongPassword).waitFor();
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
});

test('cancelling changes nothing, and the page says that a password was required', async () => {
	const page = await visit('/account', { as: await createOldSession() });
	await signOutOtherButton(page).click();
	await dialog(page).getByLabel('Your password', { exact: true }).waitFor();

	await page.keyboard.press('Escape');

	await dialog(page).waitFor({ state: 'hidden' });
	await page.getByRole('alert').getByText(ACCOUNT_MESSAGES.signInAgain).waitFor();
	expect(await devices(page).count()).toBe(2);
	await expectFocus(signOutOtherButton(page));
});

test('signing out everywhere asks for confirmation first, and then for the password', async () => {
	const person = await createOldSession();
	const page = await visit('/account', { as: person });
	await page.getByRole('button', { name: 'Sign out everywhere' }).click();
	const question = page.getByRole('alertdialog', { name: 'Sign out everywhere' });
	await question.getByRole('button', { name: 'Sign out everywhere' }).click();

	await dialog(page).getByLabel('Your password', { exact: true }).fill(person.password);
	await dialog(page).getByRole('button', { name: 'Continue' }).click();

	await page.getByRole('link', { name: 'Login' }).waitFor();
	expect(await db.select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
});

test('a user without password and linked account gets a link by mail', async () => {
	const person = await createOldSession();
	await db.update(users).set({ passwordHash: null }).where(eq(users.id, person.id));
	const page = await visit('/account', { as: person });
	await signOutOtherButton(page).click();

	await dialog(page).getByRole('link', { name: 'Get a link' }).click();

	await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
});

test('axe finds nothing wrong, on phone and desktop, light and dark', async () => {
	const page = await visit('/account', { as: await createOldSession(), width: 360 });
	await signOutOtherButton(page).click();
	await dialog(page).getByLabel('Your password', { exact: true }).waitFor();

	await expectAccessibleInAllViewports(page);
});

test('a reauthentication token that came back during a failure is requested again and then works', async () => {
	const before = await signUpPerson();
	const { email, password } = before;
	const origin = inject('marketAddress');
	const secondResponse = await fetch(`${origin}/api/auth/login`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ email, password }),
	});
	const { accessToken } = await secondResponse.json();
	const headers = { authorization: `Bearer ${before.token}` };
	await fetch(`${origin}/api/auth/logout`, { method: 'POST', headers });
	const page = await visit('/icon.svg', { as: before });
	await page.route('**/api/auth', (route) => route.fulfill({ status: 500, json: {} }));

	await page.goto(`/auth/success?token=${accessToken}`);
	const tryAgain = page.getByRole('button', { name: 'Try again' });
	await tryAgain.waitFor();
	await page.unrouteAll();
	await tryAgain.click();

	const storedToken = () => page.evaluate(() => localStorage.getItem('accessToken'));
	await expect.poll(storedToken).toBe(accessToken);
	await page.waitForURL('/');
});
