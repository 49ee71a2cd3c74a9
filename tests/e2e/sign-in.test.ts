import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { ADMIN_PAGES } from '#contract/admin/pages.ts';
import { ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { PEOPLE_MESSAGES } from '#contract/auth/person-fields.ts';
import { RECOVERY_MESSAGES } from '#contract/auth/recovery.ts';
import { findAccessibilityViolations, openBrowser } from '#tests/support/browser.ts';
import { expectFocus } from '#tests/support/keyboard.ts';
import { findMailedLink } from '#tests/support/mailbox.ts';
import { postItemAs, registerPerson, signUpPerson } from '#tests/support/people.ts';
import { alertTexts } from '#tests/support/posting.ts';

const { visit } = await openBrowser();

const signUp = (page: Page) => page.getByRole('button', { name: 'Sign Up', exact: true }).click();
const logIn = (page: Page) =>
	page.getByRole('main').getByRole('button', { name: 'Login', exact: true }).click();
const localStorageOf = (page: Page) => page.evaluate(() => ({ ...localStorage }));
/** The status of a request with this token. */
const statusWith = (page: Page, token: string) =>
	page.evaluate(
		async (brought) =>
			(await fetch('/api/auth', { headers: { authorization: `Bearer ${brought}` } })).status,
		token,
	);

describe('signing up', () => {
	test('with a phone number opens a session and goes home', async () => {
		const page = await visit('/signup', { width: 360 });
		const digits = String(9_000_000_000 + Math.floor(Math.random() * 999_999_999));

		await page.getByLabel('Name', { exact: true }).fill('Ravi');
		await page.getByText('Phone', { exact: true }).click();
		await page.getByLabel('Phone number').fill(digits);
		await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
		await page.getByLabel('Confirm Password').fill('chalk and talk');
		await signUp(page);

		await page.waitForURL('/');
		expect(Object.keys(await localStorageOf(page)).sort()).toEqual(['accessToken', 'userId']);
	});

	test('reports everything that is wrong at once, and keeps the typed values', async () => {
		const page = await visit('/signup');
		const name = page.getByLabel('Name', { exact: true });
		const password = page.getByLabel('Password', { exact: true });
		const { name: nameRule, email: emailRule, passwordShort, passwordsDiffer } = PEOPLE_MESSAGES;

		await signUp(page);
		await expect.poll(() => alertTexts(page)).toEqual([nameRule, emailRule, passwordShort]);
		await expectFocus(name);
		await name.fill('Ravi');
		await expect.poll(() => alertTexts(page)).toEqual([emailRule, passwordShort]);
		await page.getByLabel('Email address').fill(`${randomUUID()}@campus.example`);
		await password.fill('chalk and talk');
		await page.getByLabel('Confirm Password').fill('chalk and walk');
		await expect.poll(() => alertTexts(page)).toEqual([]);
		await signUp(page);
		await expect.poll(() => alertTexts(page)).toEqual([passwordsDiffer]);
		await expectFocus(page.getByLabel('Confirm Password'));
		await password.press('End');
		await password.pressSequentially('!');
		await expect.poll(() => alertTexts(page)).toEqual([]);
		expect(await name.inputValue()).toBe('Ravi');
		expect(await password.inputValue()).toBe('chalk and talk!');
	});

	test('says at the field that an address already has an account, and takes it along to the login', async () => {
		const { email, password } = await signUpPerson();
		const page = await visit('/signup?next=/post', { width: 360 });

		await page.getByLabel('Name', { exact: true }).fill('Ravi');
		await page.getByLabel('Email address').fill(email);
		await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
		await page.getByLabel('Confirm Password').fill('chalk and talk');
		await signUp(page);

		await page.getByText(AUTH_MESSAGES.emailTaken).waitFor();
		await expectFocus(page.getByLabel('Email address'));
		await page.getByRole('link', { name: 'Log in with it' }).click();
		await page.getByLabel('Password', { exact: true }).fill(password);
		expect(await page.getByLabel('Email address').inputValue()).toBe(email);
		expect(page.url()).not.toContain(email);
		await logIn(page);

		await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	});

	test('accepts an email address that was typed as a phone number', async () => {
		const { email, password } = await signUpPerson();
		const page = await visit('/signup');

		await page.getByLabel('Name', { exact: true }).fill('Ravi');
		await page.getByText('Phone', { exact: true }).click();
		await page.getByLabel('Phone number').fill(email);
		await page.getByLabel('Password', { exact: true }).fill(password);
		await page.getByLabel('Confirm Password').fill(password);
		await signUp(page);
		await page.getByRole('link', { name: 'Log in with it' }).click();

		await expect.poll(() => page.getByLabel('Email address').inputValue()).toBe(email);
	});

	test('offers no sign-in with Google when it is not configured', async () => {
		const page = await visit('/signup?error=auth_failed');

		await page.getByText(AUTH_MESSAGES.thirdPartyFailed).waitFor();
		await page.getByRole('button', { name: 'Sign Up', exact: true }).waitFor();
		expect(await page.getByText(/with Google/).count()).toBe(0);
		await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
		await page.getByRole('link', { name: 'Admin Login' }).waitFor();
		expect(await page.getByText(/with Google/).count()).toBe(0);
	});
});

describe('logging in', () => {
	test('refuses a wrong password without saying which part was wrong', async () => {
		const { email } = await signUpPerson();
		const page = await visit('/login');

		await page.getByLabel('Email address').fill(email);
		await page.getByLabel('Password', { exact: true }).fill('not the password');
		await logIn(page);

		await page.getByText('Invalid credentials').waitFor();
	});

	test('says when there is no connection, and keeps the typed values', async () => {
		const page = await visit('/login');
		await page.getByLabel('Email address').fill('a@campus.example');
		await page.getByLabel('Password', { exact: true }).fill('chalk and talk');

		await page.context().setOffline(true);
		await logIn(page);

		await page.getByText('Something went wrong. Please try again.').waitFor();
		expect(await page.getByLabel('Email address').inputValue()).toBe('a@campus.example');
	});

	test('returns to the page where a visitor pressed an action', async () => {
		const person = await signUpPerson();
		const page = await visit('/', { width: 360 });

		await page.getByRole('link', { name: 'Sell', exact: true }).click();
		await page.waitForURL(/\/login/);
		await page.getByLabel('Email address').fill(person.email);
		await page.getByLabel('Password', { exact: true }).fill(person.password);
		await logIn(page);

		await page.getByRole('heading', { name: 'Add New Item' }).waitFor();
	});

	test('names the chat or the report that the visitor wanted to open', async () => {
		const seller = await signUpPerson('Ananya');
		const item = await postItemAs(seller, { title: 'Casio fx-991' });
		const page = await visit(`/item/${item}`, { width: 360 });

		await page.getByRole('link', { name: 'Chat with Seller' }).click();
		await page.getByText('Log in to chat with Ananya about Casio fx-991.').waitFor();
		await page.getByRole('link', { name: 'Sign Up' }).click();
		await page.getByText('Sign up to chat with Ananya about Casio fx-991.').waitFor();
		await page.goBack();
		await page.goBack();
		await page.getByRole('button', { name: 'Report Item' }).click();

		await page.getByText('Log in to report Casio fx-991.').waitFor();
		await page.reload();
		await page.getByText('Log in to report an item.').waitFor();
	});

	test('accepts a phone number that was typed as an email address', async () => {
		const page = await visit('/signup');
		const digits = String(9_000_000_000 + Math.floor(Math.random() * 999_999_999));
		await page.getByLabel('Name', { exact: true }).fill('Ravi');
		await page.getByLabel('Email address').fill(digits);
		await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
		await page.getByLabel('Confirm Password').fill('chalk and talk');
		await signUp(page);
		await page.waitForURL('/');
		await page.evaluate(() => localStorage.clear());

		await page.goto('/login');
		await page.getByLabel('Email address').fill(digits);
		await page.getByLabel('Password', { exact: true }).fill('chalk and talk');
		await logIn(page);

		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Profile' }).waitFor();
	});

	test('returns to a confirmation link that asked a visitor to log in', async () => {
		const person = await registerPerson();
		const page = await visit(await findMailedLink(person.email, '/confirm-email'), { width: 360 });
		await page.getByRole('heading', { name: 'Log in first' }).waitFor();
		await page.getByText(RECOVERY_MESSAGES.signInToConfirm).waitFor();

		await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
		await page.getByLabel('Email address').fill(person.email);
		await page.getByLabel('Password', { exact: true }).fill(person.password);
		await logIn(page);

		await page.getByText(RECOVERY_MESSAGES.emailConfirmed).waitFor();
		expect(page.url()).not.toContain('token');
	});

	test.each(['//evil.example', '/..//evil.example/p', 'javascript:alert(1)'])(
		'redirects home, and nowhere else, from ?next=%s',
		async (next) => {
			const person = await signUpPerson();
			const page = await visit(`/login?next=${encodeURIComponent(next)}`);

			await page.getByLabel('Email address').fill(person.email);
			await page.getByLabel('Password', { exact: true }).fill(person.password);
			await logIn(page);

			await page.waitForURL('/');
		},
	);

	test('sends administrators to their own login page, which is a separate app', async () => {
		const page = await visit('/login', { width: 360 });
		const main = page.getByRole('main');
		const link = main.getByRole('link', { name: 'Admin Login' });
		await link.waitFor();

		const [ours, above] = await Promise.all(
			[link, main.getByRole('link', { name: 'Sign Up' })].map((it) => it.boundingBox()),
		);
		expect(ours?.height).toBeGreaterThanOrEqual(44);
		expect(ours?.y).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0));
		await link.click();

		await page.waitForURL(ADMIN_PAGES.login);
		await page.getByRole('heading', { name: ADMIN_SESSION_MESSAGES.title }).waitFor();
	});

	test('can show the password', async () => {
		const page = await visit('/login');
		const password = page.getByLabel('Password', { exact: true });

		await password.fill('chalk and talk');
		await page.getByRole('button', { name: 'Show password' }).click();

		expect(await password.getAttribute('type')).toBe('text');
	});
});

describe('auth completion', () => {
	test('stores the token and the user’s id, and goes home without either in the URL', async () => {
		const person = await signUpPerson();

		const page = await visit(`/auth/success?token=${person.token}`);

		await page.waitForURL('/');
		expect(await localStorageOf(page)).toEqual({
			accessToken: person.token,
			userId: String(person.id),
		});
	});

	test('keeps a running session: it asks before another account, and ignores an invalid token', async () => {
		const [asha, ravi] = [await signUpPerson(), await signUpPerson('Ravi')];
		const page = await visit(`/auth/success?token=${ravi.token}`, { as: asha });

		await page.getByRole('heading', { name: 'Log in as Ravi?' }).waitFor();
		const asked = await localStorageOf(page);
		expect(new URL(page.url()).search).toBe('');
		await page.getByRole('link', { name: 'Stay in my account' }).click();
		await page.waitForURL('/');
		const madeUp = `x.${btoa(JSON.stringify({ id: ravi.id }))}.y`;
		await page.goto(`/auth/success?token=${madeUp}`);
		await page.waitForURL('/');

		await page.getByRole('link', { name: 'Profile' }).waitFor();
		const ashas = { accessToken: asha.token, userId: String(asha.id) };
		expect([asked, await localStorageOf(page)]).toEqual([ashas, ashas]);
	});

	test('switches accounts after confirmation, and ends the session before', async () => {
		const [asha, ravi] = [await signUpPerson(), await signUpPerson('Ravi')];
		const page = await visit(`/auth/success?token=${ravi.token}`, { as: asha, width: 360 });

		await page.getByRole('button', { name: 'Log in as Ravi' }).click();

		await page.waitForURL('/');
		expect(await localStorageOf(page)).toEqual({
			accessToken: ravi.token,
			userId: String(ravi.id),
		});
		expect(await statusWith(page, asha.token)).toBe(401);
	});

	test.each(['', '?token=', '?token=abc', '?token=a.b.c'])(
		'rejects "%s" as a failure',
		async (query) => {
			const page = await visit(`/auth/success${query}`);

			await page.waitForURL('/signup?error=auth_failed');
			expect(await localStorageOf(page)).toEqual({});
		},
	);
});

describe('guards', () => {
	test.each([
		['/post', 'Log in to add an item'],
		['/chats', 'Log in to see your chats'],
		['/chat/1/2', 'Log in to open this chat'],
		['/account', 'Log in to see your account'],
		['/notifications', 'Log in to see your notifications'],
		['/profile', 'Log in to see your profile'],
		['/update-item/1', 'Log in to edit your item'],
		['/availableBuyers/1', 'Log in to see who is interested in your item'],
		['/my-reports', 'Log in to see your reports'],
	])('a visitor at %s is redirected home, where a notice says %s', async (path, loginPrompt) => {
		const page = await visit(path);

		await page.getByRole('link', { name: loginPrompt }).waitFor();
		expect(new URL(page.url()).pathname).toBe('/');
	});

	test('the notice on home links to the login, and from there to the requested page', async () => {
		const person = await signUpPerson();
		const page = await visit('/account#notices', { width: 360 });
		const loginPrompt = page.getByRole('link', { name: 'Log in to see your account' });
		await loginPrompt.waitFor();
		expect(await findAccessibilityViolations(page)).toEqual([]);
		await page.reload();

		await loginPrompt.click();
		await page.getByText('Log in to see your account.').waitFor();
		await page.getByLabel('Email address').fill(person.email);
		await page.getByLabel('Password', { exact: true }).fill(person.password);
		await logIn(page);

		await page.getByRole('heading', { name: 'Your account' }).waitFor();
		expect(page.url()).toMatch(/\/account#notices$/);
	});

	test('a stored token that is no longer valid is deleted', async () => {
		const page = await visit('/profile', { as: { id: 1, token: 'stale' } });

		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Login' }).waitFor();
		expect(await localStorageOf(page)).toEqual({});
	});

	test.each([
		{ from: 'a network that wants a login of its own', status: 200 },
		{ from: 'a proxy on the way', status: 403 },
	])('an answer of $from in front of the server ends no session', async ({ status }) => {
		const person = await signUpPerson();
		const page = await visit('/about', { as: person });
		await page.route('**/api/auth', (route) =>
			route.fulfill({ status, contentType: 'text/html', body: '<h1>Welcome to Campus Wi-Fi</h1>' }),
		);
		const asked = page.waitForEvent('requestfinished', (request) =>
			request.url().endsWith('/api/auth'),
		);

		await page.goto('/profile');
		await asked;

		await page.getByRole('heading', { name: 'My Uploads' }).waitFor();
		expect(await localStorageOf(page)).toEqual({
			accessToken: person.token,
			userId: String(person.id),
		});
	});

	test('another user’s item cannot be edited', async () => {
		const item = await postItemAs(await signUpPerson());
		const page = await visit(`/update-item/${item}`, { as: await signUpPerson() });

		await page.getByText('Access Denied').waitFor();
		await page.getByText("You don't have permission to edit this item.").waitFor();
	});

	test('logging out deletes everything stored and ends the session', async () => {
		const person = await signUpPerson();
		const page = await visit('/profile', { as: person });

		await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();

		await page.getByRole('link', { name: 'Login' }).waitFor();
		expect(await localStorageOf(page)).toEqual({});
		expect(await statusWith(page, person.token)).toBe(401);
	});

	test('a page that Back restores from memory is not shown to a user who has logged out', async () => {
		const page = await visit('/profile', { as: await signUpPerson('Meera') });
		await page.getByRole('heading', { name: 'My Uploads' }).waitFor();

		// As after Logout and Back, when the browser restores the page from memory.
		const isSeen = await page.evaluate(() => {
			localStorage.clear();
			dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
			return document.documentElement.checkVisibility();
		});

		expect(isSeen).toBe(false);
		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Login' }).waitFor();
	});

	test('a page that Back restores from memory is shown to a user who is still logged in', async () => {
		const page = await visit('/feedback', { as: await signUpPerson() });
		const feedbackField = page.getByLabel('Your feedback');
		await feedbackField.fill('Half a thought');

		const isSeen = await page.evaluate(() => {
			dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
			return document.documentElement.checkVisibility();
		});

		expect(isSeen).toBe(true);
		expect(await feedbackField.inputValue()).toBe('Half a thought');
	});

	test('a server that does not answer does not prevent logging in', async () => {
		const page = await visit('/', { as: await signUpPerson() });
		await page.clock.install();
		await page.goto('/profile');
		await page.route('**/api/auth/logout', () => undefined);
		const asked = page.waitForRequest('**/api/auth/logout');

		await page.getByRole('main').getByRole('button', { name: 'Logout' }).click();
		await asked;
		await page.clock.fastForward(5_000);

		await page.getByRole('link', { name: 'Login' }).waitFor();
		expect(await localStorageOf(page)).toEqual({});
	});

	test('the side menu leads to every page, and logs out', async () => {
		const person = await signUpPerson();
		const page = await visit('/', { as: person, width: 360 });
		const button = page.getByRole('button', { name: 'Menu', exact: true });

		await button.click();
		const menu = page.getByRole('dialog', { name: 'Menu' });
		await menu.getByRole('link', { name: 'My Profile' }).click();
		await page.getByRole('heading', { name: 'My Uploads' }).waitFor();
		await menu.waitFor({ state: 'hidden' });

		await button.click();
		await menu.getByRole('button', { name: 'Logout' }).click();

		await page.waitForURL('/');
		await page.getByRole('link', { name: 'Login' }).waitFor();
		expect(await localStorageOf(page)).toEqual({});
		expect(await statusWith(page, person.token)).toBe(401);
	});
});
