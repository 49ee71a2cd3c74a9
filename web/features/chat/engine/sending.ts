import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { requestLive } from '#web/lib/realtime/realtime.ts';
import { isFinal } from './final-refusal.ts';
import { type UnsentMessage, withMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import type { RoomStore } from './room-store.ts';

export interface Sending {
	/** Shows and keeps it at once, and sends it as soon as we are in the room. */
	send: (text: string) => void;
	sendAgain: (clientId: string) => void;
	discard: (clientId: string) => void;
	/** Brings back what an earlier visit could not send. */
	readKept: () => Promise<void>;
	/** Sends all that waits, in order: the server takes a repeated one once, by its `clientId`. */
	flush: () => void;
	/** The server has stored it. */
	settle: (clientId: string) => void;
	/** The line broke: what was under way may not have arrived. */
	startOver: () => void;
}

interface SendingDeps {
	roomId: string;
	userId: number;
	outbox: Outbox;
	store: RoomStore;
	/** The server no longer takes us for somebody in this room. */
	onLeft: () => void;
}

/** As long as the server itself asks for, where it can't do anything at the moment. */
export const AGAIN_AFTER_MS = 2000;

/** What one writes in a chat, until the server has acknowledged it. */
export function openSending({ roomId, userId, outbox, store, onLeft }: SendingDeps): Sending {
	/** On the connection there is. */
	const underWay = new Set<string>();

	const startOver = () => underWay.clear();
	return { send, sendAgain, discard: settle, readKept, flush, settle, startOver };

	function send(text: string): void {
		const last = store.current().unsent.at(-1);
		const writtenAt = Math.max(Date.now(), (last?.writtenAt ?? 0) + 1);
		const message = { clientId: randomUuid(), text, writtenAt };
		outbox.keepUnsent(message);
		store.change({ unsent: [...store.current().unsent, message], notice: undefined });
		flush();
	}

	function sendAgain(clientId: string): void {
		const found = store.current().unsent.find((message) => message.clientId === clientId);
		if (!found) return;
		const { refusal: _, ...message } = found;
		outbox.keepUnsent(message);
		replace(store, message);
		flush();
	}

	async function readKept(): Promise<void> {
		const kept = await outbox.readUnsent();
		const { unsent, messages } = store.current();
		const isKnown = ({ clientId }: UnsentMessage) =>
			[...unsent, ...messages].some((message) => message.clientId === clientId);
		const found = kept.filter((message) => !isKnown(message));
		if (found.length > 0) store.change({ unsent: [...found, ...unsent] });
		flush();
	}

	function flush(): void {
		const { isJoined, isClosed, refusal, unsent } = store.current();
		const finalRefusal = isClosed ? CHAT_MESSAGES.closed : refusal;
		const waiting = unsent.filter(
			({ clientId, refusal: refused }) => refused === undefined && !underWay.has(clientId),
		);
		if (isJoined) for (const message of waiting) void deliver(message);
		else if (isFinal(finalRefusal)) for (const message of waiting) refuse(message, finalRefusal);
	}

	async function deliver(message: UnsentMessage): Promise<void> {
		const { clientId, text, writtenAt } = message;
		const timestamp = new Date(writtenAt).toISOString();
		underWay.add(clientId);
		try {
			const sent = { roomId, message: text, senderId: userId, userId, timestamp, clientId };
			const answer = await requestLive<Acknowledgement>(CHAT_EVENTS.sendMessage, sent);
			underWay.delete(clientId);
			if (answer.success) {
				showSent(store, message, answer.id, userId);
				settle(clientId);
			} else if (answer.message === CHAT_MESSAGES.notJoined) onLeft();
			else if (answer.message === COMMON_MESSAGES.unavailable) setTimeout(flush, AGAIN_AFTER_MS);
			else refuse(message, answer.message);
		} catch {
			// No acknowledgement: it goes again, now where the line still stands, else when it is back.
			if (underWay.delete(clientId)) flush();
		}
	}

	function refuse(message: UnsentMessage, refusal: string): void {
		const refused = { ...message, refusal };
		outbox.keepUnsent(refused);
		replace(store, refused);
		// The server says it twice, in either order; it stands at the message.
		if (store.current().notice === refusal) store.change({ notice: undefined });
	}

	function settle(clientId: string): void {
		outbox.dropUnsent(clientId);
		const { unsent } = store.current();
		const left = unsent.filter((message) => message.clientId !== clientId);
		if (left.length < unsent.length) store.change({ unsent: left });
	}
}

/** The server's own copy comes besides, and takes the place of this one. */
function showSent(store: RoomStore, message: UnsentMessage, id: number, userId: number): void {
	const { clientId, text, writtenAt } = message;
	const at = new Date(writtenAt).toISOString();
	const { messages } = store.current();
	if (messages.some((known) => known.id === id)) return;
	const kept = { id, message: text, userId, senderId: userId, timestamp: at, createdAt: at };
	store.change({ messages: withMessage(messages, { ...kept, clientId }) });
}

function replace(store: RoomStore, message: UnsentMessage): void {
	const unsent = store
		.current()
		.unsent.map((known) => (known.clientId === message.clientId ? message : known));
	store.change({ unsent });
}
