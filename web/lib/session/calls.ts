import { checkSession, logout } from '#contract/auth/auth.ts';
import type { OwnAccount } from '#contract/auth/person-fields.ts';
import { call } from '#web/lib/api/api.ts';

/** Who the stored token belongs to, by the server's word: what others have left in this browser goes, or what is too old. */
export async function askWhoIsSignedIn(): Promise<OwnAccount> {
	const asked = call(checkSession, {}).then(({ user }) => user);
	// Nobody waits for it.
	asked
		.then(
			async ({ id }) => (await draftsOfOthers()).eraseOthers(id),
			async () => (await draftsOfOthers()).eraseForgotten(),
		)
		.catch(() => undefined);
	return asked;
}

function draftsOfOthers() {
	return import('#web/lib/drafts/erase.ts');
}

/** Who a token belongs to that is not stored here: what the server says of it ends no session of this browser. */
export async function askWhoHas(token: string): Promise<OwnAccount> {
	const asNobody = { ...checkSession, auth: 'none' } as const;
	const headers = { authorization: `Bearer ${token}` };
	return (await call(asNobody, { headers })).user;
}

export async function endSessionOnServer(): Promise<void> {
	await call(logout, {});
}
