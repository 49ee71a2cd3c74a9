import type { OpenCounter } from '#server/cluster/counter.ts';
import { refuseTooMany } from '#server/http/refuse-too-many.ts';
import { Refusal, WrongPassword } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { type Asking, createMailThrottle, type MailThrottle } from './mail-throttle.ts';

/** Somebody at the door. */
interface Knock extends Asking {
	/** Of a browser in which this account has come in before, or of the session that is asked once more. */
	mark: string | undefined;
}

export interface SignInThrottle extends MailThrottle {
	/**
	 * Lets a password be tried.
	 * @throws Refusal too_many, and whatever trying it throws
	 */
	guard: <T>(knock: Knock, tryIt: () => Promise<T>) => Promise<T>;
}

const HOUR = 60 * 60;
export const SIGN_IN_LIMITS = {
	/** Wrong passwords for one account from one network, or one known browser, until each further one has to wait. */
	freeTries: 5,
	firstWaitSeconds: 30,
	longestWaitSeconds: HOUR,
	/** Wrong passwords for one account from all strange browsers together, after which the first one of a network is the only free one. */
	attackedAfter: 100,
	rememberedSeconds: 24 * HOUR,
} as const;

/**
 * Slows down who tries passwords. Waits grow by account and network: one that has tried nothing never waits for what others
 * have done, so nobody can lock anybody out. A known browser is counted by itself.
 */
export function createSignInThrottle(isOn: boolean, openCounter: OpenCounter): SignInThrottle {
	const { freeTries, attackedAfter, rememberedSeconds } = SIGN_IN_LIMITS;
	const tries = openCounter('passwords tried', rememberedSeconds);
	const waits = openCounter('waits', SIGN_IN_LIMITS.firstWaitSeconds);
	const strangers = openCounter('strangers', rememberedSeconds);

	/** Counted before its outcome is known: many at once are no way around the limit. */
	async function requireTry(knock: Knock, key: string): Promise<void> {
		const free = await freeTriesOf(knock);
		const { count } = await tries.add(key);
		if (count <= free) return;
		const wait = await waits.add(key, waitAfter(count - free));
		// The first one of each wait is the one that was waited for.
		if (wait.count === 1) return;
		await giveBack(knock, key);
		throw refuseTooMany(knock.reply, wait.waitSeconds);
	}

	async function freeTriesOf({ account, mark }: Knock): Promise<number> {
		if (mark !== undefined) return freeTries - 1;
		const { count } = await strangers.add(account);
		return count > attackedAfter ? 0 : freeTries - 1;
	}

	async function giveBack({ account, mark }: Knock, key: string): Promise<void> {
		await tries.takeBack(key);
		if (mark === undefined) await strangers.takeBack(account);
	}

	return {
		async guard(knock, tryIt) {
			if (!isOn) return tryIt();
			const key = keyOf(knock);
			await requireTry(knock, key);
			try {
				const result = await tryIt();
				await giveBack(knock, key);
				await Promise.all([tries.forget(key), waits.forget(key)]);
				return result;
			} catch (error) {
				if (!isWrong(error)) await giveBack(knock, key);
				throw error;
			}
		},
		...createMailThrottle(isOn, openCounter),
	};
}

function keyOf({ account, address, mark }: Knock): string {
	return mark === undefined ? `${account} from ${networkOf(address)}` : `${account} in ${mark}`;
}

/** Twice as long each time. */
function waitAfter(failures: number): number {
	const { firstWaitSeconds, longestWaitSeconds } = SIGN_IN_LIMITS;
	return Math.min(firstWaitSeconds * 2 ** (failures - 1), longestWaitSeconds);
}

function isWrong(error: unknown): boolean {
	if (!(error instanceof Refusal)) return false;
	// Who is signed in and is asked once more stays signed in, however wrong.
	return error.kind === 'unauthenticated' || error instanceof WrongPassword;
}
