import type { OpenCounter } from '#server/cluster/counter.ts';
import { tooManyError } from '#server/http/too-many-error.ts';
import { AppError, WrongPasswordError } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { createMailThrottle, type MailRequest, type MailThrottle } from './mail-throttle.ts';

/** Somebody at the door. */
interface SignInAttempt extends MailRequest {
	/** Of a browser in which this account has come in before, or of the session that is asked once more. */
	browserId: string | undefined;
}

export interface SignInThrottle extends MailThrottle {
	/**
	 * Lets a password be tried.
	 * @throws Refusal too_many, and whatever trying it throws
	 */
	guard: <T>(attempt: SignInAttempt, run: () => Promise<T>) => Promise<T>;
}

const HOUR = 60 * 60;
export const SIGN_IN_LIMITS = {
	/** Wrong passwords for one account from one network, or one known browser, until each further one has to wait. */
	freeAttempts: 5,
	minWaitSeconds: 30,
	maxWaitSeconds: HOUR,
	/** Wrong passwords for one account from all strange browsers together, after which the first one of a network is the only free one. */
	distributedAttackAfter: 100,
	windowSeconds: 24 * HOUR,
} as const;

/**
 * Slows down who tries passwords. Waits grow by account and network: one that has tried nothing never waits for what others
 * have done, so nobody can lock anybody out. A known browser is counted by itself.
 */
export function createSignInThrottle(isOn: boolean, openCounter: OpenCounter): SignInThrottle {
	const { freeAttempts, distributedAttackAfter, windowSeconds } = SIGN_IN_LIMITS;
	const attemptCounter = openCounter('passwords tried', windowSeconds);
	const waitCounter = openCounter('waits', SIGN_IN_LIMITS.minWaitSeconds);
	const unknownBrowserCounter = openCounter('strangers', windowSeconds);

	/** Counted before its outcome is known: many at once are no way around the limit. */
	async function countAttempt(attempt: SignInAttempt, key: string): Promise<void> {
		const allowed = await freeAttemptsFor(attempt);
		const { count } = await attemptCounter.add(key);
		if (count <= allowed) return;
		const wait = await waitCounter.add(key, waitSecondsAfter(count - allowed));
		// The first one of each wait is the one that was waited for.
		if (wait.count === 1) return;
		await refund(attempt, key);
		throw tooManyError(attempt.reply, wait.waitSeconds);
	}

	async function freeAttemptsFor({ account, browserId }: SignInAttempt): Promise<number> {
		if (browserId !== undefined) return freeAttempts - 1;
		const { count } = await unknownBrowserCounter.add(account);
		return count > distributedAttackAfter ? 0 : freeAttempts - 1;
	}

	async function refund({ account, browserId }: SignInAttempt, key: string): Promise<void> {
		await attemptCounter.refund(key);
		if (browserId === undefined) await unknownBrowserCounter.refund(account);
	}

	return {
		async guard(attempt, run) {
			if (!isOn) return run();
			const key = keyOf(attempt);
			await countAttempt(attempt, key);
			try {
				const result = await run();
				await refund(attempt, key);
				await Promise.all([attemptCounter.reset(key), waitCounter.reset(key)]);
				return result;
			} catch (error) {
				if (!isWrongPassword(error)) await refund(attempt, key);
				throw error;
			}
		},
		...createMailThrottle(isOn, openCounter),
	};
}

function keyOf({ account, ipAddress, browserId }: SignInAttempt): string {
	return browserId === undefined
		? `${account} from ${networkOf(ipAddress)}`
		: `${account} in ${browserId}`;
}

/** Twice as long each time. */
function waitSecondsAfter(failures: number): number {
	const { minWaitSeconds, maxWaitSeconds } = SIGN_IN_LIMITS;
	return Math.min(minWaitSeconds * 2 ** (failures - 1), maxWaitSeconds);
}

function isWrongPassword(error: unknown): boolean {
	if (!(error instanceof AppError)) return false;
	// Who is signed in and is asked once more stays signed in, however wrong.
	return error.kind === 'unauthenticated' || error instanceof WrongPasswordError;
}
