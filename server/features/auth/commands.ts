import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { AUTH_MESSAGES, type credentials, type registration } from '#contract/auth.ts';
import type { Db } from '#server/db/client.ts';
import { hashPassword, isPassword } from '#server/lib/passwords.ts';
import { Refusal } from '#server/lib/refusal.ts';
import {
	confirmEmail,
	findUserByContact,
	findUserByIdentity,
	insertIdentity,
	insertSession,
	insertUser,
	type UserRow,
} from './queries.ts';
import { fittingName, normalizedPhone, requireAdmissible, requirePhone } from './rules.ts';
import { sessionEnd, type Tokens } from './tokens.ts';

export interface SignedIn {
	user: UserRow;
	accessToken: string;
}

/**
 * Opens a session by password. An unknown account and a wrong password take the same time and get the same answer.
 * @throws Refusal unauthenticated; forbidden for those who may not come in
 */
export async function signIn(
	db: Db,
	tokens: Tokens,
	sent: z.output<typeof credentials>,
	fromThisComputer: boolean,
): Promise<SignedIn> {
	// A number that can't exist has no account; it must not answer sooner than one that has.
	const contact = sent.email
		? { email: sent.email }
		: { phone: normalizedPhone(sent.phoneNumber ?? '') ?? 'unknown' };
	const user = await findUserByContact(db, contact);
	if (!(await isPassword(user?.passwordHash, sent.password)) || !user) {
		throw new Refusal('unauthenticated', AUTH_MESSAGES.invalidCredentials);
	}
	requireAdmissible(user, fromThisComputer);
	return openSession(db, tokens, user);
}

/**
 * Makes an account and opens its first session.
 * @throws Refusal invalid for a phone number that can't exist; conflict when the email or number has an account
 */
export async function signUp(
	db: Db,
	tokens: Tokens,
	sent: z.output<typeof registration>,
): Promise<SignedIn> {
	const phone = sent.phoneNumber === undefined ? undefined : requirePhone(sent.phoneNumber);
	const passwordHash = await hashPassword(sent.password);
	return db.transaction(async (tx) => {
		const { userName, email } = sent;
		const user = await insertUser(tx, { userName, email, phone, passwordHash });
		if (user) return openSession(tx, tokens, user);
		const byEmail = email ? await findUserByContact(tx, { email }) : undefined;
		throw new Refusal('conflict', byEmail ? AUTH_MESSAGES.emailTaken : AUTH_MESSAGES.phoneTaken);
	});
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
	db: Db,
	tokens: Tokens,
	identity: ProvidedIdentity,
	fromThisComputer: boolean,
): Promise<SignedIn> {
	return db.transaction(async (tx) => {
		const user =
			(await findUserByIdentity(tx, identity.issuer, identity.subject)) ??
			(await linkOrCreate(tx, identity));
		requireAdmissible(user, fromThisComputer);
		return openSession(tx, tokens, user);
	});
}

async function linkOrCreate(tx: Db, identity: ProvidedIdentity): Promise<UserRow> {
	const { issuer, subject, email, emailVerified, name } = identity;
	if (!email || !emailVerified)
		throw new Refusal('unauthenticated', AUTH_MESSAGES.thirdPartyFailed);
	await insertUser(tx, { userName: fittingName(name, email), email });
	const user = await confirmEmail(tx, email);
	if (!user) throw new Refusal('unauthenticated', AUTH_MESSAGES.thirdPartyFailed);
	await insertIdentity(tx, issuer, subject, user.id);
	return user;
}

async function openSession(db: Db, tokens: Tokens, user: UserRow): Promise<SignedIn> {
	const id = randomUUID();
	await insertSession(db, { id, userId: user.id, expiresAt: sessionEnd(new Date()) });
	const accessToken = await tokens.sign({ id: user.id, sid: id, ver: user.tokenVersion });
	return { user, accessToken };
}
