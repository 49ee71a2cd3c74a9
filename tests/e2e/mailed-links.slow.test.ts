import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { RECOVERY_ERRORS } from '#contract/auth/recovery-errors.ts';
import { NOTIFICATION_MESSAGES } from '#contract/notifications/facts.ts';
import { SEARCH_MESSAGES } from '#contract/searches/facts.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { COLLEGE_DOMAIN } from '#tests/support/college.ts';
import { logIn } from '#tests/support/log-in.ts';
import { postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';

const { visit } = await openBrowser();

test('a user resets a forgotten password through a mailed link that works only once', async () => {
	const person = await registerPerson();
	const page = await visit('/forgot-password', { as: person, width: 360 });

	await page.getByLabel('Email address').fill(person.email);
	await page.getByRole('button', { name: 'Send the link' }).click();
	await page.getByText(RECOVERY_MESSAGES.linkSent).waitFor();
	const link = await findMailedLink(person.email, '/reset-password');
	await page.goto(link);
	await page.getByLabel('New password', { exact: true }).fill('a better one');
	await page.getByLabel('Confirm new password').fill('a better one');
	expect(page.url()).not.toContain('token');
	await page.getByRole('button', { name: 'Change my password' }).click();
	// The reset has ended the session of this browser, too, and opened a new one.
	await page.getByText(RECOVERY_MESSAGES.passwordResetHere).waitFor();
	expect(await page.getByText('Your session has ended.').count()).toBe(0);
	await page.getByRole('link', { name: 'Go Home' }).click();
	await page.waitForURL('/');

	const other = await visit('/login');
	await logIn(other, person.email, person.password);
	await other.getByText(AUTH_ERRORS.invalidCredentials.message).waitFor();
	await logIn(other, person.email, 'a better one');
	await other.waitForURL('/');
	await page.goto(link);
	await page.getByLabel('New password', { exact: true }).fill('yet another');
	await page.getByLabel('Confirm new password').fill('yet another');
	await page.getByRole('button', { name: 'Change my password' }).click();
	await page.getByText(RECOVERY_ERRORS.linkExpired.message).waitFor();
	await page.getByRole('link', { name: 'Ask for a new link' }).waitFor();
});

test('a visitor who opens the mailed link for a college address must log in, and then gets the Verified badge', async () => {
	const person = await registerPerson('Farhan', COLLEGE_DOMAIN);
	const page = await visit(await findMailedLink(person.email, '/confirm-email'), { width: 360 });
	await page.getByRole('heading', { name: 'Log in first' }).waitFor();
	await page.getByText(RECOVERY_ERRORS.signInToConfirm.message).waitFor();

	await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
	await logIn(page, person.email, person.password);

	await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
	await page.getByText('Verified').waitFor();
	expect(page.url()).not.toContain('token');
	await page.getByRole('link', { name: 'Go to your account' }).click();
	await page.getByText(`${person.email} is confirmed.`).waitFor();
	await page.getByText('stands beside your name').waitFor();
});

test('a visitor logs in to save a search, is mailed the first new item at once, and ends the alert from the mail', async () => {
	const [searcher, seller] = [await signUpPerson(), await signUpPerson()];
	const word = `lot${randomUUID().slice(0, 8)}`;
	const page = await visit(`/category/Books?q=${word}`, { width: 360 });
	const dialog = page.getByRole('dialog', { name: SEARCH_MESSAGES.tellMe });

	await page.getByRole('button', { name: SEARCH_MESSAGES.tellMe }).click();
	await logIn(page, searcher.email, searcher.password);
	await dialog.getByText(`“${word}” in Books`).waitFor();
	await dialog.getByRole('radio', { name: 'At once' }).check();
	await dialog.getByRole('button', { name: SEARCH_MESSAGES.save }).click();
	await page.getByRole('button', { name: 'Saved · At once' }).waitFor();

	await postItemAs(seller, { title: `A ${word}`, category: 'Books' });
	await page.goto(await findMailedLink(searcher.email, '/category/Books'));
	await page.getByRole('article').getByText(`A ${word}`).waitFor();

	await page.goto(await findMailedLink(searcher.email, '/unsubscribe'));
	await page.getByRole('button', { name: 'Unsubscribe' }).click();
	await page.getByText(NOTIFICATION_MESSAGES.alertEnded).waitFor();
	expect(page.url()).not.toContain('token');
	await page.getByRole('main').getByRole('link', { name: 'Saved searches' }).click();
	const alert = page.getByLabel(`Alert for “${word}” in Books`);
	await expect.poll(() => alert.inputValue()).toBe('off');
});

/** Long, because the jobs that send alerts run with low priority and can be slow on a busy machine. */
const WAIT = { timeout: 60_000, interval: 100 };

/**
 * The link to `page` in the newest mail to an address: without SMTP, mails are files.
 * @param page its path, such as `/reset-password`
 */
function findMailedLink(address: string, page: string): Promise<string> {
	return vi.waitFor(async () => {
		const htmlBodies = await mailsTo(address);
		const link = htmlBodies
			.flatMap((html) => [...html.matchAll(/href="(http[^"]+)"/g)].map(([, href = '']) => href))
			.findLast((href) => new URL(href).pathname === page);
		if (link === undefined) throw new Error(`No mail to ${address} leads to ${page}.`);
		return link;
	}, WAIT);
}

/** The HTML of all mails to an address, oldest first: file names begin with the time. */
async function mailsTo(address: string): Promise<string[]> {
	const folder = join(inject('marketDataDir'), 'mail');
	const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).sort();
	const pages = names.map(async (name) => {
		const source = await readFile(join(folder, name), 'utf8');
		if (!source.includes(address)) return [];
		return [await readFile(join(folder, name.replace(/eml$/, 'html')), 'utf8')];
	});
	return (await Promise.all(pages)).flat();
}
