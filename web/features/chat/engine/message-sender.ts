import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import type { Acknowledgement, ChatMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS } from '#contract/chat/facts.ts';
import type { DeclaredError } from '#contract/core/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import type { PickedPhoto } from '#web/features/chat/photos/picked-photo.ts';
import { requestRealtime } from '#web/lib/realtime/realtime.ts';
import { canSend } from './background-sending.ts';
import type { StoredMessage, UnsentMessage } from './messages.ts';
import type { Outbox } from './outbox.ts';
import { isPermanentError } from './permanent-error.ts';
import type { RoomStore } from './room-store.ts';
import {
	addStored,
	createUnsentMessages,
	messageRequest,
	withoutUploads,
} from './unsent-messages.ts';
import { createPhotoUploads, hasPendingPhotos, UPLOAD_AGAIN_CODES } from './upload-photos.ts';

export interface MessageSender {
	/** Shows and stores the message at once. Sends it as soon as `canSend` allows it and its photos are uploaded. */
	send: (text: string, photos?: readonly PickedPhoto[]) => void;
	resend: (clientId: string) => void;
	discard: (clientId: string) => void;
	/** Loads the unsent messages of earlier visits and sends them. */
	restoreUnsent: () => Promise<void>;
	/**
	 * Sends the waiting messages in order, each after the one before it was acknowledged. Repeated sending is harmless:
	 * the server stores a `clientId` only once.
	 */
	flush: () => void;
	/**
	 * Adds the local photo files to messages from the server, and removes their unsent copies, whose acknowledgement
	 * was lost.
	 */
	replaceUnsentCopies: (messages: readonly ChatMessage[]) => readonly StoredMessage[];
	/** Called when the server has stored the message. */
	removeUnsent: (clientId: string) => void;
	/** Called when the connection is lost: a message in flight may not have arrived. */
	resetInFlight: () => void;
}

interface MessageSenderDeps {
	roomId: string;
	userId: number;
	outbox: Outbox;
	store: RoomStore;
	/** Called when the server reports that this connection is not in the room. */
	onNotJoined: () => void;
	/** Called when the server rejects a message: the chat's details may be outdated. */
	onOutdated: () => void;
}

/** The same time as in the Retry-After header of an unavailable server. */
export const RETRY_DELAY_MS = 2000;

/**
 * Codes after which the message is sent again. A server of the previous release does not know `withoutJoining` and
 * answers `notJoined` for a chat that is not open.
 */
const RETRIED_CODES: readonly string[] = [
	REQUEST_ERRORS.unavailable.code,
	CHAT_ERRORS.notJoined.code,
];

/** Sends the user's messages in one chat, each until the server acknowledges or rejects it. */
export function createMessageSender({
	roomId,
	userId,
	outbox,
	store,
	onNotJoined,
	onOutdated,
}: MessageSenderDeps): MessageSender {
	/** The client id sent on the current connection and not acknowledged yet. */
	let inFlight: string | undefined;
	/** Client ids of messages whose photos were uploaded a second time since the user sent them. */
	const uploadedAgain = new Set<string>();

	const unsentMessages = createUnsentMessages(outbox, store);
	const { find, replace, markRefused, remove, replaceUnsentCopies } = unsentMessages;
	const uploadCallbacks = { onRefused: handleRefusal, onEnd: flush, onFailed: flushLater };
	const uploadPhotos = createPhotoUploads({ store, outbox, replace, remove, ...uploadCallbacks });
	const unsentActions = { discard: remove, removeUnsent: remove, restoreUnsent };
	return { send, resend, flush, resetInFlight, replaceUnsentCopies, ...unsentActions };

	function send(text: string, photos: readonly PickedPhoto[] = []): void {
		unsentMessages.add(text, photos);
		flush();
	}

	function resend(clientId: string): void {
		const rejected = find(clientId);
		if (!rejected) return;
		const { error: _, ...message } = rejected;
		uploadedAgain.delete(clientId);
		replace(message);
		flush();
	}

	async function restoreUnsent(): Promise<void> {
		await unsentMessages.restore();
		flush();
	}

	function flush(): void {
		const { isClosed, joinError, unsent } = store.current();
		const finalError = isClosed ? CHAT_ERRORS.closed : joinError;
		const waiting = unsent.filter(({ error }) => !error);
		if (canSend(store.current())) sendAll(waiting);
		else if (isPermanentError(finalError))
			for (const message of waiting) markRefused(message, finalError);
	}

	function sendAll(waiting: readonly UnsentMessage[]): void {
		// Later messages do not overtake one whose photos are being uploaded.
		const [next] = waiting;
		if (next && !hasPendingPhotos(next) && inFlight === undefined) void deliver(next);
		for (const message of waiting) uploadPhotos(message);
	}

	function flushLater(): void {
		setTimeout(flush, RETRY_DELAY_MS);
	}

	function resetInFlight(): void {
		inFlight = undefined;
	}

	async function deliver(message: UnsentMessage): Promise<void> {
		const { clientId } = message;
		inFlight = clientId;
		const request = messageRequest(roomId, userId, message, store.current().isJoined);
		const sending = requestRealtime<Acknowledgement>(CHAT_EVENTS.sendMessage, request);
		const acknowledgement = await sending.catch(() => undefined);
		if (inFlight === clientId) inFlight = undefined;
		if (acknowledgement?.success === false) return handleRefusal(message, acknowledgement);
		if (acknowledgement) {
			addStored(store, message, acknowledgement.id, userId);
			remove(clientId);
		}
		// Without an acknowledgement the same message is sent again: now, or after the reconnection.
		flush();
	}

	function handleRefusal(message: UnsentMessage, refusal: DeclaredError): void {
		const { code } = refusal;
		if (code === CHAT_ERRORS.notJoined.code && store.current().isJoined) onNotJoined();
		else if (RETRIED_CODES.includes(code)) flushLater();
		else if (UPLOAD_AGAIN_CODES.includes(code) && !uploadedAgain.has(message.clientId)) {
			uploadedAgain.add(message.clientId);
			replace(withoutUploads(message));
			flush();
		} else {
			markRefused(message, refusal);
			onOutdated();
			flush();
		}
	}
}
