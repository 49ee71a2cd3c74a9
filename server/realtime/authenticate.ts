import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { handshake } from '#contract/chat/events.ts';
import { CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asAppError } from '#server/db/errors.ts';
import { countAttempt } from './connection-limits.ts';
import type { EventThrottle } from './event-limits.ts';
import type { RejectionLog } from './rejection-log.ts';
import {
	type ConnectedPerson,
	countConnections,
	type RealtimeIo,
	type RealtimeSocket,
} from './socket-types.ts';

/**
 * What is told to a person goes to each of their connections. Some browsers with many tabs stay below it; lines that have
 * broken unseen are gone within a minute. It is the newest that is refused: a page whose line is ended asks for another at once,
 * and would so end one after the other.
 */
export const CONNECTIONS_PER_PERSON = 50;

/** Finds whose token it is; null when it opens nothing (any longer). */
export type AuthenticatePerson = (token: string) => Promise<ConnectedPerson | null>;

interface Options {
	readPerson: AuthenticatePerson;
	/** Why nobody may come in at the moment, if so. */
	closedReason: () => string | undefined;
	throttle: EventThrottle;
	rejections: RejectionLog;
	log: FastifyBaseLogger;
}

/** Lets those in who have a session; everybody else is told in a sentence why not. */
export function authenticateConnections(
	io: RealtimeIo,
	{ readPerson, closedReason, throttle, rejections, log }: Options,
): void {
	/** @returns why not; undefined when they may come in */
	async function authenticate(socket: RealtimeSocket): Promise<string | undefined> {
		if (!countAttempt(socket)) return rejectTooFast(socket);
		const rejection = closedReason();
		if (rejection !== undefined) return rejection;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const person = data && (await readPerson(data.token));
		if (!person) {
			rejections.record({
				kind: 'unauthenticated',
				ip: rejections.addressOfConnection(socket.conn),
			});
			return CHAT_MESSAGES.signIn;
		}
		const verdict = await throttle({ socketId: socket.id, userId: person.id });
		if (verdict !== 'fine') return rejectTooFast(socket, person);
		socket.data.person = person;
		return undefined;
	}

	/** @param person where it is known who it is */
	function rejectTooFast({ conn }: RealtimeSocket, person?: ConnectedPerson): string {
		const ip = rejections.addressOfConnection(conn);
		rejections.record({ kind: 'too_many', ...(person && { userId: person.id }), ip });
		return CHAT_MESSAGES.tooFast;
	}

	/** Of a person, those that were let in and that the library has not gone on with. */
	const pendingConnections = new Map<number, number>();

	/** @returns false where the person has as many connections to this instance as they may */
	function reserveConnection({ data }: RealtimeSocket): boolean {
		const { id } = data.person;
		const pending = pendingConnections.get(id) ?? 0;
		if (countConnections(io, id) + pending >= CONNECTIONS_PER_PERSON) return false;
		pendingConnections.set(id, pending + 1);
		return true;
	}

	function releaseConnection({ data }: RealtimeSocket): void {
		const { id } = data.person;
		const remaining = (pendingConnections.get(id) ?? 0) - 1;
		if (remaining > 0) pendingConnections.set(id, remaining);
		else pendingConnections.delete(id);
	}

	io.use((socket, next) => {
		authenticate(socket).then(
			(rejection) => {
				if (rejection !== undefined) return next(new Error(rejection));
				if (!reserveConnection(socket))
					return next(new Error(rejectTooFast(socket, socket.data.person)));
				next();
				// The library has put its own next step before this one: it is among the connections by now, or has closed.
				process.nextTick(releaseConnection, socket);
			},
			(error: unknown) => {
				const rejection = asAppError(error);
				if (!rejection) log.error({ err: error }, 'a live connection failed');
				next(new Error(rejection?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
}
