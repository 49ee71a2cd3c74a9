import { beforeEach, expect, test } from 'vitest';
import { checkSession } from '#contract/auth/endpoints.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { STUDENT } from '#tests/support/account-replies.ts';
import { fakeApi, refuse } from '#tests/support/fake-api.ts';
import { accessTokenOf, storedSession } from '#tests/support/fake-sign-in.ts';
import { OTHER_STUDENT } from '#tests/support/form-drafts.ts';
import { renderComponent } from '#tests/support/render-page.tsx';
import { ApiError } from '#web/lib/api/api-error.ts';
import { currentSession } from '#web/lib/session/session.ts';
import { renewSession } from './renew-session.ts';

const RENEWED = { accessToken: accessTokenOf(STUDENT.id, 'renewed') };
const OTHER_CREDENTIALS = {
	accessToken: accessTokenOf(OTHER_STUDENT.id),
	userId: String(OTHER_STUDENT.id),
};

/** Starts a renewal of the student's session, and returns functions that answer it. */
function startRenewal() {
	const answer = Promise.withResolvers<typeof RENEWED>();
	const renewal = renewSession(STUDENT.id, answer.promise, 'The answer was lost.');
	return { renewal, ...answer };
}

/**
 * Replaces the stored credentials as another tab does; an empty object signs out. Then fires the events that this tab
 * gets: one for each key.
 */
function storeInOtherTab(credentials: Record<string, string>): void {
	localStorage.clear();
	for (const [key, value] of Object.entries(credentials)) localStorage.setItem(key, value);
	for (const key of ['accessToken', 'userId'])
		window.dispatchEvent(new StorageEvent('storage', { key }));
}

beforeEach(async () => {
	await renderComponent(null, { as: STUDENT });
	await expect.poll(() => currentSession().user).toEqual(STUDENT);
});

test('another user who logs in during a session renewal becomes the current user at once, and the late answer does not replace their session', async () => {
	fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
	const { renewal, resolve } = startRenewal();
	storeInOtherTab({});
	expect(currentSession().userId).toBe(STUDENT.id);

	storeInOtherTab(OTHER_CREDENTIALS);
	expect(currentSession().userId).toBe(OTHER_STUDENT.id);
	resolve(RENEWED);

	await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
	expect(storedSession()).toEqual(OTHER_CREDENTIALS);
	await expect.poll(() => currentSession().user).toEqual(OTHER_STUDENT);
});

test('after another user has logged in and out during a session renewal, the late answer signs in no user', async () => {
	fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
	const { renewal, resolve } = startRenewal();
	storeInOtherTab(OTHER_CREDENTIALS);

	storeInOtherTab({});
	expect(currentSession().hasToken).toBe(false);
	resolve(RENEWED);

	await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
	expect(storedSession()).toEqual({});
});

test('the answer to a session renewal does not replace the session of another user whose login this tab has not noticed yet', async () => {
	fakeApi.answer(checkSession, { success: true, user: OTHER_STUDENT });
	const { renewal, resolve } = startRenewal();
	for (const [key, value] of Object.entries(OTHER_CREDENTIALS)) localStorage.setItem(key, value);
	resolve(RENEWED);

	await expect(renewal).rejects.toMatchObject({ code: REQUEST_ERRORS.signIn.code });
	expect(currentSession().userId).toBe(OTHER_STUDENT.id);
	expect(storedSession()).toEqual(OTHER_CREDENTIALS);
});

test('when two session renewals overlap and the rejection of the second arrives before the answer to the first, the user stays signed in', async () => {
	fakeApi.answer(checkSession, ({ headers }) =>
		headers.get('authorization') === `Bearer ${RENEWED.accessToken}`
			? { success: true, user: STUDENT }
			: refuse(401, REQUEST_ERRORS.signIn),
	);
	const checks = fakeApi.requests(checkSession).length;
	const first = startRenewal();
	const second = startRenewal();

	second.reject(new ApiError(401, REQUEST_ERRORS.signIn));
	await expect(second.renewal).rejects.toThrow();
	await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 1);
	first.resolve(RENEWED);
	await first.renewal;

	await expect.poll(() => fakeApi.requests(checkSession)).toHaveLength(checks + 2);
	expect(currentSession().user).toEqual(STUDENT);
	expect(storedSession()).toEqual({ ...RENEWED, userId: String(STUDENT.id) });
});
