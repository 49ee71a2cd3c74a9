import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Server, type ServerOptions } from 'socket.io';
import type * as z from 'zod/mini';
import { AUTH_MESSAGES } from '#contract/auth/auth.ts';
import { CHAT_EVENTS, CHAT_MESSAGES, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import type { Bus } from '#server/cluster/bus.ts';
import type { Instances } from '#server/cluster/cluster.ts';
import type { Config } from '#server/config/config.ts';
import { bareHeaders } from '#server/http/header-values.ts';
import { isAdmissibleOrigin } from './allowed-origins.ts';
import { admitPeople, type ReadPerson } from './authenticate.ts';
import { limitLines } from './connection-limits.ts';
import { createEvents, type Hearing } from './event-dispatcher.ts';
import { createThrottle } from './event-limits.ts';
import { closeWithApp } from './graceful-shutdown.ts';
import { createPeople, type PersonWatcher } from './presence.ts';
import { openRefusalLog, type RefusalLog } from './refusal-log.ts';
import { type LiveIo, sessionRoom, userRoom } from './socket-types.ts';
import { gatherWrites } from './write-batching.ts';

/** What is told to people's pages at once, on whatever instance they are connected to. */
export interface Live {
	/** To every device of a person. */
	toUser: (userId: number, event: string, payload: object) => void;
	/** To everyone who is signed in. */
	toAll: (event: string, payload: object) => void;
	/** Ends the connections of one session, which are told to log in again. */
	endSession: (sessionId: string) => void;
	/** Ends the connections of a session that goes on under another token, without a word. */
	renewSession: (sessionId: string) => void;
	/**
	 * Ends all connections of a person, which are told to log in again.
	 * @param renewed a session that goes on under another token: its connections end without a word
	 */
	endUser: (userId: number, renewed?: string) => void;
	/** To everyone who is signed in and connected to this instance. */
	toAllHere: (event: string, payload: object) => void;
	/** Ends all connections of a person, which are told that the account is suspended. */
	endSuspended: (userId: number) => void;
	/** Tells everybody on this instance (`error-message`) and ends their connections: each learns by itself why. */
	farewell: (message: string) => void;
	/** While `gate` answers with a text, every handshake and every event is refused with it. */
	setGate: (gate: () => string | undefined) => void;
}

/** What a feature with events of its own works with besides. */
export interface LiveServer extends Live {
	io: LiveIo;
	/** What the instances tell each other, for what Socket.IO can not have the others do. */
	bus: Bus;
	/** Has an event answered: its payload is parsed before, and refusals are told. */
	on: <S extends z.core.$ZodType>(hearing: Hearing<S>) => void;
	refusals: RefusalLog;
	/** Whether a person is connected, on any instance. */
	isHere: (userId: number) => boolean;
	/** Calls back, on every instance, when a person has come with their first connection, or gone with their last. */
	watchPeople: (watcher: PersonWatcher) => void;
}

/** Somebody who opens a connection and never says who they are does not keep it longer. */
const SIGN_IN_WITHIN_MS = 10_000;

interface Options {
	config: Config;
	instances: Pick<Instances, 'adapter' | 'bus' | 'openCounter' | 'troubles'>;
	readPerson: ReadPerson;
}

/** Opens the realtime server on the app's own (wire contract, "Realtime"); it closes with the app. */
export function openLive(
	app: FastifyInstance,
	{ config, instances, readPerson }: Options,
): LiveServer {
	const { log } = app;
	let gate: () => string | undefined = () => undefined;
	const throttle = createThrottle(config.rateLimit, instances.openCounter);
	const refusals = openRefusalLog(config, log);
	const events = createEvents({ log, gate: () => gate(), throttle, refusals });
	let isClosing = false;
	const io: LiveIo = new Server(app.server, {
		serveClient: false,
		perMessageDeflate: false,
		...(instances.adapter && { adapter: instances.adapter }),
		maxHttpBufferSize: SOCKET_LIMITS.maxBytes,
		connectTimeout: SIGN_IN_WITHIN_MS,
		cors: { origin: [...config.corsOrigins] },
		allowRequest: judgeLines({ config, instances, refusals, isClosing: () => isClosing }),
	});
	const bare = bareHeaders(config.publicUrl);
	// These answers don't come from the app, and lack what it says with all of its own.
	io.engine.on('headers', (headers: Record<string, string>) => void Object.assign(headers, bare));
	gatherWrites(io);
	forgetRequests(io, refusals);
	const people = createPeople(io, { instances, log });
	admitPeople(io, { readPerson, gate: () => gate(), throttle, refusals, log });
	closeWithApp(app, io, () => {
		isClosing = true;
		people.close();
		return events.close();
	});

	io.on('connection', (socket) => {
		const { id, sessionId } = socket.data.person;
		void socket.join([userRoom(id), sessionRoom(sessionId)]);
		events.hear(socket);
		people.hasCome(id);
		socket.on('disconnect', () => people.hasLeft(id));
	});

	function end(room: string, message: string): void {
		io.in(room).emit(CHAT_EVENTS.errorMessage, message);
		io.in(room).disconnectSockets(true);
	}

	const renewSession = (sessionId: string) =>
		void io.in(sessionRoom(sessionId)).disconnectSockets(true);

	return {
		io,
		bus: instances.bus,
		refusals,
		on: (hearing) => events.on(hearing as unknown as Hearing),
		isHere: people.isHere,
		watchPeople: people.watch,
		toUser: (userId, event, payload) => void io.in(userRoom(userId)).emit(event, payload),
		toAll: (event, payload) => void io.emit(event, payload),
		toAllHere: (event, payload) => void io.local.emit(event, payload),
		endSession: (sessionId) => end(sessionRoom(sessionId), CHAT_MESSAGES.signedOut),
		renewSession,
		endUser(userId, renewed) {
			if (renewed !== undefined) renewSession(renewed);
			end(userRoom(userId), CHAT_MESSAGES.signedOut);
		},
		endSuspended: (userId) => end(userRoom(userId), AUTH_MESSAGES.suspended),
		farewell(message) {
			io.local.emit(CHAT_EVENTS.errorMessage, message);
			io.local.disconnectSockets(true);
		},
		setGate(next) {
			gate = next;
		},
	};
}

type AllowRequest = NonNullable<ServerOptions['allowRequest']>;

interface Judging extends Pick<Options, 'config' | 'instances'> {
	refusals: RefusalLog;
	isClosing: () => boolean;
}

/** Whether a line may be opened at all, before anybody says on it who they are. */
function judgeLines({ config, instances, refusals, isClosing }: Judging): AllowRequest {
	const mayOpen = limitLines(config, instances.openCounter);
	return (request, answer) => {
		const refuse = (kind: 'forbidden' | 'too_many') => {
			refusals.note({ kind, ip: refusals.addressOf(request) });
			answer(null, false);
		};
		if (isClosing()) return answer(null, false);
		// Counted first: each that comes from a foreign page is a line of the log.
		void mayOpen(request).then((isAllowed) => {
			if (!isAllowed) return refuse('too_many');
			if (!isAdmissibleOrigin(request.headers, config)) return refuse('forbidden');
			return answer(null, true);
		});
	};
}

/** Kept for whoever asks for it later, a line's request is much of what it takes; nobody does. */
function forgetRequests(io: LiveIo, refusals: RefusalLog): void {
	io.engine.on('connection', (line: { request: IncomingMessage | null }) => {
		if (line.request) refusals.remember(line, line.request);
		line.request = null;
	});
}
