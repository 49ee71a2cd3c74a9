import { page, userEvent } from 'vitest/browser';
import {
	type ChatDetails,
	getChat,
	listChats,
	uploadChatPhotos,
} from '#contract/chat/endpoints.ts';
import type { ChatMessage } from '#contract/chat/events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES, REALTIME_EVENTS } from '#contract/chat/facts.ts';
import type { ChatPhoto } from '#contract/chat/photos.ts';
import { formatRoomId } from '#contract/chat/room-id.ts';
import { getDeal } from '#contract/deals/endpoints.ts';
import type { DealEvent } from '#contract/deals/events.ts';
import { getNotificationSummary } from '#contract/notifications/endpoints.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { STUDENT } from './account-replies.ts';
import { chatItem, chatPartner } from './chat-replies.ts';
import { sampleDeal } from './deal-replies.ts';
import { fakeApi, refuse } from './fake-api.ts';
import { fakeRealtime } from './fake-realtime.ts';
import { samplePhoto } from './item-replies.ts';
import { sample } from './sample.ts';

/** The fields of a chat that a test decides. */
interface ChatChanges extends Partial<Omit<ChatDetails, 'roomId' | 'other'>> {
	other?: NonNullable<ChatDetails['other']>;
}

/**
 * Fakes the server for a chat of `STUDENT` and another person: it opens and joins the chat and stores messages. The
 * details of the chat may be changed later; later answers contain the changes.
 */
export function fakeChat({ other = chatPartner(), ...changes }: ChatChanges = {}) {
	const { role = 'buyer', item = chatItem() } = changes;
	const roomId = formatRoomId({
		itemId: item.id,
		buyerId: role === 'buyer' ? STUDENT.id : other.id,
	});
	const chat = { ...sample(getChat.reply).chat, roomId, role, item, ...changes, other };
	const messages: ChatMessage[] = [];

	/** Stores a message as if sent before the chat is opened. Without words its text says that it contains photos. */
	function addMessage(
		userId: number,
		words: string,
		{ clientId = null, photos = [] }: MessageParts = {},
	) {
		const id = (messages.at(-1)?.id ?? 1000) + 1;
		const message = chatMessage(id, userId, words, photos);
		messages.push(message);
		return { ...message, roomId, clientId };
	}

	/** Delivers a message of the other person while the chat is open. */
	function receiveMessage(words: string, photos: ChatPhoto[] = []): Promise<void> {
		return fakeRealtime.emit(CHAT_EVENTS.receiveMessage, addMessage(other.id, words, { photos }));
	}

	/** Stores a step of the deal as if taken before the chat is opened. */
	function addStep(userId: number, message: string, event: DealEvent): void {
		addMessage(userId, message);
		Object.assign(messages.at(-1) ?? {}, { event });
	}

	fakeApi.answer(getChat, () => ({ chat }));
	fakeDealByDefault(chat);
	/** Answers a join that a test has left without an answer. */
	const join = () => fakeRealtime.emit(CHAT_EVENTS.roomJoined, joinReply(chat, messages));
	fakeRealtime.on(CHAT_EVENTS.joinRoom, () => {
		void join();
		return { success: true };
	});
	answerSentMessages(addMessage);
	fakeRealtime.on(REALTIME_EVENTS.markRead, () => ({ success: true }));
	// On a wide screen, the list of chats is beside the open chat.
	fakeApi.answerByDefault(listChats);
	fakeApi.answerByDefault(getNotificationSummary);

	return {
		chat,
		path: `/chat/${other.id}/${item.id}`,
		messages,
		addMessage,
		addStep,
		join,
		receiveMessage,
	};
}

/** What the server sends when the chat is joined. */
function joinReply(
	{ roomId, readId, deliveredId }: { roomId: string; readId: number; deliveredId: number },
	messages: readonly ChatMessage[],
) {
	const newest = messages.slice(-CHAT_LIMITS.historyOnJoin);
	return { roomId, messages: newest, readId, deliveredId, isHere: false };
}

interface MessageParts {
	clientId?: string | null;
	photos?: ChatPhoto[];
}

/** Stores what `STUDENT` sends, and answers as the server does. */
function answerSentMessages(
	store: (
		userId: number,
		words: string,
		parts: MessageParts,
	) => ChatMessage & { roomId: string; clientId: string | null },
): void {
	const uploaded = fakePhotoUploads();
	fakeRealtime.on(CHAT_EVENTS.sendMessage, ({ message, photoIds, clientId = null }) => {
		const photos = (photoIds ?? []).flatMap((photoId) => uploaded.get(photoId) ?? []);
		const storedMessage = store(STUDENT.id, message.trim(), { clientId, photos });
		void fakeRealtime.emit(CHAT_EVENTS.receiveMessage, storedMessage);
		const { roomId, id } = storedMessage;
		void fakeRealtime.emit(REALTIME_EVENTS.chatChanged, { roomId, messageId: id });
		return { success: true, id };
	});
}

/** A message of now. */
function chatMessage(id: number, userId: number, words: string, photos: ChatPhoto[]): ChatMessage {
	const at = new Date().toISOString();
	return {
		id,
		userId,
		senderId: userId,
		timestamp: at,
		createdAt: at,
		photos,
		message: words || CHAT_MESSAGES.photosSent(photos.length),
		...(words === '' && { isWithoutWords: true }),
	};
}

/** Fakes the upload of photos for the chat. @returns the uploaded photos by id */
function fakePhotoUploads(): ReadonlyMap<number, ChatPhoto> {
	const uploaded = new Map<number, ChatPhoto>();
	fakeApi.answerByDefault(uploadChatPhotos, async ({ files }) => {
		const [file = new File([], 'none')] = files;
		// The real server can decode HEIC and this browser cannot, so the size is made up.
		const size = file.type === 'image/heic' ? { width: 800, height: 600 } : undefined;
		const picture = await createImageBitmap(file).catch(() => size);
		if (!picture) {
			const error = PHOTO_ERRORS.unreadable([file.name]);
			return refuse(400, error, { issues: [{ path: 'images', ...error }] });
		}
		const photo = sampleChatPhoto(uploaded.size + 1, picture);
		uploaded.set(photo.id, photo);
		return { photos: [photo] };
	});
	return uploaded;
}

/** A photo as the server sends it. */
export function sampleChatPhoto(
	id: number,
	{ width, height }: { width: number; height: number } = { width: 800, height: 600 },
): ChatPhoto {
	const { url } = samplePhoto(id % 4, { width, height });
	return { id, url, thumbUrl: url, width, height };
}

/** Fakes a deal of the chat in which nothing is agreed, unless the test has set another one. */
function fakeDealByDefault({
	role,
	item,
	other,
}: Pick<ChatDetails, 'role' | 'item'> & { other: { id: number } }) {
	fakeApi.answerByDefault(getDeal, ({ params }) => ({
		deal: sampleDeal({
			...params,
			role,
			sellerId: role === 'seller' ? STUDENT.id : other.id,
			askedPrice: item.price,
		}),
	}));
}

export const composer = page.getByPlaceholder(CHAT_MESSAGES.placeholder);
export const sendButton = page.getByRole('button', { name: 'Send', exact: true });
export const messageLog = page.getByRole('log');

/** Types a message and presses Enter. */
export async function sendMessage(text: string): Promise<void> {
	await composer.fill(text);
	await userEvent.keyboard('{Enter}');
}

/** The row of a message, by its text. */
export function messageItem(text: string) {
	return messageLog.getByRole('listitem').filter({ has: page.getByText(text, { exact: true }) });
}

/** All texts of the chat from top to bottom, without the days. */
export function messageTexts(): (string | null)[] {
	const texts = messageLog.element().querySelectorAll('li p[dir=auto]');
	return [...texts].map(({ textContent }) => textContent);
}
