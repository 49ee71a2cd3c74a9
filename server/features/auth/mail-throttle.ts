import type { FastifyReply } from 'fastify';
import { refuseTooMany } from '#server/http/limits.ts';
import type { Count, OpenCounter } from '#server/instances/counting.ts';
import { networkOf } from '#server/lib/network.ts';

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
	 * Lets a mail be asked for, which takes the place of the one before.
	 * @throws Refusal too_many
	 */
	requireMail: (asking: Asking) => Promise<void>;
	/**
	 * Counts a mail to an address that nobody has proved theirs, whoever asks for it, unless asking fails.
	 * @param ask told in how many seconds it may be mailed; 0 for now
	 */
	mailUnproved: <T>(to: Unproved, ask: (waitSeconds: number) => Promise<T>) => Promise<T>;
}

const HOUR = 60 * 60;
export const MAIL_LIMITS = {
	/** To one account from one network, and to one address that nobody has proved. */
	anHour: 5,
	/** To those who sign up in one network, where a whole hostel may on its first evening. The others' pages send it again. */
	signUpsAnHour: 500,
} as const;

/** Bounds mails to who has not proved to be anybody. */
export function createMailThrottle(isOn: boolean, openCounter: OpenCounter): MailThrottle {
	const asked = openCounter('mails', HOUR);
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
	};
}

function waitBeyond(most: number, { count, waitSeconds }: Count): number {
	return count > most ? waitSeconds : 0;
}
