import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { CHAT_EVENTS, SOCKET_LIMITS } from '#contract/chat/facts.ts';
import { type DeclaredError, declaredErrorOf, REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { OpenCounter } from '#server/cluster/counter.ts';
import type { Config } from '#server/config/config.ts';
import { asAppError } from '#server/db/errors.ts';
import { createClientAddressReader } from '#server/http/request-headers.ts';
import { AppError, type AppErrorKind, isLoggedRefusal } from '#server/lib/app-error.ts';
import { networkOf } from '#server/lib/ip-network.ts';
import { createLogThrottle } from '#server/lib/log-throttle.ts';
import type { RealtimeSocket } from './socket-types.ts';

export interface EventHandler<S extends z.core.$ZodType = z.core.$ZodType> {
	event: string;
	payload: S;
	/** The result is merged into the acknowledgement, beside `success`. */
	handle: (socket: RealtimeSocket, sent: z.output<S>) => Promise<object | undefined>;
	/** Payloads whose refusal is neither logged nor sent as `error-message`. */
	isIgnorable?: (sent: unknown) => boolean;
	/** Payloads whose refusal is sent in the acknowledgement only, because it does not concern the open chat. */
	isAcknowledgedOnly?: (sent: unknown) => boolean;
}

interface Options {
	log: FastifyBaseLogger;
	closedReason: () => DeclaredError | undefined;
	throttle: EventThrottle;
	logRefusal: LogRefusal;
}

/**
 * Routes the events of every socket to their handlers. Every error becomes an acknowledgement and, unless the handler
 * says otherwise, an `error-message`.
 */
export function createEventDispatcher({ log, closedReason, throttle, logRefusal }: Options) {
	const handlers = new Map<string, EventHandler>();
	const running = new Set<Promise<void>>();
	let isClosing = false;

	async function answer(socket: RealtimeSocket, event: string, sent: unknown[]): Promise<void> {
		const acknowledge = callbackOf(sent);
		const handler = handlers.get(event);
		try {
			await requireWithinLimit(socket);
			requireOpen();
			if (!handler) return;
			const payload = parsePayload(handler.payload, sent[0]);
			const result = await handler.handle(socket, payload);
			acknowledge?.({ success: true, ...result });
		} catch (error) {
			const { code, message } = refusalFor(error, event);
			acknowledge?.({ success: false, code, message });
			if (!handler?.isIgnorable?.(sent[0])) logRefused(socket, error, handler);
			sendErrorMessage(socket, handler, sent[0], { code, message });
			if (isSessionOver(error)) socket.disconnect(true);
		}
	}

	/** @param handler absent for an unknown event, whose name is client input and is not logged */
	function logRefused(
		{ data, request }: RealtimeSocket,
		error: unknown,
		handler: EventHandler | undefined,
	): void {
		// While the server is closed for maintenance, events fail without the client's fault.
		if (!(error instanceof AppError) || closedReason() !== undefined) return;
		const event = handler && { event: handler.event };
		logRefusal(request, { kind: error.kind, ...event, userId: data.person.id });
	}

	function requireOpen(): void {
		const refusal = closedReason();
		if (refusal !== undefined) throw new AppError('forbidden', refusal);
	}

	/** @throws AppError too_many; a client that continues regardless is disconnected */
	async function requireWithinLimit(socket: RealtimeSocket): Promise<void> {
		const userId = socket.data.person.id;
		const verdict = await throttle({ socketId: socket.id, userId });
		if (verdict === 'fine') return;
		if (verdict === 'flooding' && socket.connected) {
			log.warn({ userId }, 'a socket sent too much and was closed');
			const { code, message } = CHAT_ERRORS.tooFast;
			socket.emit(CHAT_EVENTS.errorMessage, message, code);
			socket.disconnect(true);
		}
		throw new AppError('too_many', CHAT_ERRORS.tooFast);
	}

	function refusalFor(error: unknown, event: string): DeclaredError {
		const refusal = asAppError(error);
		if (refusal) return refusal;
		log.error({ err: error, event }, 'a realtime event failed');
		return REQUEST_ERRORS.failed;
	}

	return {
		on: (handler: EventHandler) => void handlers.set(handler.event, handler),
		attach(socket: RealtimeSocket) {
			socket.onAny((event: string, ...sent: unknown[]) => {
				// Without an acknowledgement the client sends the event again after it reconnects.
				if (isClosing) return;
				const work = answer(socket, event, sent);
				running.add(work);
				void work.finally(() => running.delete(work));
			});
		},
		/** Ignores new events and waits for running handlers. */
		async close() {
			isClosing = true;
			await Promise.all(running);
		},
	};
}

/** Sends a refusal as `error-message`, besides the acknowledgement. */
function sendErrorMessage(
	socket: RealtimeSocket,
	handler: EventHandler | undefined,
	sent: unknown,
	{ code, message }: DeclaredError,
): void {
	if (handler?.isIgnorable?.(sent) || handler?.isAcknowledgedOnly?.(sent)) return;
	socket.emit(CHAT_EVENTS.errorMessage, message, code);
}

function isSessionOver(error: unknown): boolean {
	return error instanceof AppError && error.kind === 'unauthenticated';
}

/** Socket.IO passes the acknowledgement callback last; a client may send anything else or nothing. */
function callbackOf(sent: readonly unknown[]) {
	const last = sent.at(-1);
	return typeof last === 'function' ? (answer: object) => void last(answer) : undefined;
}

/** @throws AppError invalid with the error of the first failing rule */
function parsePayload<S extends z.core.$ZodType>(payload: S, sent: unknown): z.output<S> {
	const parsed = z.safeParse(payload, sent);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const isFieldIssue = issue && issue.path.length > 0;
	throw new AppError(
		'invalid',
		isFieldIssue ? declaredErrorOf(issue.message) : CHAT_ERRORS.missingParameters,
	);
}

/**
 * All sockets of a person together may send as many events as this number of sockets, which is enough for some tabs and
 * a phone. Reconnecting does not raise the limit.
 */
const SOCKETS_PER_PERSON = 5;

/** `flooding`: the client keeps sending although every event is refused. */
type RateVerdict = 'fine' | 'too-fast' | 'flooding';

/** Counts one event of a socket and returns the verdict. */
export type EventThrottle = (sender: { socketId: string; userId: number }) => Promise<RateVerdict>;

/** Limits the events of each socket, and of all sockets of a person together (`SOCKET_LIMITS`). */
export function createEventThrottle(isEnabled: boolean, openCounter: OpenCounter): EventThrottle {
	const { windowSeconds, eventsPerWindow, disconnectAt } = SOCKET_LIMITS;
	const perSocket = openCounter('events of a socket', windowSeconds);
	const perPerson = openCounter('events of a person', windowSeconds);

	return async ({ socketId, userId }) => {
		if (!isEnabled) return 'fine';
		const [bySocket, byPerson] = await Promise.all([
			perSocket.add(socketId),
			perPerson.add(String(userId)),
		]);
		const eventCount = Math.max(bySocket.count, byPerson.count / SOCKETS_PER_PERSON);
		if (eventCount > disconnectAt) return 'flooding';
		return eventCount > eventsPerWindow ? 'too-fast' : 'fine';
	};
}

interface RefusedAction {
	kind: AppErrorKind;
	/** Absent when the connection itself was refused. */
	event?: string;
	/** Absent when the person is unknown. */
	userId?: number;
}

/**
 * Logs who was refused what, for the kinds of `isLoggedRefusal`. Leaves out the payload and the message, which may
 * repeat the payload.
 * @param request the one that opened the connection
 */
export type LogRefusal = (request: IncomingMessage, refused: RefusedAction) => void;

/** Limit for remembered people and networks. */
const MAX_REMEMBERED = 10_000;

/**
 * Logs refusals on realtime connections like those of HTTP calls. `too_many` is logged once per person or network in
 * each `SOCKET_LIMITS.windowSeconds`, because it comes in floods.
 */
export function createRefusalLog(
	{ trustProxy }: Pick<Config, 'trustProxy'>,
	log: FastifyBaseLogger,
): LogRefusal {
	const shouldLog = createLogThrottle({
		intervalMs: SOCKET_LIMITS.windowSeconds * 1000,
		maxReasons: MAX_REMEMBERED,
	});
	const addressOf = createClientAddressReader(trustProxy);
	return (request, { kind, event, userId }) => {
		if (!isLoggedRefusal(kind)) return;
		const ip = addressOf(request);
		if (kind === 'too_many') {
			const key = userId === undefined ? networkOf(ip) : `person ${userId}`;
			if (!shouldLog(key)) return;
		}
		const by = userId === undefined ? null : { id: userId, role: 'user' };
		log.info({ kind, event, by, ip }, 'refused');
	};
}
