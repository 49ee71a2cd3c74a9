import type { FastifyReply } from 'fastify';
import { RECOVERY_LIMITS } from '#contract/auth/recovery.ts';
import type { Count, OpenCounter } from '#server/cluster/counter.ts';
import { refuseTooMany } from '#server/http/refuse-too-many.ts';
import { networkOf } from '#server/lib/ip-network.ts';

/** Who asks for something, as they name themselves. */
export interface Asking {
	/** As it was typed, whether there is such an account or not: one that is throttled must not show that it exists. */
	account: string;
	address: string;
	/** Told how long to wait. */
	reply: FastifyReply;
}

interface Unproved {
	email: string;
	/** From where, of who signs up by it. */
	address?: string;
}

export interface MailThrottle {
	/**
	 * Lets a mail be asked for.
	 * @throws Refusal too_many
	 */
	requireMail: (asking: Asking) => Promise<void>;
	/**
	 * Counts a mail to an address that nobody has proved theirs, whoever asks for it, unless asking fails.
	 * @param ask told in how many seconds it may be mailed; 0 for now
	 */
	mailUnproved: <T>(to: Unproved, ask: (waitSeconds: number) => Promise<T>) => Promise<T>;
	/**
	 * Counts a link that is mailed to an account, whoever asks for it.
	 * @param ask told how long the last must be ago; returns whether one is mailed, else it does not count
	 */
	mailAccount: (userId: number, ask: (secondsBetween: number) => Promise<boolean>) => Promise<void>;
}

const HOUR = 60 * 60;
export const MAIL_LIMITS = {
	/** To one account from one network or from all, and to one address that nobody has proved. */
	anHour: 5,
	/** To those who sign up in one network, where a whole hostel may on its first evening. The others' pages send it again. */
	signUpsAnHour: 500,
	/** To an account that was mailed so many: the newest is good for a while yet, whoever asked for it. */
	secondsBetweenMany: 20 * 60,
} as const;

/** Bounds mails to who has not proved to be anybody. */
export function createMailThrottle(isOn: boolean, openCounter: OpenCounter): MailThrottle {
	const asked = openCounter('mails', HOUR);
	const mailed = openCounter('mails to accounts', HOUR);
	const unproved = openCounter('mails to unproved addresses', HOUR);
	const signUps = openCounter('mails of sign-ups', HOUR);

	return {
		async requireMail({ account, address, reply }) {
			if (!isOn) return;
			const { count, waitSeconds } = await asked.add(`${account} ${networkOf(address)}`);
			if (count > MAIL_LIMITS.anHour) throw refuseTooMany(reply, waitSeconds);
		},
		async mailUnproved({ email, address }, ask) {
			if (!isOn) return ask(0);
			const waits = [waitBeyond(MAIL_LIMITS.anHour, await unproved.add(email))];
			if (address !== undefined) {
				const ofNetwork = await signUps.add(networkOf(address));
				waits.push(waitBeyond(MAIL_LIMITS.signUpsAnHour, ofNetwork));
			}
			try {
				return await ask(Math.max(...waits));
			} catch (error) {
				await unproved.takeBack(email);
				if (address !== undefined) await signUps.takeBack(networkOf(address));
				throw error;
			}
		},
		async mailAccount(userId, ask) {
			const { secondsBetweenLinks } = RECOVERY_LIMITS;
			if (!isOn) return void (await ask(secondsBetweenLinks));
			const key = String(userId);
			const { count } = await mailed.add(key);
			let isMailed = false;
			try {
				const areMany = count > MAIL_LIMITS.anHour;
				isMailed = await ask(areMany ? MAIL_LIMITS.secondsBetweenMany : secondsBetweenLinks);
			} finally {
				if (!isMailed) await mailed.takeBack(key);
			}
		},
	};
}

function waitBeyond(most: number, { count, waitSeconds }: Count): number {
	return count > most ? waitSeconds : 0;
}
