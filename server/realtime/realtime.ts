import type { FastifyInstance } from 'fastify';
import { Server } from 'socket.io';
import type * as z from 'zod/mini';
import { AUTH_ERRORS } from '#contract/auth/errors.ts';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import type { Bus } from '#server/cluster/bus.ts';
import type { Cluster } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import type { EarlyHandler } from '#server/http/server.ts';
import { type AuthenticatePerson, authenticateConnections } from './authenticate.ts';
import { createEngine, createEngineHandler } from './engine.ts';
import { createEventDispatcher, type EventHandler } from './event-dispatcher.ts';
import { createEventThrottle } from './event-limits.ts';
import { closeWithApp } from './graceful-shutdown.ts';
import { createPresence } from './presence.ts';
import type { PresenceListener } from './presence-notifier.ts';
import { createRefusalLog, type RefusalLog } from './refusal-log.ts';
import { type RealtimeIo, sessionRoom, userRoom } from './socket-types.ts';

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
	/** Messages between instances, for work that Socket.IO can't do on other instances. */
	bus: Bus;
	/** Registers an event handler. The payload is parsed first, and errors are reported to the client. */
	on: <S extends z.core.$ZodType>(handler: EventHandler<S>) => void;
	refusalLog: RefusalLog;
	/** Whether a user is connected, on any instance. */
	isOnline: (userId: number) => boolean;
	/** Calls back on every instance when a user opens the first connection or closes the last. */
	onPresenceChange: (listener: PresenceListener) => void;
}

/** A connection that does not authenticate within this time is closed. */
const SIGN_IN_TIMEOUT_MS = 10_000;

interface Options {
	config: Config;
	cluster: Pick<Cluster, 'adapter' | 'bus' | 'openCounter' | 'degradedServices'>;
	authenticatePerson: AuthenticatePerson;
}

/** Opens the realtime server; it closes with the app. */
export function openRealtimeServer(
	app: FastifyInstance,
	{ config, cluster, authenticatePerson }: Options,
): RealtimeServer {
	const { log } = app;
	let closedReason: () => DeclaredError | undefined = () => undefined;
	const throttle = createEventThrottle(config.rateLimit, cluster.openCounter);
	const refusalLog = createRefusalLog(config, log);
	const readClosedReason = () => closedReason();
	const shared = { log, closedReason: readClosedReason, throttle, refusalLog };
	const events = createEventDispatcher(shared);
	let isClosing = false;
	const engine = createEngine({ config, cluster, refusalLog, isClosing: () => isClosing });
	const io: RealtimeIo = new Server({
		serveClient: false,
		...(cluster.adapter && { adapter: cluster.adapter }),
		connectTimeout: SIGN_IN_TIMEOUT_MS,
	});
	io.bind(engine);
	const presence = createPresence(io, { cluster, log });
	authenticateConnections(io, { ...shared, authenticatePerson });
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

	function disconnect(room: string, { code, message }: DeclaredError): void {
		io.in(room).emit(CHAT_EVENTS.errorMessage, message, code);
		io.in(room).disconnectSockets(true);
	}

	const renewSession = (sessionId: string) =>
		void io.in(sessionRoom(sessionId)).disconnectSockets(true);

	return {
		io,
		earlyHandler: createEngineHandler(engine),
		bus: cluster.bus,
		refusalLog,
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
