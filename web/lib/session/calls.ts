import { checkSession, logout } from '#contract/auth/endpoints.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * Asks the server for the owner of the stored token. Then also deletes the local data of other users or, if the request
 * has failed, local data that has expired. The deletion is not awaited.
 */
export async function fetchCurrentUser(): Promise<OwnAccount> {
	const account = call(checkSession, {}).then(({ user }) => user);
	account
		.then(
			async ({ id }) => (await importDraftErasure()).eraseOtherUsersDrafts(id),
			async () => (await importDraftErasure()).eraseExpiredDrafts(),
		)
		.catch(() => undefined);
	return account;
}

function importDraftErasure() {
	return import('#web/lib/drafts/erase.ts');
}

/**
 * The owner of a token that is not stored in this browser. The request does not use the stored session, so that an
 * error does not end that session.
 */
export async function fetchTokenOwner(token: string): Promise<OwnAccount> {
	const anonymousCheck = { ...checkSession, auth: 'none' } as const;
	const headers = { authorization: `Bearer ${token}` };
	return (await call(anonymousCheck, { headers })).user;
}

export async function endSessionOnServer(): Promise<void> {
	await call(logout, {});
}
