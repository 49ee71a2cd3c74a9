import type { FastifyReply } from 'fastify';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import type { Count, OpenCounter } from '#server/cluster/counter.ts';
import { tooManyError } from '#server/http/limits.ts';
import { networkOf } from '#server/lib/ip-network.ts';

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

const HOUR_SECONDS = 60 * 60;
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
