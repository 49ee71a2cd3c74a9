import type { FastifyReply } from 'fastify';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import type { Count, OpenCounter } from '#server/cluster/counter.ts';
import { tooManyError } from '#server/http/too-many-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';

/** Who asks for something, as they name themselves. */
export interface MailRequest {
	/** As it was typed, whether there is such an account or not: one that is throttled must not show that it exists. */
	account: string;
	ipAddress: string;
	/** Told how long to wait. */
	reply: FastifyReply;
}

interface UnconfirmedAddress {
	email: string;
	/** From where, of who signs up by it. */
	ipAddress?: string;
}

export interface MailThrottle {
	/**
	 * Lets a mail be asked for.
	 * @throws Refusal too_many
	 */
	requireMailAllowed: (mailRequest: MailRequest) => Promise<void>;
	/**
	 * Counts a mail to an address that nobody has proved theirs, whoever asks for it, unless asking fails.
	 * @param request told in how many seconds it may be mailed; 0 for now
	 */
	limitUnconfirmedMail: <T>(
		to: UnconfirmedAddress,
		request: (waitSeconds: number) => Promise<T>,
	) => Promise<T>;
	/**
	 * Counts a link that is mailed to an account, whoever asks for it.
	 * @param request told how long the last must be ago; returns whether one is mailed, else it does not count
	 */
	limitAccountMail: (
		userId: number,
		request: (minIntervalSeconds: number) => Promise<boolean>,
	) => Promise<void>;
}

const HOUR = 60 * 60;
export const MAIL_LIMITS = {
	/** To one account from one network or from all, and to one address that nobody has proved. */
	perHour: 5,
	/** To those who sign up in one network, where a whole hostel may on its first evening. The others' pages send it again. */
	signUpsPerHour: 500,
	/** To an account that was mailed so many: the newest is good for a while yet, whoever asked for it. */
	longIntervalSeconds: 20 * 60,
} as const;

/** Bounds mails to who has not proved to be anybody. */
export function createMailThrottle(isOn: boolean, openCounter: OpenCounter): MailThrottle {
	const requestCounter = openCounter('mails', HOUR);
	const accountCounter = openCounter('mails to accounts', HOUR);
	const unconfirmedCounter = openCounter('mails to unproved addresses', HOUR);
	const signUpCounter = openCounter('mails of sign-ups', HOUR);

	return {
		async requireMailAllowed({ account, ipAddress, reply }) {
			if (!isOn) return;
			const { count, waitSeconds } = await requestCounter.add(`${account} ${networkOf(ipAddress)}`);
			if (count > MAIL_LIMITS.perHour) throw tooManyError(reply, waitSeconds);
		},
		async limitUnconfirmedMail({ email, ipAddress }, request) {
			if (!isOn) return request(0);
			const waitsSeconds = [
				waitSecondsOver(MAIL_LIMITS.perHour, await unconfirmedCounter.add(email)),
			];
			if (ipAddress !== undefined) {
				const networkCount = await signUpCounter.add(networkOf(ipAddress));
				waitsSeconds.push(waitSecondsOver(MAIL_LIMITS.signUpsPerHour, networkCount));
			}
			try {
				return await request(Math.max(...waitsSeconds));
			} catch (error) {
				await unconfirmedCounter.refund(email);
				if (ipAddress !== undefined) await signUpCounter.refund(networkOf(ipAddress));
				throw error;
			}
		},
		async limitAccountMail(userId, request) {
			const { secondsBetweenLinks } = RECOVERY_LIMITS;
			if (!isOn) return void (await request(secondsBetweenLinks));
			const key = String(userId);
			const { count } = await accountCounter.add(key);
			let isMailed = false;
			try {
				const isOverLimit = count > MAIL_LIMITS.perHour;
				isMailed = await request(
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
