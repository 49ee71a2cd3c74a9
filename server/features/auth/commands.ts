import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { ACCOUNT_ERRORS } from '#contract/accounts/errors.ts';
import { RECENT_SIGN_IN_MINUTES } from '#contract/accounts/facts.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import type { credentials, registration } from '#contract/auth/schemas.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { Db } from '#server/db/client.ts';
import type { AddTask } from '#server/jobs/tasks.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import {
	hashPassword,
	isEasyToGuess,
	rehashIfOutdated,
	verifyPassword,
} from '#server/lib/passwords.ts';
import { normalizePhone, requireName, requirePhone } from '#server/lib/person-fields.ts';
import { requestLink } from './address/queries.ts';
import {
	type Contact,
	deleteUserSession,
	endAllSessions,
	findOpenSession,
	findUserByContact,
	hasRecentSession,
	insertSession,
	insertUser,
	lockUser,
	type NewUser,
	replaceHash,
	type UserRow,
	updateLastSeen,
} from './queries.ts';
import { maySignIn, requireMaySignIn, truncateUserAgent } from './rules.ts';
import { type Claims, sessionExpiry, type Tokens } from './sessions/tokens.ts';
import type { KnownBrowsers, MailThrottle, SignInThrottle } from './sign-in-guards.ts';

/** Dependencies of sign-up and sign-in. */
export interface AuthDeps {
	db: Db;
	tokens: Tokens;
	addTask: AddTask;
	/** Confirmed email addresses at these domains verify their users. */
	collegeDomains: readonly string[];
	/** Nobody may have the name of the site. */
	siteName: string;
}

/** Rate limits and known browsers, for every route that checks a password or mails a link. */
export interface SignInGuards {
	throttle: SignInThrottle;
	mailThrottle: MailThrottle;
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

/** The contact by which a user names an account. */
type ContactInput = Pick<z.output<typeof credentials>, 'email' | 'phoneNumber'>;

/**
 * The contact to look an account up by. An impossible phone number becomes a placeholder, so that its look-up takes as
 * long as that of an existing account.
 */
export function contactOf({ email, phoneNumber = '' }: ContactInput): Contact {
	return email ? { email } : { phone: normalizePhone(phoneNumber) ?? 'unknown' };
}

/** @throws AppError not_found when the user does not exist, or was erased during the request */
export function requirePerson<Person>(person: Person | null | undefined): Person {
	if (!person) throw new AppError('not_found', AUTH_ERRORS.userNotFound);
	return person;
}

/** The rate-limit key of an account: its contact as typed, whether the account exists or not. */
export function accountKeyOf({ email, phoneNumber = '' }: ContactInput): string {
	return email ?? normalizePhone(phoneNumber) ?? phoneNumber;
}

/**
 * Opens a session by password. An unknown account and a wrong password take the same time and get the same answer.
 * @throws AppError unauthenticated; forbidden for users who may not sign in
 */
export async function signIn(
	{ db, tokens }: Pick<AuthDeps, 'db' | 'tokens'>,
	input: z.output<typeof credentials>,
	clientInfo: ClientInfo,
): Promise<SignedIn> {
	const user = await findUserByContact(db, contactOf(input));
	const storedHash = user?.passwordHash;
	if (!(await verifyPassword(storedHash, input.password)) || !user || !storedHash) {
		throw new AppError('unauthenticated', AUTH_ERRORS.invalidCredentials);
	}
	requireMaySignIn(user, clientInfo.isFromLoopback);
	const newHash = await rehashIfOutdated(storedHash, input.password);
	if (newHash) await replaceHash(db, { id: user.id, passwordHash: storedHash }, newHash);
	return openSession(db, tokens, user, clientInfo);
}

/**
 * Creates an account and opens its first session. Mails a confirmation link to the email address, if there is one,
 * unless the address or the network has had too many mails.
 * @throws AppError invalid for a reserved name or an impossible phone number; conflict when the email address or number already has an
 * account
 */
export async function signUp(
	{ db, tokens, addTask, mailThrottle, siteName }: AuthDeps & Pick<SignInGuards, 'mailThrottle'>,
	input: z.output<typeof registration>,
	clientInfo: ClientInfo,
): Promise<SignedIn & { hasEasyPassword: boolean }> {
	requireName('userName', input.userName, siteName);
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
	return mailThrottle.limitUnconfirmedMail({ email, ipAddress }, (waitSeconds) =>
		createAccount(waitSeconds === 0),
	);
}

/** @throws AppError conflict when the email address or number already has an account */
async function insertAccount(tx: Db, person: NewUser): Promise<UserRow> {
	const user = await insertUser(tx, person);
	if (user) return user;
	const { email } = person;
	const byEmail = email ? await findUserByContact(tx, { email }) : undefined;
	throw new AppError('conflict', byEmail ? AUTH_ERRORS.emailTaken : AUTH_ERRORS.phoneTaken);
}

/** Whether the session of a token is open. Updates the last use of the session every few minutes. */
export async function touchSession(db: Db, claims: Claims): Promise<boolean> {
	const session = await findOpenSession(db, claims);
	if (session?.isSeenAgain) await updateLastSeen(db, claims.sid);
	return session !== undefined;
}

/** The user of a session. */
export interface SessionOwner {
	id: number;
	sessionId: string;
}

/**
 * Requires a session that began recently, before an action that a stolen session must not allow.
 * @throws AppError forbidden
 */
export async function requireRecentSignIn(db: Db, { id, sessionId }: SessionOwner): Promise<void> {
	if (await hasRecentSession(db, id, sessionId, RECENT_SIGN_IN_MINUTES)) return;
	throw new AppError('forbidden', ACCOUNT_ERRORS.signInAgain);
}

/**
 * Requires the password before an action that a stolen session must not allow. An account without a password needs a
 * session that began recently.
 * @param path the form field of the password
 * @throws AppError invalid, naming the field; forbidden
 */
export async function requireReauthentication(
	db: Db,
	owner: SessionOwner,
	user: UserRow,
	password: string | undefined,
	path = 'currentPassword',
): Promise<void> {
	if (user.passwordHash === null) return requireRecentSignIn(db, owner);
	if (await verifyPassword(user.passwordHash, password ?? '')) return;
	throw wrongPasswordError(path);
}

/**
 * Locks a reauthenticated user until the transaction ends. Fails if the password has changed since. Fails for an account
 * without a password if its sessions were ended. In both cases the caller may be a thief.
 * @param before the row as it was when the user reauthenticated
 * @param path the form field of the password
 * @throws AppError invalid, naming the field; forbidden; not_found when the account has been erased meanwhile
 */
export async function lockReauthenticated(
	tx: Db,
	before: UserRow,
	path = 'currentPassword',
): Promise<UserRow> {
	const current = requirePerson(await lockUser(tx, before.id));
	if (current.passwordHash !== before.passwordHash) throw wrongPasswordError(path);
	if (current.passwordHash === null && current.tokenVersion !== before.tokenVersion) {
		throw new AppError('forbidden', ACCOUNT_ERRORS.signInAgain);
	}
	return current;
}

function wrongPasswordError(path: string): WrongPasswordError {
	const error = ACCOUNT_ERRORS.wrongPassword;
	return new WrongPasswordError('invalid', error, [{ path, ...error }]);
}

/** Opens a session for an authenticated user; none for a user who may not sign in. */
export async function openSessionIfAllowed(
	db: Db,
	tokens: Tokens,
	user: UserRow,
	clientInfo: ClientInfo,
): Promise<Pick<SignedIn, 'user'> & Partial<SignedIn>> {
	if (!maySignIn(user, clientInfo.isFromLoopback)) return { user };
	return openSession(db, tokens, user, clientInfo);
}

/**
 * Opens a session for an authenticated user.
 * @throws AppError unauthenticated when all sessions were ended after `user` was read, for example by a new password
 */
export async function openSession(
	db: Db,
	tokens: Tokens,
	user: UserRow,
	clientInfo: ClientInfo,
): Promise<SignedIn> {
	const id = randomUUID();
	const userAgent = truncateUserAgent(clientInfo.userAgent);
	const expiresAt = sessionExpiry(new Date());
	const { id: userId, tokenVersion } = user;
	if (!(await insertSession(db, { id, userId, tokenVersion, expiresAt, userAgent }))) {
		throw new AppError('unauthenticated', AUTH_ERRORS.invalidCredentials);
	}
	return { user, accessToken: tokens.sign({ id: userId, sid: id, ver: tokenVersion }) };
}

/**
 * Checks the password again and replaces the session. The new session has another token, because somebody else
 * may hold a copy of the old one.
 * @throws AppError invalid for a wrong password; unauthenticated when the session has ended meanwhile
 */
export async function renewSession(
	{ db, tokens }: Pick<AuthDeps, 'db' | 'tokens'>,
	owner: SessionOwner,
	user: UserRow,
	{ password, clientInfo }: { password: string; clientInfo: ClientInfo },
): Promise<SignedIn> {
	if (!(await verifyPassword(user.passwordHash, password))) throw wrongPasswordError('password');
	return db.transaction(async (tx) => {
		const current = await lockReauthenticated(tx, user, 'password');
		if (!(await deleteUserSession(tx, owner.id, owner.sessionId))) {
			throw new AppError('unauthenticated', REQUEST_ERRORS.signIn);
		}
		return openSession(tx, tokens, current, clientInfo);
	});
}

/**
 * Ends one session of the user.
 * @throws AppError not_found for an ended session or another user's; forbidden for a session other than the current one
 * without a recent sign-in
 */
export async function endOwnSession(db: Db, owner: SessionOwner, sessionId: string): Promise<void> {
	if (sessionId !== owner.sessionId) await requireRecentSignIn(db, owner);
	if (await deleteUserSession(db, owner.id, sessionId)) return;
	throw new AppError('not_found', ACCOUNT_ERRORS.sessionNotFound);
}

/**
 * Ends all of the user's own sessions, the current one included.
 * @throws AppError forbidden without a recent sign-in
 */
export async function endAllOwnSessions(db: Db, owner: SessionOwner): Promise<void> {
	await requireRecentSignIn(db, owner);
	await db.transaction((tx) => endAllSessions(tx, [owner.id]));
}
