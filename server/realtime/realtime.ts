import { createServer } from 'node:http';
import type { Duplex } from 'node:stream';
import { setTimeout, setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type * as z from 'zod/mini';
import { ADMIN_NAMESPACE } from '#contract/admin/events.ts';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { isDatabaseUnavailable, reasonOf } from '#server/db/errors.ts';
import { baseHeadersFor } from '#server/http/security-headers.ts';
import { type EarlyHandler, isForSocketIo } from '#server/http/server.ts';
import { type AuthenticatePerson, admitPeople, admitRequests } from './admission.ts';
import {
	createEventDispatcher,
	createEventThrottle,
	createRefusalLog,
	type EventHandler,
	type LogRefusal,
} from './event-dispatcher.ts';
import {
	countConnections,
	type RealtimeIo,
	sessionRoom,
	userOfRoom,
	userRoom,
} from './socket-types.ts';

/** Pushes events to the pages of users, connected to any instance. */
export interface Realtime {
	/** To every device of a user. */
	toUser: (userId: number, event: string, payload: object) => void;
	/** To everyone who is signed in. */
	toAll: (event: string, payload: object) => void;
	/** Disconnects one session, with the message to log in again. */
	endSession: (sessionId: string) => void;
	/** Disconnects a session that continues under another token, without a message. */
	renewSession: (sessionId: string) => void;
	/**
	 * Disconnects a user, with the message to log in again.
	 * @param renewedSessionId a session that continues under another token: its connections get no message
	 */
	endUser: (userId: number, renewedSessionId?: string) => void;
	/** To everyone who is signed in and connected to this instance. */
	toAllLocal: (event: string, payload: object) => void;
	/** Disconnects a user, with the message that the account is suspended. */
	endSuspended: (userId: number) => void;
	/**
	 * Sends `error-message` to every socket of this instance and disconnects it. Other instances are not reached: each
	 * learns by itself that the market is closed.
	 */
	disconnectAll: (reason: DeclaredError) => void;
	/** While `closedReason` returns an error, all handshakes and events are refused with it. */
	setClosedReason: (closedReason: () => DeclaredError | undefined) => void;
}

/** The realtime server as features with their own events use it. */
export interface RealtimeServer extends Realtime {
	io: RealtimeIo;
	/** Takes Socket.IO's requests from the HTTP server. */
	earlyHandler: EarlyHandler;
	/** Whether there may be other instances. */
	isShared: boolean;
	/** Registers an event handler. The payload is parsed first, and errors are reported to the client. */
	on: <S extends z.core.$ZodType>(handler: EventHandler<S>) => void;
	logRefusal: LogRefusal;
	/** Whether a user is connected, to any instance. */
	isOnline: (userId: number) => Promise<boolean>;
	/** Calls back on the instance where a user opens the first connection to any instance, or closes the last. */
	onPresenceChange: (listener: PresenceListener) => void;
}

/** A connection that does not authenticate within this time is closed. */
const SIGN_IN_TIMEOUT_MS = 10_000;
/** Time for running work to finish at shutdown. The app must exit within ten seconds. */
const FINISH_TIMEOUT_MS = 3000;
/** Time for peers to close their side after that. */
const DISCONNECT_TIMEOUT_MS = 1000;
const SESSION_CHECK_INTERVAL_MS = 60_000;

interface Options {
	config: Config;
	cluster: Pick<Cluster, 'openAdapter' | 'openCounter'>;
	authenticatePerson: AuthenticatePerson;
}

/** Opens the realtime server; it closes with the app. */
export function openRealtimeServer(
	app: FastifyInstance,
	{ config, cluster, authenticatePerson }: Options,
): RealtimeServer {
	const { log } = app;
	const isShared = cluster.openAdapter !== undefined;
	let isClosing = false;
	let closedReason: () => DeclaredError | undefined = () => undefined;
	const throttle = createEventThrottle(config.rateLimit, cluster.openCounter);
	const logRefusal = createRefusalLog(config, log);
	const shared = { log, closedReason: () => closedReason(), throttle, logRefusal };
	const events = createEventDispatcher(shared);
	const { io, earlyHandler } = openSocketServer({
		config,
		cluster,
		logRefusal,
		isClosing: () => isClosing,
	});
	const presence = createPresence(io, { isShared, log });
	admitPeople(io, { ...shared, authenticatePerson });
	closeWithApp(app, io, () => {
		isClosing = true;
		presence.close();
		return events.close();
	});
	io.on('connection', (socket) => events.attach(socket));

	function disconnect(room: string, { code, message }: DeclaredError): void {
		io.in(room).emit(CHAT_EVENTS.errorMessage, message, code);
		io.in(room).disconnectSockets(true);
	}

	const renewSession = (sessionId: string) =>
		void io.in(sessionRoom(sessionId)).disconnectSockets(true);

	return {
		io,
		earlyHandler,
		isShared,
		logRefusal,
		on: (handler) => events.on(handler as unknown as EventHandler),
		isOnline: presence.isOnline,
		onPresenceChange: presence.onChange,
		toUser: (userId, event, payload) => void io.in(userRoom(userId)).emit(event, payload),
		toAll: (event, payload) => void io.emit(event, payload),
		toAllLocal: (event, payload) => void io.local.emit(event, payload),
		endSession: (sessionId) => disconnect(sessionRoom(sessionId), CHAT_ERRORS.signedOut),
		renewSession,
		endUser(userId, renewedSessionId) {
			if (renewedSessionId !== undefined) renewSession(renewedSessionId);
			disconnect(userRoom(userId), CHAT_ERRORS.signedOut);
		},
		endSuspended: (userId) => disconnect(userRoom(userId), AUTH_ERRORS.suspended),
		disconnectAll({ code, message }) {
			io.local.emit(CHAT_EVENTS.errorMessage, message, code);
			io.local.disconnectSockets(true);
		},
		setClosedReason(next) {
			closedReason = next;
		},
	};
}

interface SocketServerOptions extends Pick<Options, 'config' | 'cluster'> {
	logRefusal: LogRefusal;
	isClosing: () => boolean;
}

function openSocketServer({ config, cluster, logRefusal, isClosing }: SocketServerOptions) {
	const { openCounter, openAdapter } = cluster;
	// This server never listens. Ours passes on the requests that overload protection admits (server/http/server.ts).
	const requests = createServer();
	const io: RealtimeIo = new Server(requests, {
		serveClient: false,
		maxHttpBufferSize: SOCKET_LIMITS.maxBytes,
		cors: { origin: [...config.corsOrigins] },
		allowRequest: admitRequests({ config, openCounter, logRefusal, isClosing }),
		connectTimeout: SIGN_IN_TIMEOUT_MS,
		...(openAdapter && { adapter: openAdapter() }),
	});
	const baseHeaders = baseHeadersFor(config.publicUrl);
	// Socket.IO answers its requests itself, so the app adds no headers to these responses.
	io.engine.on('headers', (headers: Record<string, string>) => {
		Object.assign(headers, baseHeaders);
		// At shutdown a client of long polling must not keep its HTTP connection open.
		if (isClosing()) headers.connection = 'close';
	});
	const earlyHandler: EarlyHandler = {
		handleRequest: (next) => (request, response) =>
			isForSocketIo(request)
				? void requests.emit('request', request, response)
				: next(request, response),
		handleUpgrade: () => (request, socket, head) =>
			void requests.emit('upgrade', request, socket, head),
	};
	return { io, earlyHandler };
}

/**
 * Closes the realtime server with its app. Connections are closed at the transport, without a Socket.IO disconnect:
 * then pages reconnect by themselves, which they don't after a server disconnect.
 * @param finish stops accepting work and waits for running work
 */
function closeWithApp(app: FastifyInstance, io: RealtimeIo, finish: () => Promise<unknown>): void {
	const upgraded = new Set<Duplex>();
	app.server.on('upgrade', (_request, socket) => {
		upgraded.add(socket);
		socket.once('close', () => upgraded.delete(socket));
	});
	app.server.once('close', () => void io.close());
	app.addHook('preClose', async () => {
		await Promise.race([finish(), setTimeout(FINISH_TIMEOUT_MS, undefined, { ref: false })]);
		// Each sends its pending packets, such as acknowledgements, before it closes.
		for (const namespace of [io.sockets, io.of(ADMIN_NAMESPACE)])
			for (const { conn } of namespace.sockets.values()) conn.close();
		// The HTTP server waits for every connection; a vanished peer would never close its side.
		void setTimeout(DISCONNECT_TIMEOUT_MS, undefined, { ref: false }).then(() => {
			void io.close();
			for (const socket of upgraded) socket.destroy();
		});
	});
}

/** @returns the given sessions that are still open */
type ListOpenSessions = (sessionIds: readonly string[]) => Promise<readonly string[]>;

/**
 * Disconnects local sockets whose session has expired or was ended during their handshake. A socket that only
 * receives events checks its session at no other time.
 */
export async function endExpiredSessions(
	{ io, endSession }: Pick<RealtimeServer, 'io' | 'endSession'>,
	listOpen: ListOpenSessions,
): Promise<void> {
	const sessionIds = new Set(io.sockets.sockets.values().map(({ data }) => data.person.sessionId));
	if (sessionIds.size === 0) return;
	const openSessionIds = await listOpen([...sessionIds]);
	for (const sessionId of sessionIds.difference(new Set(openSessionIds))) endSession(sessionId);
}

/** Runs `endExpiredSessions` every minute until the app closes. */
export function watchExpiredSessions(
	app: FastifyInstance,
	realtime: RealtimeServer,
	listOpen: ListOpenSessions,
): void {
	const timer = setInterval(() => {
		endExpiredSessions(realtime, listOpen).catch((error: unknown) => {
			if (isDatabaseUnavailable(error))
				app.log.warn({ reason: reasonOf(error) }, 'expired sessions were not checked');
			else app.log.error({ err: error }, 'checking for expired sessions failed');
		});
	}, SESSION_CHECK_INTERVAL_MS);
	app.addHook('onClose', async () => clearInterval(timer));
}

/** Called when a user opens the first connection to any instance, or closes the last. */
type PresenceListener = (userId: number) => Promise<void>;

/** Sent between instances: whether a user has a connection there. Other versions use it too. */
const IS_ONLINE = 'is-online';
/** An instance that does not answer in time counts as one without the user. */
const ANSWER_TIMEOUT_MS = 500;

interface PresenceOptions {
	/** Whether there may be other instances. */
	isShared: boolean;
	log: FastifyBaseLogger;
}

/** Tells who is online: a user is online while the user's room exists on any instance. */
function createPresence(io: RealtimeIo, { isShared, log }: PresenceOptions) {
	const listeners: PresenceListener[] = [];
	let isClosing = false;

	io.on(IS_ONLINE, (userId: number, answer: (isOnline: boolean) => void) =>
		answer(countConnections(io, userId) > 0),
	);

	async function isOnlineElsewhere(userId: number): Promise<boolean> {
		if (!isShared) return false;
		const answers: Promise<boolean[]> = io.serverSideEmitWithAck(IS_ONLINE, userId).catch(() => []);
		const timeout = wait(ANSWER_TIMEOUT_MS, [], { ref: false });
		return (await Promise.race([answers, timeout])).some(Boolean);
	}

	/** Calls the listeners, unless the user has connections to another instance. */
	async function notify(userId: number): Promise<void> {
		try {
			if (await isOnlineElsewhere(userId)) return;
			for (const listener of listeners) await listener(userId);
		} catch (error) {
			if (isDatabaseUnavailable(error))
				log.warn({ reason: reasonOf(error), userId }, 'a presence change was not sent');
			else log.error({ err: error, userId }, 'sending a presence change failed');
		}
	}

	function notifyOf(room: string): void {
		const userId = userOfRoom(room);
		// On shutdown users are not reported offline: their pages reconnect to another instance.
		if (userId !== undefined && !isClosing) void notify(userId);
	}
	io.sockets.adapter.on('create-room', notifyOf);
	io.sockets.adapter.on('delete-room', notifyOf);

	return {
		onChange: (listener: PresenceListener) => void listeners.push(listener),
		async isOnline(userId: number): Promise<boolean> {
			return countConnections(io, userId) > 0 || isOnlineElsewhere(userId);
		},
		close(): void {
			isClosing = true;
		},
	};
}
