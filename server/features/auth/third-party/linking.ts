import type { LinkOutcome } from '#contract/accounts/facts.ts';
import type { Db } from '#server/db/client.ts';
import { type AuthDeps, markEmailConfirmed } from '#server/features/auth/commands.ts';
import {
	findUserByIdentity,
	insertIdentity,
	lockUser,
	type UserRow,
} from '#server/features/auth/queries.ts';
import { hasSession } from '#server/features/auth/sessions/queries.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import type { LinkTokenClaims } from './link-tokens.ts';
import type { ProviderIdentity } from './sign-in.ts';

/**
 * Links a provider identity to the user who requested the link, if the session of the request is still open, and
 * notifies the user by mail. Confirms the account's address if the provider has verified the same address.
 * @returns 'taken' when the identity belongs to another account; 'failed' when the session has ended, or the user is
 * banned or erased
 */
export async function linkProviderIdentity(
	{ db, addTask, collegeDomains }: Pick<AuthDeps, 'db' | 'addTask' | 'collegeDomains'>,
	{ person, session }: LinkTokenClaims,
	identity: ProviderIdentity,
): Promise<LinkOutcome> {
	return db.transaction(async (tx) => {
		const user = await lockUser(tx, person);
		if (!user || user.bannedAt || !(await hasSession(tx, person, session))) return 'failed';
		const isNew = await insertIdentity(tx, identity.issuer, identity.subject, person);
		const owner = await findUserByIdentity(tx, identity.issuer, identity.subject);
		if (owner?.id !== person) return 'taken';
		await confirmEmailByProvider(tx, user, identity, collegeDomains);
		if (isNew) await addTask(tx, accountMailTask, { letter: 'identity-linked', userId: person });
		return 'linked';
	});
}

async function confirmEmailByProvider(
	tx: Db,
	user: UserRow,
	{ email, emailVerified }: ProviderIdentity,
	collegeDomains: readonly string[],
): Promise<void> {
	if (!emailVerified || email === undefined || email !== user.email) return;
	await markEmailConfirmed(tx, user, email, collegeDomains);
}
