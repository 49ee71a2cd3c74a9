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
 * Events for a person go to each of their connections. The limit leaves room for several browsers with many tabs; dead
 * connections are removed within a minute. The newest connection is refused rather than the oldest ended, because pages
 * reconnect at once and would end each other's connections in turn.
 */
export const CONNECTIONS_PER_PERSON = 50;

/** Returns the person of a token; null when the token is not valid (any longer). */
export type AuthenticatePerson = (token: string) => Promise<ConnectedPerson | null>;

interface Options {
	authenticatePerson: AuthenticatePerson;
	/** Why all connections are refused at the moment; undefined while the server is open. */
	closedReason: () => string | undefined;
	throttle: EventThrottle;
	rejections: RejectionLog;
	log: FastifyBaseLogger;
}

/** Accepts connections with a valid session; all others are refused with a message. */
export function authenticateConnections(
	io: RealtimeIo,
	{ authenticatePerson, closedReason, throttle, rejections, log }: Options,
): void {
	/** @returns the reason of the refusal; undefined when accepted */
	async function authenticate(socket: RealtimeSocket): Promise<string | undefined> {
		if (!countAttempt(socket)) return rejectTooFast(socket);
		const rejection = closedReason();
		if (rejection !== undefined) return rejection;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const person = data && (await authenticatePerson(data.token));
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

	/** @param person if known */
	function rejectTooFast({ conn }: RealtimeSocket, person?: ConnectedPerson): string {
		const ip = rejections.addressOfConnection(conn);
		rejections.record({ kind: 'too_many', ...(person && { userId: person.id }), ip });
		return CHAT_MESSAGES.tooFast;
	}

	/** Connections per person that were accepted here but that Socket.IO has not registered yet. */
	const pendingConnections = new Map<number, number>();

	/** @returns false when the person has reached the limit of connections on this instance */
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
				// Socket.IO queued its own next tick before this one, so the socket is registered or closed by now.
				process.nextTick(releaseConnection, socket);
			},
			(error: unknown) => {
				const rejection = asAppError(error);
				if (!rejection) log.error({ err: error }, 'a realtime connection failed');
				next(new Error(rejection?.message ?? COMMON_MESSAGES.failed));
			},
		);
	});
}
