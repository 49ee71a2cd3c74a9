import type { FastifyBaseLogger } from 'fastify';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { admitConnections } from './admission.ts';
import type { EventThrottle } from './event-limits.ts';
import type { RefusalLog } from './refusal-log.ts';
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
	closedReason: () => DeclaredError | undefined;
	throttle: EventThrottle;
	refusalLog: RefusalLog;
	log: FastifyBaseLogger;
}

/**
 * Accepts connections of people with a valid session, within their limits of events and connections. Connecting counts
 * as an event.
 */
export function authenticateConnections(
	io: RealtimeIo,
	{ authenticatePerson, closedReason, throttle, refusalLog, log }: Options,
): void {
	/** Connections per person that were accepted here but that Socket.IO has not registered yet. */
	const pendingConnections = new Map<number, number>();

	/** @returns false when the person has reached the limit of connections on this instance */
	function reserveConnection({ id }: ConnectedPerson): boolean {
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

	async function accept(
		socket: RealtimeSocket,
		person: ConnectedPerson,
	): Promise<DeclaredError | undefined> {
		const verdict = await throttle({ socketId: socket.id, userId: person.id });
		if (verdict !== 'fine' || !reserveConnection(person)) {
			refusalLog.recordOn(socket.conn, { kind: 'too_many', userId: person.id });
			return CHAT_ERRORS.tooFast;
		}
		socket.data.person = person;
		return undefined;
	}

	admitConnections(io, {
		closedReason,
		readToken: authenticatePerson,
		accept,
		afterRegistration: releaseConnection,
		refusals: { tooMany: CHAT_ERRORS.tooFast, signIn: CHAT_ERRORS.signIn },
		refusalLog,
		log,
	});
}
