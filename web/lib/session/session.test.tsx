import { expect, onTestFinished, test } from 'vitest';
import { checkSession } from '#contract/auth/endpoints.ts';
import { type UiCookie, uiCookieName } from '#contract/core/cookies.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { storedSession } from '#tests/support/fake-sign-in.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { clearStoredSession } from './session.ts';

const COOKIES_OF_USER: readonly UiCookie[] = ['signed-in', 'confirm-line', 'home-rows'];

const cookieNames = () =>
	document.cookie
		.split('; ')
		.map((cookie) => cookie.split('=')[0])
		.filter(Boolean);

function storeCookie(cookie: UiCookie, maxAge = 60): void {
	// biome-ignore lint/suspicious/noDocumentCookie: as in a browser without cookieStore.
	document.cookie = `${uiCookieName(cookie, false)}=1; path=/; max-age=${maxAge}`;
}

function removeCookieStore(): void {
	const descriptor = Object.getOwnPropertyDescriptor(globalThis, 'cookieStore');
	if (!descriptor) throw new Error('cookieStore cannot be removed.');
	Reflect.deleteProperty(globalThis, 'cookieStore');
	onTestFinished(() => void Object.defineProperty(globalThis, 'cookieStore', descriptor));
}

test.each([
	{ browser: 'a browser with cookieStore', hasCookieStore: true },
	{ browser: 'a browser without cookieStore', hasCookieStore: false },
])(
	'in $browser, the end of a session deletes the user’s cookies and keeps other cookies',
	async ({ hasCookieStore }) => {
		if (!hasCookieStore) removeCookieStore();
		fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));
		const release = fakeApi.hold(checkSession);
		for (const cookie of [...COOKIES_OF_USER, 'theme'] as const) storeCookie(cookie);
		onTestFinished(() => storeCookie('theme', 0));
		await renderComponent(null, { as: STUDENT });
		expect(cookieNames()).toEqual(expect.arrayContaining([...COOKIES_OF_USER]));

		release();

		await expect.poll(cookieNames).toEqual(['theme']);
	},
);

test('a logout clears the local storage, and keeps the session of an administrator in the same browser', async () => {
	const administrator = {
		adminToken: 'token of the back-office',
		adminId: '1',
		adminRole: 'admin',
	};
	for (const [key, value] of Object.entries(administrator)) localStorage.setItem(key, value);
	localStorage.setItem('unknown', 'of an earlier version');
	await renderComponent(null, { as: STUDENT });

	clearStoredSession();

	expect(storedSession()).toEqual(administrator);
});
