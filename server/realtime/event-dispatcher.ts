import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asAppError } from '#server/db/errors.ts';
import { AppError } from '#server/lib/app-error.ts';
import { trackWork } from '#server/observability/channels.ts';
import type { EventThrottle } from './event-limits.ts';
import type { RejectionLog } from './rejection-log.ts';
import type { RealtimeSocket } from './socket-types.ts';

export interface EventHandler<S extends z.core.$ZodType = z.core.$ZodType> {
	event: string;
	payload: S;
	/** Its result is the acknowledgement's, beside `success`. */
	handle: (socket: RealtimeSocket, sent: z.output<S>) => Promise<object | undefined>;
	/** What nobody need hear about, not even that it is wrong. */
	isIgnorable?: (sent: unknown) => boolean;
}

interface Options {
	log: FastifyBaseLogger;
	closedReason: () => string | undefined;
	throttle: EventThrottle;
	rejections: RejectionLog;
}

/** Answers the events of every socket: what can not be done is said in a sentence, and nothing thrown goes further. */
export function createEventDispatcher({ log, closedReason, throttle, rejections }: Options) {
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
			const work = { kind: 'live event', name: event } as const;
			const result = await trackWork(work, () => handler.handle(socket, payload));
			acknowledge?.({ success: true, ...result });
		} catch (error) {
			const message = messageFor(error, event);
			acknowledge?.({ success: false, message });
			if (!handler?.isIgnorable?.(sent[0])) {
				logRejection(socket, error, handler);
				socket.emit(CHAT_EVENTS.errorMessage, message);
			}
			if (isSessionOver(error)) socket.disconnect(true);
		}
	}

	/** @param handler absent where nobody knows the event: its name is what was sent then */
	function logRejection(
		{ data, conn }: RealtimeSocket,
		error: unknown,
		handler: EventHandler | undefined,
	): void {
		// Whoever is here while the market closes has tried nothing.
		if (!(error instanceof AppError) || closedReason() !== undefined) return;
		const event = handler && { event: handler.event };
		const ip = rejections.addressOfConnection(conn);
		rejections.record({ kind: error.kind, ...event, userId: data.person.id, ip });
	}

	function requireOpen(): void {
		const rejection = closedReason();
		if (rejection !== undefined) throw new AppError('forbidden', rejection);
	}

	/** @throws Refusal too_many; who goes on all the same is disconnected */
	async function requireWithinLimit(socket: RealtimeSocket): Promise<void> {
		const userId = socket.data.person.id;
		const verdict = await throttle({ socketId: socket.id, userId });
		if (verdict === 'fine') return;
		if (verdict === 'hopeless' && socket.connected) {
			log.warn({ userId }, 'a socket sent too much and was closed');
			socket.emit(CHAT_EVENTS.errorMessage, CHAT_MESSAGES.tooFast);
			socket.disconnect(true);
		}
		throw new AppError('too_many', CHAT_MESSAGES.tooFast);
	}

	function messageFor(error: unknown, event: string): string {
		const rejection = asAppError(error);
		if (rejection) return rejection.message;
		log.error({ err: error, event }, 'a live event failed');
		return COMMON_MESSAGES.failed;
	}

	return {
		on: (handler: EventHandler) => void handlers.set(handler.event, handler),
		attach(socket: RealtimeSocket) {
			socket.onAny((event: string, ...sent: unknown[]) => {
				// Who has no acknowledgement sends it again to whoever serves next.
				if (isClosing) return;
				const work = answer(socket, event, sent);
				running.add(work);
				void work.finally(() => running.delete(work));
			});
		},
		/** Takes no more, and finishes what runs. */
		async close() {
			isClosing = true;
			await Promise.all(running);
		},
	};
}

/** Whether the session behind a connection is no longer open. */
function isSessionOver(error: unknown): boolean {
	return error instanceof AppError && error.kind === 'unauthenticated';
}

/** The library puts the client's callback last; anything else may be anywhere, or missing. */
function callbackOf(sent: readonly unknown[]) {
	const last = sent.at(-1);
	return typeof last === 'function' ? (answer: object) => void last(answer) : undefined;
}

/** @throws Refusal invalid with the first failing rule's message */
function parsePayload<S extends z.core.$ZodType>(payload: S, sent: unknown): z.output<S> {
	const parsed = z.safeParse(payload, sent);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const isFieldIssue = issue && issue.path.length > 0;
	throw new AppError('invalid', isFieldIssue ? issue.message : CHAT_MESSAGES.missingParameters);
}
