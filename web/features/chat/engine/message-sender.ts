import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_MESSAGES } from '#contract/chat/facts.ts';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { requestRealtime } from '#web/lib/realtime/realtime.ts';
import { mergeMessage, type UnsentMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore } from './room-store.ts';

export interface MessageSender {
	/** Shows and keeps it at once, and sends it as soon as we are in the room. */
	send: (text: string) => void;
	resend: (clientId: string) => void;
	discard: (clientId: string) => void;
	/** Brings back what an earlier visit could not send. */
	restoreUnsent: () => Promise<void>;
	/** Sends all that waits, in order: the server takes a repeated one once, by its `clientId`. */
	flush: () => void;
	/** The server has stored it. */
	removeUnsent: (clientId: string) => void;
	/** The line broke: what was under way may not have arrived. */
	resetInFlight: () => void;
}

interface MessageSenderDeps {
	roomId: string;
	userId: number;
	outbox: Outbox;
	store: RoomStore;
	/** The server no longer takes us for somebody in this room. */
	onNotJoined: () => void;
}

/** As long as the server itself asks for, where it can't do anything at the moment. */
export const RETRY_DELAY_MS = 2000;

/** What one writes in a chat, until the server has acknowledged it. */
export function createMessageSender({
	roomId,
	userId,
	outbox,
	store,
	onNotJoined,
}: MessageSenderDeps): MessageSender {
	/** On the connection there is. */
	const inFlight = new Set<string>();

	const resetInFlight = () => inFlight.clear();
	return { send, resend, discard: removeUnsent, restoreUnsent, flush, removeUnsent, resetInFlight };

	function send(text: string): void {
		const last = store.current().unsent.at(-1);
		const writtenAt = Math.max(Date.now(), (last?.writtenAt ?? 0) + 1);
		const message = { clientId: randomUuid(), text, writtenAt };
		outbox.saveUnsent(message);
		store.update({ unsent: [...store.current().unsent, message], roomError: undefined });
		flush();
	}

	function resend(clientId: string): void {
		const found = store.current().unsent.find((message) => message.clientId === clientId);
		if (!found) return;
		const { refusal: _, ...message } = found;
		outbox.saveUnsent(message);
		replaceUnsent(store, message);
		flush();
	}

	async function restoreUnsent(): Promise<void> {
		const stored = await outbox.readUnsent();
		const { unsent, messages } = store.current();
		const isKnown = ({ clientId }: UnsentMessage) =>
			[...unsent, ...messages].some((message) => message.clientId === clientId);
		const found = stored.filter((message) => !isKnown(message));
		if (found.length > 0) store.update({ unsent: [...found, ...unsent] });
		flush();
	}

	function flush(): void {
		const { isJoined, isClosed, joinError: refusal, unsent } = store.current();
		const finalRefusal = isClosed ? CHAT_MESSAGES.closed : refusal;
		const waiting = unsent.filter(
			({ clientId, refusal: refused }) => refused === undefined && !inFlight.has(clientId),
		);
		if (isJoined) for (const message of waiting) void deliver(message);
		else if (isPermanentError(finalRefusal))
			for (const message of waiting) markRefused(message, finalRefusal);
	}

	async function deliver(message: UnsentMessage): Promise<void> {
		const { clientId, text, writtenAt } = message;
		const timestamp = new Date(writtenAt).toISOString();
		inFlight.add(clientId);
		try {
			const sent = { roomId, message: text, senderId: userId, userId, timestamp, clientId };
			const acknowledgement = await requestRealtime<Acknowledgement>(CHAT_EVENTS.sendMessage, sent);
			inFlight.delete(clientId);
			if (acknowledgement.success) {
				addStored(store, message, acknowledgement.id, userId);
				removeUnsent(clientId);
			} else if (acknowledgement.message === CHAT_MESSAGES.notJoined) onNotJoined();
			else if (acknowledgement.message === COMMON_MESSAGES.unavailable)
				setTimeout(flush, RETRY_DELAY_MS);
			else markRefused(message, acknowledgement.message);
		} catch {
			// No acknowledgement: it goes again, now where the line still stands, else when it is back.
			if (inFlight.delete(clientId)) flush();
		}
	}

	function markRefused(message: UnsentMessage, refusal: string): void {
		const refused = { ...message, refusal };
		outbox.saveUnsent(refused);
		replaceUnsent(store, refused);
		// The server says it twice, in either order; it stands at the message.
		if (store.current().roomError === refusal) store.update({ roomError: undefined });
	}

	function removeUnsent(clientId: string): void {
		outbox.deleteUnsent(clientId);
		const { unsent } = store.current();
		const remaining = unsent.filter((message) => message.clientId !== clientId);
		if (remaining.length < unsent.length) store.update({ unsent: remaining });
	}
}

/** The server's own copy comes besides, and takes the place of this one. */
function addStored(store: RoomStore, message: UnsentMessage, id: number, userId: number): void {
	const { clientId, text, writtenAt } = message;
	const at = new Date(writtenAt).toISOString();
	const { messages } = store.current();
	if (messages.some((known) => known.id === id)) return;
	const stored = { id, message: text, userId, senderId: userId, timestamp: at, createdAt: at };
	store.update({ messages: mergeMessage(messages, { ...stored, clientId }) });
}

function replaceUnsent(store: RoomStore, message: UnsentMessage): void {
	const unsent = store
		.current()
		.unsent.map((known) => (known.clientId === message.clientId ? message : known));
	store.update({ unsent });
}
