import { beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { getProfile } from '#contract/accounts/endpoints.ts';
import { checkSession } from '#contract/auth/endpoints.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { fakeItems, fillItemForm } from '#tests/support/fake-item-form.ts';
import { fakeListing } from '#tests/support/fake-listing.ts';
import { accessTokenOf, storedSession } from '#tests/support/fake-sign-in.ts';
import { draftNote } from '#tests/support/form-drafts.ts';
import { profileReply } from '#tests/support/profile-replies.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { skipUntil } from '#tests/support/skip-until.ts';
import { currentToasts } from '#web/ui/toast.ts';
import { showSessionEnded } from './session-ended.ts';

beforeEach(() => {
	fakeListing();
	fakeApi.answer(getProfile, profileReply());
});

test.each([
	{ from: 'a Wi-Fi login page', status: 200 },
	{ from: 'a proxy that answers 404', status: 404 },
])('an HTML response from $from does not end the session', async ({ status }) => {
	const welcome = '<h1>Welcome to Campus Wi-Fi</h1>';
	const headers = { 'content-type': 'text/html' };
	fakeApi.answer(checkSession, new Response(welcome, { status, headers }));

	await renderPage('/profile', { as: STUDENT });

	await expect.element(page.getByRole('heading', { name: 'My Uploads' })).toBeVisible();
	expect(fakeApi.requests(checkSession)).toHaveLength(1);
	expect(storedSession()).toMatchObject({ userId: String(STUDENT.id) });
});

test('a session check without a response does not block the page, and a late 401 response still ends the session', async () => {
	vi.useFakeTimers();
	const release = fakeApi.hold(checkSession);

	await renderPage('/profile', { as: STUDENT });

	await skipUntil(page.getByRole('heading', { name: 'My Uploads' }));
	fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));
	release();
	await skipUntil(page.getByRole('link', { name: 'Log in to see your profile' }));
	expect(storedSession()).toEqual({});
});

test('the half-filled form of a new item survives the end of the session and the next login of the same user, but not that of another', async () => {
	fakeItems();
	await renderPage('/post', { as: STUDENT });
	await fillItemForm({ Title: 'Half a thought' });
	const title = page.getByLabelText('Title');

	signOutInOtherTab();
	await expect.element(title).toHaveValue('Half a thought');
	expect(window.location.pathname).toBe('/post');
	signInInOtherTab(STUDENT);
	await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(2);
	await expect.element(title).toHaveValue('Half a thought');

	signInInOtherTab({ ...STUDENT, id: 8, userName: 'Bina' });
	await expect.element(title).toHaveValue('');
	await expect.element(draftNote).not.toBeInTheDocument();
});

function signOutInOtherTab(): void {
	localStorage.clear();
	window.dispatchEvent(new StorageEvent('storage', { key: null }));
}

function signInInOtherTab(user: OwnAccount): void {
	fakeApi.answer(checkSession, { success: true, user });
	localStorage.setItem('accessToken', accessTokenOf(user.id));
	localStorage.setItem('userId', String(user.id));
	window.dispatchEvent(new StorageEvent('storage', { key: 'accessToken' }));
}

test('login, sign-up and password pages show no message about an ended session', () => {
	for (const path of ['/login', '/signup', '/auth/success', '/reset-password']) {
		showSessionEnded(path, '');
	}

	expect(currentToasts()).toEqual([]);
});
