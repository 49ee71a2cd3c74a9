import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import type { Count, OpenCounter } from '#server/cluster/counter.ts';
import type { Caller } from '#server/http/authenticate.ts';
import { tooManyError } from '#server/http/limits.ts';
import { secureCookie } from '#server/http/request-headers.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { isSigned, type Secrets, sign } from '#server/lib/secrets.ts';

/** A password attempt. */
interface SignInAttempt extends MailRequest {
	/** The id of a browser known for this account, or of the session whose user reauthenticates. */
	browserId: string | undefined;
}

/** A request that has to prove the password, because a stolen session must not allow it. */
interface ReauthenticatedCall {
	caller: Caller;
	request: FastifyRequest;
	reply: FastifyReply;
}

const HOUR_SECONDS = 60 * 60;
export const SIGN_IN_LIMITS = {
	/** Wrong passwords for one account from one network or one known browser, before each further attempt has to wait. */
	freeAttempts: 5,
	minWaitSeconds: 30,
	maxWaitSeconds: HOUR_SECONDS,
	/**
	 * Wrong passwords for one account from all unknown browsers together. Above this number, each network has only one
	 * attempt without waiting.
	 */
	distributedAttackAfter: 100,
	windowSeconds: 24 * HOUR_SECONDS,
} as const;

export type SignInThrottle = ReturnType<typeof createSignInThrottle>;

/**
 * Slows down password guessing. Waits grow per account and network, so that an attacker cannot lock the owner out: a
 * network without failed attempts never waits. A known browser is counted separately.
 */
export function createSignInThrottle(isOn: boolean, openCounter: OpenCounter) {
	const { freeAttempts, distributedAttackAfter, windowSeconds } = SIGN_IN_LIMITS;
	const attemptCounter = openCounter('passwords tried', windowSeconds);
	const waitCounter = openCounter('waits', SIGN_IN_LIMITS.minWaitSeconds);
	const unknownBrowserCounter = openCounter('strangers', windowSeconds);

	/**
	 * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit.
	 * @returns whether the attempt began a wait period
	 * @throws AppError too_many during a wait period
	 */
	async function countAttempt(attempt: SignInAttempt, key: string): Promise<boolean> {
		const allowed = await freeAttemptsFor(attempt);
		const { count } = await attemptCounter.add(key);
		if (count <= allowed) return false;
		const wait = await waitCounter.add(key, waitSecondsAfter(count - allowed));
		// The first attempt in a wait period is allowed: no earlier period was running.
		if (wait.count === 1) return true;
		await refund(attempt, key);
		throw tooManyError(attempt.reply, wait.waitSeconds);
	}

	/**
	 * The number of attempts that begin no wait period: one fewer than the free attempts, because the last free attempt
	 * begins the first wait. Also counts this attempt, if it comes from an unknown browser.
	 */
	async function freeAttemptsFor({ account, browserId }: SignInAttempt): Promise<number> {
		if (browserId !== undefined) return freeAttempts - 1;
		const { count } = await unknownBrowserCounter.add(account);
		return count > distributedAttackAfter ? 0 : freeAttempts - 1;
	}

	async function refund({ account, browserId }: SignInAttempt, key: string): Promise<void> {
		await attemptCounter.refund(key);
		if (browserId === undefined) await unknownBrowserCounter.refund(account);
	}

	/**
	 * Runs a password check within the limits.
	 * @throws AppError too_many; every error of `run`
	 */
	async function guard<T>(attempt: SignInAttempt, run: () => Promise<T>): Promise<T> {
		if (!isOn) return run();
		const key = keyOf(attempt);
		const beganWait = await countAttempt(attempt, key);
		try {
			const result = await run();
			// For the counter of unknown browsers, which keeps their failed attempts; the other two are reset.
			await refund(attempt, key);
			await Promise.all([attemptCounter.reset(key), waitCounter.reset(key)]);
			return result;
		} catch (error) {
			if (!isWrongPassword(error)) {
				await refund(attempt, key);
				if (beganWait) await waitCounter.reset(key);
			}
			throw error;
		}
	}

	return {
		guard,
		/**
		 * As `guard`, for a signed-in user who proves the password again, counted per session. A thief of a session gets no
		 * more attempts than at sign-in, and does not block the owner from signing in.
		 */
		guardSession<T>({ caller, request, reply }: ReauthenticatedCall, run: () => Promise<T>) {
			const account = `signed in ${caller.id}`;
			return guard({ account, ipAddress: request.ip, browserId: caller.sessionId, reply }, run);
		},
	};
}

function keyOf({ account, ipAddress, browserId }: SignInAttempt): string {
	return browserId === undefined
		? `${account} from ${networkOf(ipAddress)}`
		: `${account} in ${browserId}`;
}

/** The wait after a number of failures: it doubles with each failure. */
function waitSecondsAfter(failures: number): number {
	const { minWaitSeconds, maxWaitSeconds } = SIGN_IN_LIMITS;
	return Math.min(minWaitSeconds * 2 ** (failures - 1), maxWaitSeconds);
}

function isWrongPassword(error: unknown): boolean {
	if (!(error instanceof AppError)) return false;
	// A wrong password at reauthentication must not end the session, so that error is not `unauthenticated`.
	return error.kind === 'unauthenticated' || error instanceof WrongPasswordError;
}

const ONE_YEAR_S = 365 * 24 * 60 * 60;
/** Separate cookies: a browser known to the user routes is unknown to the administrator routes. */
const COOKIES = {
	market: { name: 'known-here', path: '/api/auth', signingPrefix: 'known here' },
	office: { name: 'known-to-office', path: '/api/admin', signingPrefix: 'known to the office' },
} as const;

export type KnownBrowsers = ReturnType<typeof createKnownBrowsers>;

/**
 * Browsers in which an account has been signed in before, recognised by a cookie that grants no access (OWASP, "device
 * cookies"). The cookie contains a random browser id and its signature. The signature covers the account too, so the
 * cookie need not contain the account. A browser is known for one account at a time.
 */
export function createKnownBrowsers(
	secrets: Secrets,
	publicUrl: string | undefined,
	audience: keyof typeof COOKIES,
) {
	const { signingPrefix, ...cookieOptions } = COOKIES[audience];
	const cookie = { ...cookieOptions, sameSite: 'strict', maxAge: ONE_YEAR_S } as const;
	const signedText = (account: string, browserId: string) =>
		`${signingPrefix}\n${account}\n${browserId}`;

	/** The id of this browser if the account has been signed in here before. */
	function browserIdOf(request: FastifyRequest, account: string): string | undefined {
		const { name } = secureCookie(request, publicUrl, cookie);
		const cookieValue = request.cookies[name];
		if (cookieValue === undefined) return undefined;
		const [browserId = '', signature = ''] = cookieValue.split('.');
		return isSigned(signedText(account, browserId), signature, secrets) ? browserId : undefined;
	}

	return {
		browserIdOf,
		/** Call after the caller has proved to own the account. */
		remember(reply: FastifyReply, account: string): void {
			const { name, options } = secureCookie(reply.request, publicUrl, cookie);
			const browserId =
				browserIdOf(reply.request, account) ?? randomBytes(16).toString('base64url');
			reply.setCookie(
				name,
				`${browserId}.${sign(signedText(account, browserId), secrets)}`,
				options,
			);
		},
	};
}

/** A request to mail something to an account. */
export interface MailRequest {
	/** As typed, whether the account exists or not: the limit must not reveal which accounts exist. */
	account: string;
	ipAddress: string;
	/** Its Retry-After header is set when a limit is reached. */
	reply: FastifyReply;
}

interface UnconfirmedAddress {
	email: string;
	/** Set at sign-up only. */
	ipAddress?: string;
}

export const MAIL_LIMITS = {
	/**
	 * The maximum of each of these: mail requests for one account from one network, links mailed to one account over all
	 * networks, and mails to one unconfirmed address.
	 */
	perHour: 5,
	/**
	 * Confirmation mails at sign-up from one network, as a whole hostel may sign up on its first evening. Users who sign
	 * up after that can request the mail later.
	 */
	signUpsPerHour: 500,
	/**
	 * The minimum time between links to an account above the limit. The owner can still get a link, but the mailbox is
	 * not flooded.
	 */
	longIntervalSeconds: 20 * 60,
} as const;

export type MailThrottle = ReturnType<typeof createMailThrottle>;

/** Limits the mails that callers can request without proving that they own the address. */
export function createMailThrottle(isOn: boolean, openCounter: OpenCounter) {
	const requestCounter = openCounter('mails', HOUR_SECONDS);
	const accountCounter = openCounter('mails to accounts', HOUR_SECONDS);
	const unconfirmedCounter = openCounter('mails to unproved addresses', HOUR_SECONDS);
	const signUpCounter = openCounter('mails of sign-ups', HOUR_SECONDS);

	return {
		/**
		 * Checks the limit of mail requests per account and network.
		 * @throws AppError too_many
		 */
		async requireMailAllowed({ account, ipAddress, reply }: MailRequest): Promise<void> {
			if (!isOn) return;
			const { count, waitSeconds } = await requestCounter.add(`${account} ${networkOf(ipAddress)}`);
			if (count > MAIL_LIMITS.perHour) throw tooManyError(reply, waitSeconds);
		},
		/**
		 * Counts a mail to an unconfirmed address, over all clients together.
		 * @param requestMail receives the seconds until a mail may be sent, and requests the mail if they are 0. If they are
		 * not 0, or if `requestMail` throws, the mail is not counted.
		 */
		async limitUnconfirmedMail<T>(
			{ email, ipAddress }: UnconfirmedAddress,
			requestMail: (waitSeconds: number) => Promise<T>,
		): Promise<T> {
			if (!isOn) return requestMail(0);
			const waits = [waitSecondsOver(MAIL_LIMITS.perHour, await unconfirmedCounter.add(email))];
			if (ipAddress !== undefined) {
				const networkCount = await signUpCounter.add(networkOf(ipAddress));
				waits.push(waitSecondsOver(MAIL_LIMITS.signUpsPerHour, networkCount));
			}
			const waitSeconds = Math.max(...waits);
			let isMailed = false;
			try {
				const result = await requestMail(waitSeconds);
				isMailed = waitSeconds === 0;
				return result;
			} finally {
				if (!isMailed) {
					await unconfirmedCounter.refund(email);
					if (ipAddress !== undefined) await signUpCounter.refund(networkOf(ipAddress));
				}
			}
		},
		/**
		 * Counts a link mailed to an account, over all clients together.
		 * @param requestMail receives the minimum age of the last link in seconds. Returns whether a link is mailed; if not,
		 * no link is counted.
		 */
		async limitAccountMail(
			userId: number,
			requestMail: (minIntervalSeconds: number) => Promise<boolean>,
		): Promise<void> {
			const { secondsBetweenLinks } = RECOVERY_LIMITS;
			if (!isOn) return void (await requestMail(secondsBetweenLinks));
			const key = String(userId);
			const { count } = await accountCounter.add(key);
			let isMailed = false;
			try {
				const isOverLimit = count > MAIL_LIMITS.perHour;
				isMailed = await requestMail(
					isOverLimit ? MAIL_LIMITS.longIntervalSeconds : secondsBetweenLinks,
				);
			} finally {
				if (!isMailed) await accountCounter.refund(key);
			}
		},
	};
}

function waitSecondsOver(max: number, { count, waitSeconds }: Count): number {
	return count > max ? waitSeconds : 0;
}
