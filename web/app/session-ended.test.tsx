import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { checkSession } from '#contract/auth/endpoints.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { renderPage } from '#tests/support/render-page.tsx';
import { createQueryClient } from '#web/lib/api/query-client.ts';
import { checkStoredSession } from '#web/lib/session/session.ts';
import { currentToasts } from '#web/ui/toast.ts';
import { showSessionEnded } from './session-ended.ts';
import { watchUser } from './watch-user.ts';

const message = page.getByRole('alert');

describe('Session that ends while a page is open', () => {
	beforeEach(async () => {
		await renderPage('/rules?from=footer', { as: STUDENT });
		onTestFinished(watchUser(createQueryClient()));
	});

	async function expectMessage(text: string, link: string, address: string): Promise<void> {
		await expect.element(message.getByText(text)).toBeVisible();
		await expect
			.element(message.getByRole('link', { name: link }))
			.toHaveAttribute('href', address);
	}

	const LOGIN = `/login?next=${encodeURIComponent('/rules?from=footer')}`;

	test('when the session ends, a message appears with a link to log in again and return to the page', async () => {
		fakeApi.answer(checkSession, refuse(401, REQUEST_ERRORS.signIn));

		await checkStoredSession();

		await expectMessage('Your session has ended.', 'Log in again', LOGIN);
	});

	test('when the user is suspended, the message gives the reason and a link to the contact page', async () => {
		fakeApi.answer(checkSession, refuse(401, AUTH_ERRORS.suspended));

		await checkStoredSession();

		await expectMessage(AUTH_ERRORS.suspended.message, 'How to reach us', '/about');
	});
});

test('login, sign-up and password pages show no message about an ended session', () => {
	for (const path of ['/login', '/signup', '/auth/success', '/reset-password']) {
		showSessionEnded(path, '');
	}

	expect(currentToasts()).toEqual([]);
});
