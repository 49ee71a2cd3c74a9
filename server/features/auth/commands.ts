import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, FRESH_SIGN_IN_MINUTES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES, type credentials, type registration } from '#contract/auth/auth.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { isEasyToGuess } from '#server/lib/password-policy.ts';
import { hashedAnew, hashPassword, isPassword } from '#server/lib/passwords.ts';
import { normalizedPhone, requirePhone } from '#server/lib/phones.ts';
import type { Devices } from './known-browsers.ts';
import { requestLink } from './one-time-links/commands.ts';
import {
	type Contact,
	findUserByContact,
	insertUser,
	type NewUser,
	replaceHash,
	type UserRow,
	updateUser,
} from './queries.ts';
import { keptUserAgent, requireAdmissible, verificationChange } from './rules.ts';
import { findOpenSession, hasFreshSession, insertSession, noteSeen } from './sessions/queries.ts';
import { type Claims, sessionEnd, type Tokens } from './sessions/tokens.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** What signing in needs of the market. */
export interface Doors {
	db: Db;
	tokens: Tokens;
	addTask: AddTask;
	/** Email addresses at these make a person verified. */
	collegeDomains: readonly string[];
}

/** What stands before everything that proves an account one's own. */
export interface Porter {
	throttle: SignInThrottle;
	devices: Devices;
}

/** The browser that signs in. */
export interface Visitor {
	address: string;
	fromThisComputer: boolean;
	userAgent: string | undefined;
}

export interface SignedIn {
	user: UserRow;
	accessToken: string;
}

/** What somebody may know an account by. */
type SentContact = Pick<z.output<typeof credentials>, 'email' | 'phoneNumber'>;

/** A number that can't exist has no account; looking for it must not answer sooner than for one that has. */
export function contactOf({ email, phoneNumber = '' }: SentContact): Contact {
	return email ? { email } : { phone: normalizedPhone(phoneNumber) ?? 'unknown' };
}

/** @throws Refusal not_found when there is nobody, or the account has gone while its owner was calling */
export function requirePerson<Person>(person: Person | null | undefined): Person {
	if (!person) throw new Refusal('not_found', AUTH_MESSAGES.userNotFound);
	return person;
}

/** An account by what was typed, whether there is one or not. */
export function accountNamed({ email, phoneNumber = '' }: SentContact): string {
	return email ?? normalizedPhone(phoneNumber) ?? phoneNumber;
}

/**
 * Opens a session by password. An unknown account and a wrong password take the same time and get the same answer.
 * @throws Refusal unauthenticated; forbidden for those who may not come in
 */
export async function signIn(
	{ db, tokens }: Pick<Doors, 'db' | 'tokens'>,
	sent: z.output<typeof credentials>,
	visitor: Visitor,
): Promise<SignedIn> {
	const user = await findUserByContact(db, contactOf(sent));
	const stored = user?.passwordHash;
	if (!(await isPassword(stored, sent.password)) || !user || !stored) {
		throw new Refusal('unauthenticated', AUTH_MESSAGES.invalidCredentials);
	}
	requireAdmissible(user, visitor.fromThisComputer);
	const anew = await hashedAnew(stored, sent.password);
	if (anew) await replaceHash(db, { id: user.id, passwordHash: stored }, anew);
	return openSession(db, tokens, user, visitor);
}

/**
 * Makes an account and opens its first session; where it has an email address, a link to confirm it is mailed, unless too
 * many have been there or from there.
 * @throws Refusal invalid for a phone number that can't exist or a password that is easy to guess; conflict when the email or number has an account
 */
export async function signUp(
	{ db, tokens, addTask, throttle }: Doors & Pick<Porter, 'throttle'>,
	sent: z.output<typeof registration>,
	visitor: Visitor,
): Promise<SignedIn & { hasEasyPassword: boolean }> {
	const phone = sent.phoneNumber === undefined ? undefined : requirePhone(sent.phoneNumber);
	const passwordHash = await hashPassword(sent.password);
	const hasEasyPassword = await isEasyToGuess(sent.password, [sent.userName, sent.email]);
	const { userName, email } = sent;
	const make = (isMailed: boolean) =>
		db.transaction(async (tx) => {
			const user = await makeAccount(tx, { userName, email, phone, passwordHash });
			if (isMailed) await requestLink(tx, addTask, user.id, 'confirm-email');
			return { ...(await openSession(tx, tokens, user, visitor)), hasEasyPassword };
		});
	if (!email) return make(false);
	const { address } = visitor;
	return throttle.mailUnproved({ email, address }, (waitSeconds) => make(waitSeconds === 0));
}

/** @throws Refusal conflict when the email or number has an account */
async function makeAccount(tx: Db, person: NewUser): Promise<UserRow> {
	const user = await insertUser(tx, person);
	if (user) return user;
	const { email } = person;
	const byEmail = email ? await findUserByContact(tx, { email }) : undefined;
	throw new Refusal('conflict', byEmail ? AUTH_MESSAGES.emailTaken : AUTH_MESSAGES.phoneTaken);
}

/**
 * Notes that a person has proved an address theirs, with whatever else changes at this moment. An address that is news may
 * verify them; one that they had proved before does not undo what an administrator has said since.
 */
export function noteProof(
	tx: Db,
	user: UserRow,
	email: string,
	collegeDomains: readonly string[],
	changes: Partial<NewUser> = {},
): Promise<UserRow | undefined> {
	const isProved = user.emailConfirmedAt !== null && user.email === email;
	return updateUser(tx, user.id, {
		emailConfirmedAt: user.emailConfirmedAt ?? new Date(),
		...changes,
		...(!isProved && verificationChange(user, email, collegeDomains)),
	});
}

/** Whether a token's session is open; notes every few minutes that it was seen. */
export async function seeSession(db: Db, claims: Claims): Promise<boolean> {
	const session = await findOpenSession(db, claims);
	if (session?.isSeenAgain) await noteSeen(db, claims.sid);
	return session !== undefined;
}

/** Somebody who is signed in, and from where. */
export interface Owner {
	id: number;
	sessionId: string;
}

/**
 * Asks for a session that has just begun, before something that a thief of a session must not do.
 * @throws Refusal forbidden
 */
export async function requireFreshSession(db: Db, { id, sessionId }: Owner): Promise<void> {
	if (await hasFreshSession(db, id, sessionId, FRESH_SIGN_IN_MINUTES)) return;
	throw new Refusal('forbidden', ACCOUNT_MESSAGES.signInAgain);
}

/** Opens a session for somebody who has proved who they are. */
export async function openSession(
	db: Db,
	tokens: Tokens,
	user: UserRow,
	visitor: Visitor,
): Promise<SignedIn> {
	const id = randomUUID();
	const userAgent = keptUserAgent(visitor.userAgent);
	const expiresAt = sessionEnd(new Date());
	await insertSession(db, { id, userId: user.id, expiresAt, userAgent });
	return { user, accessToken: tokens.sign({ id: user.id, sid: id, ver: user.tokenVersion }) };
}
