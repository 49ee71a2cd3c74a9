import type { FastifyReply } from 'fastify';
import { ADMIN_SESSION_LIMITS, ADMIN_SESSION_MESSAGES } from '#contract/admin/session.ts';
import type { Counter, OpenCounter } from '#server/cluster/counter.ts';
import { AppError } from '#server/lib/app-error.ts';

/** Tries of one kind, each counted before its outcome is known: many at once are no way around the limit. */
export interface Tries {
	/** @returns in how many seconds it may be tried again; 0 for now */
	take: (key: string) => Promise<number>;
	/** Takes back a try that did not fail. */
	giveBack: (key: string) => Promise<void>;
}

export interface TriesOfAdmins {
	/** By administrator and network, known browser or session, so that nobody can lock another out. */
	passwords: Tries;
	/** By administrator: who comes as far as a code knows the password. */
	codes: Tries;
	/** By network, with addresses of nobody. */
	strangers: Tries;
}

/** How many networks' worth of codes may be tried for one administrator. */
const NETWORKS_OF_AN_ADMIN = 5;

export function createTries(isOn: boolean, openCounter: OpenCounter): TriesOfAdmins {
	const { maxFailures: failures, failureWindowMs: failuresWithinMs } = ADMIN_SESSION_LIMITS;
	const limit = (name: string, points: number) =>
		limitTo(points, isOn, openCounter(`administrators' ${name}`, failuresWithinMs / 1000));
	return {
		passwords: limit('passwords', failures),
		codes: limit('codes', failures * NETWORKS_OF_AN_ADMIN),
		strangers: limit('strangers', failures),
	};
}

function limitTo(points: number, isOn: boolean, counter: Counter): Tries {
	return {
		async take(key) {
			if (!isOn) return 0;
			const { count, waitSeconds } = await counter.add(key);
			return count > points ? waitSeconds : 0;
		},
		async giveBack(key) {
			if (isOn) await counter.refund(key);
		},
	};
}

/** @throws Refusal too_many, with Retry-After, when the limit is reached */
export async function requireTry(tries: Tries, key: string, reply: FastifyReply): Promise<void> {
	const waitSeconds = await tries.take(key);
	if (waitSeconds === 0) return;
	reply.header('retry-after', waitSeconds);
	throw new AppError('too_many', ADMIN_SESSION_MESSAGES.tooManyFailures);
}
