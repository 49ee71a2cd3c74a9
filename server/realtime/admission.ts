import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { handshake } from '#contract/chat.ts';
import { CHAT_MESSAGES } from '#contract/chat-facts.ts';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { asRefusal } from '#server/db/away.ts';
import { mayAsk } from './attempts.ts';
import type { LiveIo, LivePerson, LiveSocket } from './live-socket.ts';
import type { Throttle } from './throttle.ts';

/** Finds whose token it is; null when it opens nothing (any longer). */
export type ReadPerson = (token: string) => Promise<LivePerson | null>;

interface Options {
	readPerson: ReadPerson;
	/** Why nobody may come in at the moment, if so. */
	gate: () => string | undefined;
	throttle: Throttle;
	log: FastifyBaseLogger;
}

/** Lets those in who have a session; everybody else is told in a sentence why not. */
export function admitPeople(io: LiveIo, { readPerson, gate, throttle, log }: Options): void {
	/** @returns why not; undefined when they may come in */
	async function admit(socket: LiveSocket): Promise<string | undefined> {
		if (!mayAsk(socket)) return CHAT_MESSAGES.tooFast;
		const refusal = gate();
		if (refusal !== undefined) return refusal;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const person = data && (await readPerson(data.token));
		if (!person) return CHAT_MESSAGES.signIn;
		const pressure = await throttle({ socketId: socket.id, userId: person.id });
		if (pressure !== 'fine') return CHAT_MESSAGES.tooFast;
		socket.data.person = person;
		return undefined;
	}

	io.use((socket, next) => {
		admit(socket).then(
			(refusal) => next(refusal === undefined ? undefined : new Error(refusal)),
			(error: unknown) => {
				const refusal = asRefusal(error);
				if (!refusal) log.error({ err: error }, 'a live connection failed');
				next(new Error(refusal?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
}
