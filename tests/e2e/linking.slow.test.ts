import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { RECENT_SIGN_IN_MINUTES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { openBrowser } from '#tests/support/browser.ts';
import { freePorts } from '#tests/support/free-ports.ts';
import { CLIENT, openIdentityProvider } from '#tests/support/identity-provider.ts';
import { onCleanup } from '#tests/support/on-cleanup.ts';
import { openOwnApp } from '#tests/support/own-app.ts';
import { PASSWORD } from '#tests/support/password.ts';
import { query } from '#tests/support/query.ts';
import { openDatabase } from '#tools/lib/open-database.ts';

const { visit } = await openBrowser();
// Chosen before the app starts: the provider starts first and must know the app's address.
const [port = 0] = await freePorts(1);
const provider = await openIdentityProvider([`http://127.0.0.1:${port}/api/auth/google/callback`]);
const client = await openClient();
const { address, dataDir } = await openOwnApp({
	PORT: String(port),
	OIDC_ISSUER: provider.issuer,
	GOOGLE_CLIENT_ID: CLIENT.id,
	GOOGLE_CLIENT_SECRET: CLIENT.secret,
	CLIENT_ORIGINS: client.origin,
});

/** Pages of a third-party client on another origin. */
async function openClient() {
	const server = createServer((request, response) => {
		const { pathname } = new URL(request.url ?? '/', 'http://client.invalid');
		response.setHeader('content-type', 'text/html');
		response.end(`<title>${pathname}</title><a href="/">Home</a>`);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onCleanup(() => new Promise((resolve) => server.close(resolve)));
	return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const newGoogleAccount = () => {
	const sub = randomUUID();
	return { sub, email: `${sub}@elsewhere.example`, email_verified: true, name: 'Asha Rao' };
};

async function signUp() {
	const page = await visit(`${address}/signup`);
	await page.getByLabel('Name', { exact: true }).fill('Kavya');
	await page.getByLabel('Email address').fill(`${randomUUID()}@campus.example`);
	await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
	await page.getByLabel('Confirm Password').fill(PASSWORD);
	await page.getByRole('button', { name: 'Sign Up', exact: true }).click();
	await page.getByRole('link', { name: 'Profile' }).waitFor();
	return page;
}

test('a student links Google, logs in with it from another browser, and unlinks it', async () => {
	const who = newGoogleAccount();
	provider.signInAs(who);
	const page = await signUp();
	await page.goto(`${address}/account`);

	await page.getByRole('button', { name: 'Link Google' }).click();
	await page.getByText('Google is linked. You can log in with it from now on.').waitFor();
	await page.getByRole('button', { name: /^Unlink / }).waitFor();
	expect(new URL(page.url()).search).toBe('');

	const other = await visit(`${address}/login`);
	await other.getByText(/^If you have no account yet, you get one/).waitFor();
	await other.getByRole('button', { name: 'Login with Google' }).click();
	await other.getByRole('link', { name: 'Profile' }).click();
	await other.getByText('@Kavya').waitFor();

	await page.getByRole('button', { name: /^Unlink / }).click();
	await page.getByRole('button', { name: 'Link Google' }).waitFor();
	const focused = () => page.evaluate(() => document.activeElement?.textContent);
	await expect.poll(focused).toBe('Login with Google');
});

test('a visitor who signs up with Google after pressing Sell, with a refused try first, is returned to the form for a new item; later Google confirms the user before a sensitive action', async () => {
	const who = newGoogleAccount();
	provider.signInAs({ ...who, email_verified: false });
	const page = await visit(address, { width: 360 });
	await page.getByRole('link', { name: 'Sell', exact: true }).click();
	await page.getByRole('heading', { name: 'Welcome back' }).waitFor();
	await page.getByRole('button', { name: 'Login with Google' }).click();
	await page.getByText(AUTH_ERRORS.thirdPartyFailed.message).waitFor();
	await page.getByText('Sign up to add an item.').waitFor();
	expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

	provider.signInAs(who);
	await page.getByRole('button', { name: 'Sign Up with Google' }).click();
	await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	expect(page.url()).toBe(`${address}/post`);
	await page.goto(`${address}/profile`);
	await page.getByText('@Asha Rao').waitFor();

	// The sign-in is no longer recent.
	const { url } = await openDatabase({ dataDir, databaseUrl: undefined }, () => undefined);
	await query(
		url,
		`update sessions set created_at = now() - make_interval(mins => ${RECENT_SIGN_IN_MINUTES})`,
	);
	await page.goto(`${address}/account`);
	const signOutEverywhere = async () => {
		await page.getByRole('button', { name: 'Sign out everywhere' }).click();
		const question = page.getByRole('alertdialog');
		await question.getByRole('button', { name: 'Sign out everywhere' }).click();
	};
	await signOutEverywhere();
	const dialog = page.getByRole('dialog', { name: 'Confirm it is you' });
	await dialog.getByRole('button', { name: 'Login with Google' }).click();
	await dialog.waitFor({ state: 'detached' });
	await page.waitForURL(`${address}/account`);
	await page.getByText('This device').waitFor();
	await signOutEverywhere();
	await page.getByRole('link', { name: 'Login' }).first().waitFor();
});

/** Starts Google sign-in from a page of the third-party client, with `origin` as the address to return to. */
async function startSignInAtClient(origin: string) {
	const page = await visit(`${client.origin}/`);
	const start = `${address}/api/auth/google?${new URLSearchParams({ origin })}`;
	await page.evaluate((to) => location.assign(to), start);
	return page;
}

test('Google sign-in returns to an allowed client origin with a token or an error; a failed sign-in from another origin shows the error on our own page', async () => {
	provider.signInAs(newGoogleAccount());
	const page = await startSignInAtClient(client.origin);
	await page.waitForURL(`${client.origin}/auth/success?token=*`);
	const token = new URL(page.url()).searchParams.get('token') ?? '';
	const res = await fetch(`${address}/api/auth`, { headers: { authorization: `Bearer ${token}` } });
	expect(await res.json()).toMatchObject({ success: true, user: { userName: 'Asha Rao' } });

	provider.signInAs({ ...newGoogleAccount(), email_verified: false });
	const ours = await startSignInAtClient('http://127.0.0.1:9');
	await ours.waitForURL(`${address}/signup?error=auth_failed`);
	const theirs = await startSignInAtClient(client.origin);
	await theirs.waitForURL(`${client.origin}/signup?error=auth_failed`);
});
