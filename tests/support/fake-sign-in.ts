import { checkSession, login, register } from '#contract/auth/endpoints.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { STUDENT } from './account-replies.ts';
import { fakeApi } from './fake-api.ts';

let tokenCount = 0;

/** Fakes signing in: any password, and any new account, opens a session of this user. */
export function fakeSignIn(user: OwnAccount = STUDENT): void {
	const openSession = () => {
		tokenCount += 1;
		const accessToken = accessTokenOf(user.id, `session-${tokenCount}`);
		return { accessToken, user };
	};
	fakeApi.answer(login, openSession);
	fakeApi.answer(register, openSession);
	fakeApi.answer(checkSession, { user });
}

/** @param id distinguishes the token from the user's other tokens */
export function accessTokenOf(userId: number, id = 'token'): string {
	return `x.${btoa(JSON.stringify({ id: userId, jti: id }))}.y`;
}

/** What the app has stored in the browser about its session. */
export const storedSession = () => ({ ...localStorage });
