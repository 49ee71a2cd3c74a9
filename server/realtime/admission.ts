import type { FastifyBaseLogger } from 'fastify';
import type { Socket } from 'socket.io';
import * as z from 'zod/mini';
import { handshake } from '#contract/chat/events.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import { asAppError } from '#server/db/errors.ts';
import { connectionError } from './connection-error.ts';
import { countAttempt } from './connection-limits.ts';
import type { RefusalLog } from './refusal-log.ts';

type JoiningSocket = Pick<Socket, 'client' | 'conn' | 'handshake'>;

/** The rules by which connections to one namespace are accepted: that of the market, or that of the back-office. */
interface Admission<S, Identity> {
	/** Why all connections are refused at the moment; undefined while the server is open. */
	closedReason?: () => DeclaredError | undefined;
	/** @returns the owner of the token; null or undefined when it gives no access (any longer) */
	readToken: (token: string) => Promise<Identity | null | undefined>;
	/** Stores the identity in the socket. @returns the reason of a refusal; undefined when accepted */
	accept: (
		socket: S,
		identity: Identity,
	) => DeclaredError | undefined | Promise<DeclaredError | undefined>;
	/**
	 * Called once per accepted socket, right after Socket.IO has registered it, or has closed it instead because the
	 * client was gone.
	 */
	afterRegistration?: (socket: S) => void;
	refusals: { tooMany: DeclaredError; signIn: DeclaredError };
	refusalLog: RefusalLog;
	log: FastifyBaseLogger;
}

interface Joinable<S> {
	use: (middleware: (socket: S, next: (error?: Error) => void) => void) => unknown;
}

/** Accepts connections with a token that gives access; all others are refused with a declared error. */
export function admitConnections<S extends JoiningSocket, Identity>(
	namespace: Joinable<S>,
	admission: Admission<S, Identity>,
): void {
	const { closedReason, readToken, accept, afterRegistration, refusals, refusalLog, log } =
		admission;

	/** @returns the reason of the refusal; undefined when accepted */
	async function admit(socket: S): Promise<DeclaredError | undefined> {
		if (!countAttempt(socket)) {
			refusalLog.recordOn(socket.conn, { kind: 'too_many' });
			return refusals.tooMany;
		}
		const reason = closedReason?.();
		if (reason !== undefined) return reason;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const identity = data && (await readToken(data.token));
		if (identity) return accept(socket, identity);
		refusalLog.recordOn(socket.conn, { kind: 'unauthenticated' });
		return refusals.signIn;
	}

	namespace.use((socket, next) => {
		admit(socket).then(
			(refusal) => {
				next(refusal && connectionError(refusal));
				// Socket.IO has just queued the registration for the next tick, so this runs right after it.
				if (!refusal && afterRegistration) process.nextTick(afterRegistration, socket);
			},
			(error: unknown) => {
				const refusal = asAppError(error);
				if (!refusal) log.error({ err: error }, 'a realtime connection failed');
				next(connectionError(refusal ?? REQUEST_ERRORS.failed));
			},
		);
	});
}
