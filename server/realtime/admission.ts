import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { ServerOptions, Socket } from 'socket.io';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { handshake } from '#contract/chat/events.ts';
import { type DeclaredError, REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { asAppError } from '#server/db/errors.ts';
import { createClientAddressReader } from '#server/http/request-headers.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { countRefusal } from '#server/observability/counts.ts';
import type { EventThrottle, LogRefusal } from './event-dispatcher.ts';
import {
	type ConnectedPerson,
	countConnections,
	type RealtimeIo,
	type RealtimeSocket,
	sessionRoom,
	userRoom,
} from './socket-types.ts';

/**
 * A whole hostel may share an address and reconnect at once after a restart. The window is shorter
 * than the five seconds in which a refused page makes its five further attempts (`CHAT_LIMITS`), so
 * that some of them fall into a later window.
 */
export const CONNECTIONS_PER_ADDRESS = { seconds: 3, count: 1000 };
/** Attempts to join a namespace; our pages make one per connection. */
const ATTEMPTS_PER_CONNECTION = 5;
/**
 * Events for a person go to each of their connections. The limit leaves room for several browsers with many tabs; dead
 * connections are removed within a minute. The newest connection is refused rather than the oldest ended, because pages
 * reconnect at once and would end each other's connections in turn.
 */
export const CONNECTIONS_PER_PERSON = 50;

/**
 * Whether the request's Origin is our own or listed. Browsers apply no CORS check to WebSockets, so foreign origins are
 * refused here. A client that sends no Origin is no browser; its token alone is checked.
 */
export function isAllowedOrigin(
	headers: IncomingHttpHeaders,
	{ publicUrl, corsOrigins, trustProxy }: Pick<Config, 'publicUrl' | 'corsOrigins' | 'trustProxy'>,
): boolean {
	const { origin, host } = headers;
	if (origin === undefined || origin === publicUrl || corsOrigins.includes(origin)) return true;
	if (!URL.canParse(origin)) return false;
	const forwarded = trustProxy === false ? undefined : headers['x-forwarded-host'];
	return [host, forwarded].includes(new URL(origin).host);
}

/** Counts a connection of the request's address, and returns whether it is allowed. */
type MayConnect = (request: IncomingMessage) => Promise<boolean>;

/** Limits how many connections the clients of one IP network may open in a window (`CONNECTIONS_PER_ADDRESS`). */
export function limitConnections(
	{ rateLimit, trustProxy }: Pick<Config, 'rateLimit' | 'trustProxy'>,
	openCounter: OpenCounter,
): MayConnect {
	if (!rateLimit) return async () => true;
	const connections = openCounter('lines', CONNECTIONS_PER_ADDRESS.seconds);
	const addressOf = createClientAddressReader(trustProxy);
	return async (request) => {
		const { count } = await connections.add(networkOf(addressOf(request)));
		const isAllowed = count <= CONNECTIONS_PER_ADDRESS.count;
		if (!isAllowed) countRefusal('limits');
		return isAllowed;
	};
}

interface RequestOptions {
	config: Config;
	openCounter: OpenCounter;
	logRefusal: LogRefusal;
	isClosing: () => boolean;
}

/** Checks made before authentication: shutdown, connection limit, origin. */
export function admitRequests({
	config,
	openCounter,
	logRefusal,
	isClosing,
}: RequestOptions): NonNullable<ServerOptions['allowRequest']> {
	const countConnection = limitConnections(config, openCounter);
	return (request, callback) => {
		const reject = (kind: 'forbidden' | 'too_many') => {
			logRefusal(request, { kind });
			callback(null, false);
		};
		if (isClosing()) return callback(null, false);
		// Counted first, so that connections from foreign origins can't flood the log.
		void countConnection(request).then((isAllowed) => {
			if (!isAllowed) return reject('too_many');
			if (!isAllowedOrigin(request.headers, config)) return reject('forbidden');
			return callback(null, true);
		});
	};
}

type JoiningSocket = Pick<Socket, 'client' | 'conn' | 'handshake' | 'request'>;

const attempts = new WeakMap<object, number>();

/**
 * Counts an attempt to join a namespace, which costs a database query; Socket.IO does not limit attempts. Closes the
 * connection beyond the limit.
 * @returns whether the attempt is allowed
 */
function countAttempt({ client, conn }: JoiningSocket): boolean {
	const count = (attempts.get(client) ?? 0) + 1;
	attempts.set(client, count);
	if (count <= ATTEMPTS_PER_CONNECTION) return true;
	conn.close(true);
	return false;
}

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
	refusals: { tooMany: DeclaredError; signIn: DeclaredError };
	logRefusal: LogRefusal;
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
	const { closedReason, readToken, accept, refusals, logRefusal, log } = admission;

	/** @returns the reason of the refusal; undefined when accepted */
	async function admit(socket: S): Promise<DeclaredError | undefined> {
		if (!countAttempt(socket)) {
			logRefusal(socket.request, { kind: 'too_many' });
			return refusals.tooMany;
		}
		const reason = closedReason?.();
		if (reason !== undefined) return reason;
		const { data } = z.safeParse(handshake, socket.handshake.auth);
		const identity = data && (await readToken(data.token));
		if (identity) return accept(socket, identity);
		logRefusal(socket.request, { kind: 'unauthenticated' });
		return refusals.signIn;
	}

	namespace.use((socket, next) => {
		admit(socket).then(
			(refusal) => next(refusal && connectionError(refusal)),
			(error: unknown) => {
				const refusal = asAppError(error);
				if (!refusal) log.error({ err: error }, 'a realtime connection failed');
				next(connectionError(refusal ?? REQUEST_ERRORS.failed));
			},
		);
	});
}

/** A refused connection: Socket.IO sends `message` and `data` to the client as its `connect_error`. */
function connectionError({ code, message }: DeclaredError): Error {
	return Object.assign(new Error(message), { data: { code } });
}

/** Returns the person of a token; null when the token is not valid (any longer). */
export type AuthenticatePerson = (token: string) => Promise<ConnectedPerson | null>;

interface PeopleOptions {
	authenticatePerson: AuthenticatePerson;
	/** Why all connections are refused at the moment; undefined while the server is open. */
	closedReason: () => DeclaredError | undefined;
	throttle: EventThrottle;
	logRefusal: LogRefusal;
	log: FastifyBaseLogger;
}

/**
 * Accepts connections of people with a valid session, within their limits of events and connections. Connecting counts
 * as an event.
 */
export function admitPeople(
	io: RealtimeIo,
	{ authenticatePerson, closedReason, throttle, logRefusal, log }: PeopleOptions,
): void {
	admitConnections(io, {
		closedReason,
		readToken: authenticatePerson,
		async accept(socket: RealtimeSocket, person: ConnectedPerson) {
			const verdict = await throttle({ socketId: socket.id, userId: person.id });
			if (verdict !== 'fine' || countConnections(io, person.id) >= CONNECTIONS_PER_PERSON) {
				logRefusal(socket.request, { kind: 'too_many', userId: person.id });
				return CHAT_ERRORS.tooFast;
			}
			socket.data.person = person;
			// Joined before Socket.IO accepts the connection, so that simultaneous connections count.
			void socket.join([userRoom(person.id), sessionRoom(person.sessionId)]);
			return undefined;
		},
		refusals: { tooMany: CHAT_ERRORS.tooFast, signIn: CHAT_ERRORS.signIn },
		logRefusal,
		log,
	});
}
