import type { FastifyBaseLogger } from 'fastify';
import * as z from 'zod/mini';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { asRefusal } from '#server/db/errors.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { asWork } from '#server/observability/channels.ts';
import type { Throttle } from './event-limits.ts';
import type { RefusalLog } from './refusal-log.ts';
import type { LiveSocket } from './socket-types.ts';

export interface Hearing<S extends z.core.$ZodType = z.core.$ZodType> {
	event: string;
	payload: S;
	/** Its result is the acknowledgement's, beside `success`. */
	handle: (socket: LiveSocket, sent: z.output<S>) => Promise<object | undefined>;
	/** What nobody need hear about, not even that it is wrong. */
	isNothing?: (sent: unknown) => boolean;
}

interface Options {
	log: FastifyBaseLogger;
	gate: () => string | undefined;
	throttle: Throttle;
	refusals: RefusalLog;
}

/** Answers the events of every socket: what can not be done is said in a sentence, and nothing thrown goes further. */
export function createEvents({ log, gate, throttle, refusals }: Options) {
	const hearings = new Map<string, Hearing>();
	const running = new Set<Promise<void>>();
	let isClosing = false;

	async function answer(socket: LiveSocket, event: string, sent: unknown[]): Promise<void> {
		const acknowledge = callbackOf(sent);
		const hearing = hearings.get(event);
		try {
			await requireCalm(socket);
			requireOpen();
			if (!hearing) return;
			const payload = read(hearing.payload, sent[0]);
			const work = { kind: 'live event', name: event } as const;
			const result = await asWork(work, () => hearing.handle(socket, payload));
			acknowledge?.({ success: true, ...result });
		} catch (error) {
			const message = sentence(error, event);
			acknowledge?.({ success: false, message });
			if (!hearing?.isNothing?.(sent[0])) {
				note(socket, error, hearing);
				socket.emit(CHAT_EVENTS.errorMessage, message);
			}
			if (isOver(error)) socket.disconnect(true);
		}
	}

	/** @param hearing absent where nobody knows the event: its name is what was sent then */
	function note({ data, conn }: LiveSocket, error: unknown, hearing: Hearing | undefined): void {
		// Whoever is here while the market closes has tried nothing.
		if (!(error instanceof Refusal) || gate() !== undefined) return;
		const event = hearing && { event: hearing.event };
		const ip = refusals.originOf(conn);
		refusals.note({ kind: error.kind, ...event, userId: data.person.id, ip });
	}

	function requireOpen(): void {
		const refusal = gate();
		if (refusal !== undefined) throw new Refusal('forbidden', refusal);
	}

	/** @throws Refusal too_many; who goes on all the same is disconnected */
	async function requireCalm(socket: LiveSocket): Promise<void> {
		const userId = socket.data.person.id;
		const pressure = await throttle({ socketId: socket.id, userId });
		if (pressure === 'fine') return;
		if (pressure === 'hopeless' && socket.connected) {
			log.warn({ userId }, 'a socket sent too much and was closed');
			socket.emit(CHAT_EVENTS.errorMessage, CHAT_MESSAGES.tooFast);
			socket.disconnect(true);
		}
		throw new Refusal('too_many', CHAT_MESSAGES.tooFast);
	}

	function sentence(error: unknown, event: string): string {
		const refusal = asRefusal(error);
		if (refusal) return refusal.message;
		log.error({ err: error, event }, 'a live event failed');
		return COMMON_MESSAGES.failed;
	}

	return {
		on: (hearing: Hearing) => void hearings.set(hearing.event, hearing),
		hear(socket: LiveSocket) {
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
function isOver(error: unknown): boolean {
	return error instanceof Refusal && error.kind === 'unauthenticated';
}

/** The library puts the client's callback last; anything else may be anywhere, or missing. */
function callbackOf(sent: readonly unknown[]) {
	const last = sent.at(-1);
	return typeof last === 'function' ? (answer: object) => void last(answer) : undefined;
}

/** @throws Refusal invalid with the first failing rule's message */
function read<S extends z.core.$ZodType>(payload: S, sent: unknown): z.output<S> {
	const parsed = z.safeParse(payload, sent);
	if (parsed.success) return parsed.data;
	const [issue] = parsed.error.issues;
	const isOfAField = issue && issue.path.length > 0;
	throw new Refusal('invalid', isOfAField ? issue.message : CHAT_MESSAGES.missing);
}
