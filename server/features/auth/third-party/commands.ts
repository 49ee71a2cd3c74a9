import type { LinkOutcome } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { Db } from '#server/db/client.ts';
import { markEmailConfirmed } from '#server/features/auth/address/commands.ts';
import {
	type AuthDeps,
	type ClientInfo,
	openSession,
	type SignedIn,
} from '#server/features/auth/commands.ts';
import {
	deleteIdentities,
	endAllSessions,
	findUserByIdentity,
	hasSession,
	insertIdentity,
	insertUser,
	lockUser,
	lockUserByEmail,
	type UserRow,
} from '#server/features/auth/queries.ts';
import { requireMaySignIn, sanitizeName } from '#server/features/auth/rules.ts';
import { accountMailTask } from '#server/features/auth/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import type { LinkTokenClaims } from './pending-sign-in.ts';

interface ResolvedAccount {
	user: UserRow;
	/** Whether the identity was linked to this account just now. */
	isNewlyLinked: boolean;
	/**
	 * Whether all sessions were ended, because the address was unconfirmed until now. Also true for a new account, which
	 * had no sessions.
	 */
	endedSessions: boolean;
}

export interface IdentitySignInDeps extends AuthDeps {
	/**
	 * Runs in the transaction in which the owner of an address takes over an account whose address was unconfirmed.
	 * Removes what a stranger may have set up in the account.
	 */
	accountLifecycle: { onTakeover: (tx: Db, userId: number) => Promise<void> };
}

/** A user as described by the sign-in provider. */
export interface ProviderIdentity {
	issuer: string;
	subject: string;
	/** Lower-case. */
	email: string | undefined;
	emailVerified: boolean;
	name: string | undefined;
}

/**
 * Opens a session for a user whom the provider has authenticated. The account is the one already linked to the
 * identity, else the one with the same verified email address, else a new one.
 * @throws AppError unauthenticated when a new identity has no verified email address; forbidden for users who may not
 * sign in
 */
export async function signInByIdentity(
	deps: IdentitySignInDeps,
	identity: ProviderIdentity,
	clientInfo: ClientInfo,
): Promise<SignedIn & Omit<ResolvedAccount, 'user'>> {
	return deps.db.transaction(async (tx) => {
		const existing = await findUserByIdentity(tx, identity.issuer, identity.subject);
		const { user, ...outcome } = existing
			? { user: existing, isNewlyLinked: false, endedSessions: false }
			: await linkOrCreate(tx, deps, identity);
		requireMaySignIn(user, clientInfo.isFromLoopback);
		const signedIn = await openSession(tx, deps.tokens, user, clientInfo);
		return { ...signedIn, ...outcome };
	});
}

/** Links the identity to the account with the same verified address; creates that account if it does not exist. */
async function linkOrCreate(
	tx: Db,
	{ addTask, collegeDomains, accountLifecycle, siteName }: IdentitySignInDeps,
	identity: ProviderIdentity,
): Promise<ResolvedAccount> {
	const { issuer, subject, email, emailVerified, name } = identity;
	if (!email || !emailVerified) throw new AppError('unauthenticated', AUTH_ERRORS.thirdPartyFailed);
	// Inserts nothing if an account already has this address. Either way the account is read and locked next.
	const userName = sanitizeName(name, email, siteName);
	await insertUser(tx, { userName, email });
	const user = await lockUserByEmail(tx, email);
	if (!user) throw new AppError('unauthenticated', AUTH_ERRORS.thirdPartyFailed);
	// A new account is unconfirmed, too.
	const wasUnconfirmed = user.emailConfirmedAt === null;
	if (wasUnconfirmed) await revokeUnconfirmedAccess(tx, user.id, accountLifecycle);
	// False when a simultaneous sign-in has just linked the identity.
	const isNewlyLinked = await insertIdentity(tx, issuer, subject, user.id);
	if (isNewlyLinked && !wasUnconfirmed) {
		await addTask(tx, accountMailTask, { letter: 'identity-linked', userId: user.id });
	}
	const clearedFields = { passwordHash: null, pendingEmail: null, phone: null, pictureHash: null };
	const changes = wasUnconfirmed ? { ...clearedFields, userName } : {};
	const updated = await markEmailConfirmed(tx, user, email, collegeDomains, changes);
	if (wasUnconfirmed && user.phone) {
		await addTask(tx, accountMailTask, { letter: 'phone-changed', userId: user.id });
	}
	return { user: updated ?? user, isNewlyLinked, endedSessions: wasUnconfirmed };
}

/**
 * Removes what a stranger may have set up under an unconfirmed address. The account belongs to the person who proves
 * its address (decision 0005).
 */
async function revokeUnconfirmedAccess(
	tx: Db,
	userId: number,
	{ onTakeover }: IdentitySignInDeps['accountLifecycle'],
): Promise<void> {
	await deleteIdentities(tx, userId);
	await onTakeover(tx, userId);
	await endAllSessions(tx, [userId]);
}

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
