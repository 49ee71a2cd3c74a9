import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { Acknowledgement } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { randomUuid } from '#web/lib/random-uuid.ts';
import { requestRealtime } from '#web/lib/realtime/realtime.ts';
import { mergeMessage, type UnsentMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore } from './room-store.ts';

export interface MessageSender {
	/** Shows and stores the message at once, and sends it as soon as the room is joined. */
	send: (text: string) => void;
	resend: (clientId: string) => void;
	discard: (clientId: string) => void;
	/** Loads the unsent messages of earlier visits and sends them. */
	restoreUnsent: () => Promise<void>;
	/** Sends all waiting messages in order. Repeats are harmless: the server stores a `clientId` once. */
	flush: () => void;
	/** Called when the server has stored the message. */
	removeUnsent: (clientId: string) => void;
	/** Called when the connection broke: messages in flight may not have arrived. */
	resetInFlight: () => void;
}

interface MessageSenderDeps {
	roomId: string;
	userId: number;
	outbox: Outbox;
	store: RoomStore;
	/** The server reports that this connection is not in the room. */
	onNotJoined: () => void;
}

/** The delay that the server itself asks for while it is unavailable. */
export const RETRY_DELAY_MS = 2000;

/** Sends the user's messages in one chat, each until the server acknowledges or rejects it. */
export function createMessageSender({
	roomId,
	userId,
	outbox,
	store,
	onNotJoined,
}: MessageSenderDeps): MessageSender {
	/** Client ids sent on the current connection and not acknowledged yet. */
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
		const { error: _, ...message } = found;
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
		const { isJoined, isClosed, joinError, unsent } = store.current();
		const finalError = isClosed ? CHAT_ERRORS.closed : joinError;
		const waiting = unsent.filter(({ clientId, error }) => !error && !inFlight.has(clientId));
		if (isJoined) for (const message of waiting) void deliver(message);
		else if (isPermanentError(finalError))
			for (const message of waiting) markRefused(message, finalError);
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
			} else if (acknowledgement.code === CHAT_ERRORS.notJoined.code) onNotJoined();
			else if (acknowledgement.code === REQUEST_ERRORS.unavailable.code)
				setTimeout(flush, RETRY_DELAY_MS);
			else markRefused(message, acknowledgement);
		} catch {
			// No acknowledgement: send again, now if still connected, else after the reconnection.
			if (inFlight.delete(clientId)) flush();
		}
	}

	function markRefused(message: UnsentMessage, { code, message: reason }: DeclaredError): void {
		const refused = { ...message, error: { code, message: reason } };
		outbox.saveUnsent(refused);
		replaceUnsent(store, refused);
		// The server reports the error twice, in either order; it is shown at the message only.
		if (store.current().roomError?.code === code) store.update({ roomError: undefined });
	}

	function removeUnsent(clientId: string): void {
		outbox.deleteUnsent(clientId);
		const { unsent } = store.current();
		const remaining = unsent.filter((message) => message.clientId !== clientId);
		if (remaining.length < unsent.length) store.update({ unsent: remaining });
	}
}

/** Shows the message as stored at once; the server's broadcast of it arrives separately and replaces it. */
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
