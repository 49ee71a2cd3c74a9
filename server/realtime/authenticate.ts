import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { handshake } from '#contract/chat/events.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asRefusal } from '#server/db/errors.ts';
import { mayAsk } from './connection-limits.ts';
import type { Throttle } from './event-limits.ts';
import type { RefusalLog } from './refusal-log.ts';
import { connectionsOf, type LiveIo, type LivePerson, type LiveSocket } from './socket-types.ts';

/**
 * What is told to a person goes to each of their connections. Some browsers with many tabs stay below it; lines that have
 * broken unseen are gone within a minute. It is the newest that is refused: a page whose line is ended asks for another at once,
 * and would so end one after the other.
 */
export const CONNECTIONS_OF_A_PERSON = 50;

/** Finds whose token it is; null when it opens nothing (any longer). */
export type ReadPerson = (token: string) => Promise<LivePerson | null>;

interface Options {
	readPerson: ReadPerson;
	/** Why nobody may come in at the moment, if so. */
	gate: () => string | undefined;
	throttle: Throttle;
	refusals: RefusalLog;
	log: FastifyBaseLogger;
}

/** Lets those in who have a session; everybody else is told in a sentence why not. */
export function admitPeople(
	io: LiveIo,
	{ readPerson, gate, throttle, refusals, log }: Options,
): void {
	/** @returns why not; undefined when they may come in */
	async function admit(socket: LiveSocket): Promise<string | undefined> {
		if (!mayAsk(socket)) return tooFast(socket);
		const refusal = gate();
		if (refusal !== undefined) return refusal;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const person = data && (await readPerson(data.token));
		if (!person) {
			refusals.note({ kind: 'unauthenticated', ip: refusals.originOf(socket.conn) });
			return CHAT_MESSAGES.signIn;
		}
		const pressure = await throttle({ socketId: socket.id, userId: person.id });
		if (pressure !== 'fine') return tooFast(socket, person);
		socket.data.person = person;
		return undefined;
	}

	/** @param person where it is known who it is */
	function tooFast({ conn }: LiveSocket, person?: LivePerson): string {
		const ip = refusals.originOf(conn);
		refusals.note({ kind: 'too_many', ...(person && { userId: person.id }), ip });
		return CHAT_MESSAGES.tooFast;
	}

	/** Of a person, those that were let in and that the library has not gone on with. */
	const arriving = new Map<number, number>();

	/** @returns false where the person has as many connections to this instance as they may */
	function takePlace({ data }: LiveSocket): boolean {
		const { id } = data.person;
		const before = arriving.get(id) ?? 0;
		if (connectionsOf(io, id) + before >= CONNECTIONS_OF_A_PERSON) return false;
		arriving.set(id, before + 1);
		return true;
	}

	function leavePlace({ data }: LiveSocket): void {
		const { id } = data.person;
		const left = (arriving.get(id) ?? 0) - 1;
		if (left > 0) arriving.set(id, left);
		else arriving.delete(id);
	}

	io.use((socket, next) => {
		admit(socket).then(
			(refusal) => {
				if (refusal !== undefined) return next(new Error(refusal));
				if (!takePlace(socket)) return next(new Error(tooFast(socket, socket.data.person)));
				next();
				// The library has put its own next step before this one: it is among the connections by now, or has closed.
				process.nextTick(leavePlace, socket);
			},
			(error: unknown) => {
				const refusal = asRefusal(error);
				if (!refusal) log.error({ err: error }, 'a live connection failed');
				next(new Error(refusal?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
}
