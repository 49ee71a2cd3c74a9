import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import type { Db } from '#server/db/client.ts';
import {
	type Doors,
	noteProof,
	openSession,
	type SignedIn,
	type Visitor,
} from '#server/features/auth/commands.ts';
import {
	deleteIdentities,
	findUserByIdentity,
	insertIdentity,
	insertUser,
	lockUserByEmail,
	type UserRow,
} from '#server/features/auth/queries.ts';
import { fittingName, requireAdmissible } from '#server/features/auth/rules.ts';
import { endAllSessions } from '#server/features/auth/sessions/queries.ts';
import { deleteChoices } from '#server/features/notifications/queries.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { Refusal } from '#server/lib/app-error.ts';

interface Found {
	user: UserRow;
	/** The identity opens this account from now on. */
	isNewHere: boolean;
	/** Nobody had proved the address before: whoever was signed in to the account no longer is. */
	hasEndedSessions: boolean;
}

/** A person as a third-party sign-in provider tells of them. */
export interface ProvidedIdentity {
	issuer: string;
	subject: string;
	/** Lower-case. */
	email: string | undefined;
	emailVerified: boolean;
	name: string | undefined;
}

/**
 * Opens a session for a person whom the provider vouches for: the account they used before, else the one with the
 * same verified email, else a new one (decisions, "People and sessions").
 * @throws Refusal unauthenticated when the provider does not vouch for an email to know them by
 */
export async function signInByIdentity(
	{ db, tokens, addTask, collegeDomains }: Doors,
	identity: ProvidedIdentity,
	visitor: Visitor,
): Promise<SignedIn & Omit<Found, 'user'>> {
	return db.transaction(async (tx) => {
		const known = await findUserByIdentity(tx, identity.issuer, identity.subject);
		const { user, ...found } = known
			? { user: known, isNewHere: false, hasEndedSessions: false }
			: await linkOrCreate(tx, addTask, identity, collegeDomains);
		requireAdmissible(user, visitor.fromThisComputer);
		const signedIn = await openSession(tx, tokens, user, visitor);
		return { ...signedIn, ...found };
	});
}

async function linkOrCreate(
	tx: Db,
	addTask: AddTask,
	identity: ProvidedIdentity,
	collegeDomains: readonly string[],
): Promise<Found> {
	const { issuer, subject, email, emailVerified, name } = identity;
	if (!email || !emailVerified)
		throw new Refusal('unauthenticated', AUTH_MESSAGES.thirdPartyFailed);
	await insertUser(tx, { userName: fittingName(name, email), email });
	const user = await lockUserByEmail(tx, email);
	if (!user) throw new Refusal('unauthenticated', AUTH_MESSAGES.thirdPartyFailed);
	const hasEndedSessions = user.emailConfirmedAt === null;
	if (hasEndedSessions) await endWhatStrangersMade(tx, user.id);
	else await addTask(tx, 'mail', { letter: 'identity-linked', userId: user.id });
	await insertIdentity(tx, issuer, subject, user.id);
	const anew = { passwordHash: null, pendingEmail: null, phone: null, pictureHash: null };
	const changes = hasEndedSessions ? { ...anew, userName: fittingName(name, email) } : {};
	const proven = await noteProof(tx, user, email, collegeDomains, changes);
	if (hasEndedSessions && user.phone) {
		await addTask(tx, 'mail', { letter: 'phone-changed', userId: user.id });
	}
	return { user: proven ?? user, isNewHere: true, hasEndedSessions };
}

/**
 * Where nobody had proved an address, what was set up under it may be a stranger's and ends. Who proves an address owns the
 * account.
 */
async function endWhatStrangersMade(tx: Db, userId: number): Promise<void> {
	await deleteIdentities(tx, userId);
	await deleteChoices(tx, userId);
	await endAllSessions(tx, userId);
}
