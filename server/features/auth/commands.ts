import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { ACCOUNT_MESSAGES, RECENT_SIGN_IN_MINUTES } from '#contract/accounts/account.ts';
import { AUTH_MESSAGES, type credentials, type registration } from '#contract/auth/auth.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError } from '#server/lib/app-error.ts';
import { isEasyToGuess } from '#server/lib/password-policy.ts';
import { hashPassword, rehashIfOutdated, verifyPassword } from '#server/lib/passwords.ts';
import { normalizePhone, requirePhone } from '#server/lib/phones.ts';
import type { KnownBrowsers } from './known-browsers.ts';
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
import { requireMaySignIn, truncateUserAgent, verificationChange } from './rules.ts';
import {
	findOpenSession,
	hasRecentSession,
	insertSession,
	updateLastSeen,
} from './sessions/queries.ts';
import { type Claims, sessionExpiry, type Tokens } from './sessions/tokens.ts';
import type { SignInThrottle } from './sign-in-throttle.ts';

/** What signing in needs of the market. */
export interface AuthDeps {
	db: Db;
	tokens: Tokens;
	addTask: AddTask;
	/** Email addresses at these make a person verified. */
	collegeDomains: readonly string[];
}

/** What stands before everything that proves an account one's own. */
export interface SignInGuards {
	throttle: SignInThrottle;
	knownBrowsers: KnownBrowsers;
}

/** The browser that signs in. */
export interface ClientInfo {
	ipAddress: string;
	isFromLoopback: boolean;
	userAgent: string | undefined;
}

export interface SignedIn {
	user: UserRow;
	accessToken: string;
}

/** What somebody may know an account by. */
type ContactInput = Pick<z.output<typeof credentials>, 'email' | 'phoneNumber'>;

/** A number that can't exist has no account; looking for it must not answer sooner than for one that has. */
export function contactOf({ email, phoneNumber = '' }: ContactInput): Contact {
	return email ? { email } : { phone: normalizePhone(phoneNumber) ?? 'unknown' };
}

/** @throws Refusal not_found when there is nobody, or the account has gone while its owner was calling */
export function requirePerson<Person>(person: Person | null | undefined): Person {
	if (!person) throw new AppError('not_found', AUTH_MESSAGES.userNotFound);
	return person;
}

/** An account by what was typed, whether there is one or not. */
export function accountKeyOf({ email, phoneNumber = '' }: ContactInput): string {
	return email ?? normalizePhone(phoneNumber) ?? phoneNumber;
}

/**
 * Opens a session by password. An unknown account and a wrong password take the same time and get the same answer.
 * @throws Refusal unauthenticated; forbidden for those who may not come in
 */
export async function signIn(
	{ db, tokens }: Pick<AuthDeps, 'db' | 'tokens'>,
	input: z.output<typeof credentials>,
	clientInfo: ClientInfo,
): Promise<SignedIn> {
	const user = await findUserByContact(db, contactOf(input));
	const storedHash = user?.passwordHash;
	if (!(await verifyPassword(storedHash, input.password)) || !user || !storedHash) {
		throw new AppError('unauthenticated', AUTH_MESSAGES.invalidCredentials);
	}
	requireMaySignIn(user, clientInfo.isFromLoopback);
	const newHash = await rehashIfOutdated(storedHash, input.password);
	if (newHash) await replaceHash(db, { id: user.id, passwordHash: storedHash }, newHash);
	return openSession(db, tokens, user, clientInfo);
}

/**
 * Makes an account and opens its first session; where it has an email address, a link to confirm it is mailed, unless too
 * many have been there or from there.
 * @throws Refusal invalid for a phone number that can't exist or a password that is easy to guess; conflict when the email or number has an account
 */
export async function signUp(
	{ db, tokens, addTask, throttle }: AuthDeps & Pick<SignInGuards, 'throttle'>,
	input: z.output<typeof registration>,
	clientInfo: ClientInfo,
): Promise<SignedIn & { hasEasyPassword: boolean }> {
	const phone = input.phoneNumber === undefined ? undefined : requirePhone(input.phoneNumber);
	const passwordHash = await hashPassword(input.password);
	const hasEasyPassword = await isEasyToGuess(input.password, [input.userName, input.email]);
	const { userName, email } = input;
	const createAccount = (isMailed: boolean) =>
		db.transaction(async (tx) => {
			const user = await insertAccount(tx, { userName, email, phone, passwordHash });
			if (isMailed) await requestLink(tx, addTask, user.id, 'confirm-email');
			return { ...(await openSession(tx, tokens, user, clientInfo)), hasEasyPassword };
		});
	if (!email) return createAccount(false);
	const { ipAddress } = clientInfo;
	return throttle.limitUnconfirmedMail({ email, ipAddress }, (waitSeconds) =>
		createAccount(waitSeconds === 0),
	);
}

/** @throws Refusal conflict when the email or number has an account */
async function insertAccount(tx: Db, person: NewUser): Promise<UserRow> {
	const user = await insertUser(tx, person);
	if (user) return user;
	const { email } = person;
	const byEmail = email ? await findUserByContact(tx, { email }) : undefined;
	throw new AppError('conflict', byEmail ? AUTH_MESSAGES.emailTaken : AUTH_MESSAGES.phoneTaken);
}

/**
 * Notes that a person has proved an address theirs, with whatever else changes at this moment. An address that is news may
 * verify them; one that they had proved before does not undo what an administrator has said since.
 */
export function markEmailConfirmed(
	tx: Db,
	user: UserRow,
	email: string,
	collegeDomains: readonly string[],
	changes: Partial<NewUser> = {},
): Promise<UserRow | undefined> {
	const isAlreadyConfirmed = user.emailConfirmedAt !== null && user.email === email;
	return updateUser(tx, user.id, {
		emailConfirmedAt: user.emailConfirmedAt ?? new Date(),
		...changes,
		...(!isAlreadyConfirmed && verificationChange(user, email, collegeDomains)),
	});
}

/** Whether a token's session is open; notes every few minutes that it was seen. */
export async function touchSession(db: Db, claims: Claims): Promise<boolean> {
	const session = await findOpenSession(db, claims);
	if (session?.isSeenAgain) await updateLastSeen(db, claims.sid);
	return session !== undefined;
}

/** Somebody who is signed in, and from where. */
export interface SessionOwner {
	id: number;
	sessionId: string;
}

/**
 * Asks for a session that has just begun, before something that a thief of a session must not do.
 * @throws Refusal forbidden
 */
export async function requireRecentSignIn(db: Db, { id, sessionId }: SessionOwner): Promise<void> {
	if (await hasRecentSession(db, id, sessionId, RECENT_SIGN_IN_MINUTES)) return;
	throw new AppError('forbidden', ACCOUNT_MESSAGES.signInAgain);
}

/** Opens a session for somebody who has proved who they are. */
export async function openSession(
	db: Db,
	tokens: Tokens,
	user: UserRow,
	clientInfo: ClientInfo,
): Promise<SignedIn> {
	const id = randomUUID();
	const userAgent = truncateUserAgent(clientInfo.userAgent);
	const expiresAt = sessionExpiry(new Date());
	await insertSession(db, { id, userId: user.id, expiresAt, userAgent });
	return { user, accessToken: tokens.sign({ id: user.id, sid: id, ver: user.tokenVersion }) };
}
