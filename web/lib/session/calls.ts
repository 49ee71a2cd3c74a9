import { checkSession, logout } from '#contract/auth/auth.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { call } from '#web/lib/api/api.ts';

/** Who the stored token belongs to, by the server's word: what others have left in this browser goes, or what is too old. */
export async function fetchCurrentUser(): Promise<OwnAccount> {
	const account = call(checkSession, {}).then(({ user }) => user);
	// Nobody waits for it.
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

/** Who a token belongs to that is not stored here: what the server says of it ends no session of this browser. */
export async function fetchTokenOwner(token: string): Promise<OwnAccount> {
	const anonymousCheck = { ...checkSession, auth: 'none' } as const;
	const headers = { authorization: `Bearer ${token}` };
	return (await call(anonymousCheck, { headers })).user;
}

export async function endSessionOnServer(): Promise<void> {
	await call(logout, {});
}
