import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Server, type ServerOptions } from 'socket.io';
import type * as z from 'zod/mini';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Bus } from '#server/cluster/bus.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { baseHeadersFor } from '#server/http/header-values.ts';
import { isAllowedOrigin } from './allowed-origins.ts';
import { type AuthenticatePerson, authenticateConnections } from './authenticate.ts';
import { limitConnections } from './connection-limits.ts';
import { createEventDispatcher, type EventHandler } from './event-dispatcher.ts';
import { createEventThrottle } from './event-limits.ts';
import { closeWithApp } from './graceful-shutdown.ts';
import { createPresence, type PresenceListener } from './presence.ts';
import { createRejectionLog, type RejectionLog } from './rejection-log.ts';
import { type RealtimeIo, sessionRoom, userRoom } from './socket-types.ts';
import { batchWrites } from './write-batching.ts';

/** Pushes events to people's pages, connected to any instance. */
export interface Realtime {
	/** To every device of a person. */
	toUser: (userId: number, event: string, payload: object) => void;
	/** To everyone who is signed in. */
	toAll: (event: string, payload: object) => void;
	/** Disconnects one session and tells it to log in again. */
	endSession: (sessionId: string) => void;
	/** Disconnects a session that continues under another token, without a message. */
	renewSession: (sessionId: string) => void;
	/**
	 * Disconnects a person and tells them to log in again.
	 * @param renewedSessionId a session that continues under another token: its connections get no message
	 */
	endUser: (userId: number, renewedSessionId?: string) => void;
	/** To everyone who is signed in and connected to this instance. */
	toAllLocal: (event: string, payload: object) => void;
	/** Disconnects a person and tells them that the account is suspended. */
	endSuspended: (userId: number) => void;
	/**
	 * Sends `error-message` to every socket of this instance and disconnects it: each instance learns of the closing by
	 * itself.
	 */
	disconnectAll: (message: string) => void;
	/** While `closedReason` returns a message, all handshakes and events are refused with it. */
	setClosedReason: (closedReason: () => string | undefined) => void;
}

/** The realtime server as features with their own events use it. */
export interface RealtimeServer extends Realtime {
	io: RealtimeIo;
	/** Messages between instances, for work that Socket.IO can't do on other instances. */
	bus: Bus;
	/** Registers an event handler. The payload is parsed first, and errors are reported to the client. */
	on: <S extends z.core.$ZodType>(handler: EventHandler<S>) => void;
	rejections: RejectionLog;
	/** Whether a person is connected, on any instance. */
	isOnline: (userId: number) => boolean;
	/** Calls back on every instance when a person opens the first connection or closes the last. */
	onPresenceChange: (listener: PresenceListener) => void;
}

/** A connection that does not authenticate within this time is closed. */
const SIGN_IN_TIMEOUT_MS = 10_000;

interface Options {
	config: Config;
	cluster: Pick<Cluster, 'adapter' | 'bus' | 'openCounter' | 'degradedServices'>;
	readPerson: AuthenticatePerson;
}

/** Opens the realtime server on the app's HTTP server (wire contract, "Realtime"); it closes with the app. */
export function openRealtimeServer(
	app: FastifyInstance,
	{ config, cluster, readPerson }: Options,
): RealtimeServer {
	const { log } = app;
	let closedReason: () => string | undefined = () => undefined;
	const throttle = createEventThrottle(config.rateLimit, cluster.openCounter);
	const rejections = createRejectionLog(config, log);
	const readClosedReason = () => closedReason();
	const shared = { log, closedReason: readClosedReason, throttle, rejections };
	const events = createEventDispatcher(shared);
	let isClosing = false;
	const io: RealtimeIo = new Server(app.server, {
		serveClient: false,
		perMessageDeflate: false,
		...(cluster.adapter && { adapter: cluster.adapter }),
		maxHttpBufferSize: SOCKET_LIMITS.maxBytes,
		connectTimeout: SIGN_IN_TIMEOUT_MS,
		cors: { origin: [...config.corsOrigins] },
		allowRequest: authorizeConnection({ config, cluster, rejections, isClosing: () => isClosing }),
	});
	const baseHeaders = baseHeadersFor(config.publicUrl);
	// Socket.IO answers these requests itself, without the headers that the app adds.
	io.engine.on('headers', (headers: object) => void Object.assign(headers, baseHeaders));
	batchWrites(io);
	releaseRequests(io, rejections);
	const presence = createPresence(io, { cluster, log });
	authenticateConnections(io, { ...shared, authenticatePerson: readPerson });
	closeWithApp(app, io, () => {
		isClosing = true;
		presence.close();
		return events.close();
	});

	io.on('connection', (socket) => {
		const { id, sessionId } = socket.data.person;
		void socket.join([userRoom(id), sessionRoom(sessionId)]);
		events.attach(socket);
		presence.connected(id);
		socket.on('disconnect', () => presence.disconnected(id));
	});

	function disconnect(room: string, message: string): void {
		io.in(room).emit(CHAT_EVENTS.errorMessage, message);
		io.in(room).disconnectSockets(true);
	}

	const renewSession = (sessionId: string) =>
		void io.in(sessionRoom(sessionId)).disconnectSockets(true);

	return {
		io,
		bus: cluster.bus,
		rejections,
		on: (handler) => events.on(handler as unknown as EventHandler),
		isOnline: presence.isOnline,
		onPresenceChange: presence.onChange,
		toUser: (userId, event, payload) => void io.in(userRoom(userId)).emit(event, payload),
		toAll: (event, payload) => void io.emit(event, payload),
		toAllLocal: (event, payload) => void io.local.emit(event, payload),
		endSession: (sessionId) => disconnect(sessionRoom(sessionId), CHAT_MESSAGES.signedOut),
		renewSession,
		endUser(userId, renewedSessionId) {
			if (renewedSessionId !== undefined) renewSession(renewedSessionId);
			disconnect(userRoom(userId), CHAT_MESSAGES.signedOut);
		},
		endSuspended: (userId) => disconnect(userRoom(userId), AUTH_MESSAGES.suspended),
		disconnectAll(message) {
			io.local.emit(CHAT_EVENTS.errorMessage, message);
			io.local.disconnectSockets(true);
		},
		setClosedReason(next) {
			closedReason = next;
		},
	};
}

type AllowRequest = NonNullable<ServerOptions['allowRequest']>;

interface AuthorizeOptions extends Pick<Options, 'config' | 'cluster'> {
	rejections: RejectionLog;
	isClosing: () => boolean;
}

/** Checks made before authentication: shutdown, connection limit, origin. */
function authorizeConnection({
	config,
	cluster,
	rejections,
	isClosing,
}: AuthorizeOptions): AllowRequest {
	const countConnection = limitConnections(config, cluster.openCounter);
	return (request, callback) => {
		const reject = (kind: 'forbidden' | 'too_many') => {
			rejections.record({ kind, ip: rejections.addressOf(request) });
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

/**
 * Releases each connection's request, which Engine.IO retains: it takes much of a connection's memory and no code reads
 * it later.
 */
function releaseRequests(io: RealtimeIo, rejections: RejectionLog): void {
	io.engine.on('connection', (connection: { request: IncomingMessage | null }) => {
		if (connection.request) rejections.rememberAddress(connection, connection.request);
		connection.request = null;
	});
}
