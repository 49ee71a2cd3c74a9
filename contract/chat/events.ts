import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { idWithMessage, text } from '#contract/core/schemas.ts';
import { dealEvent } from '#contract/deals/events.ts';
import { CHAT_LIMITS, CHAT_ROLES } from './facts.ts';
import { messagePhotos, photoIds } from './photos.ts';
import { parseRoomId } from './room-id.ts';

/** The `auth` data of a Socket.IO connection. */
export const handshake = z.object({
	token: z.string(CHAT_ERRORS.signIn.message).check(z.minLength(1, CHAT_ERRORS.signIn.message)),
});

export const joinRoom = z.object({
	itemId: idWithMessage(CHAT_ERRORS.missingParameters.message),
	userType: z.enum(CHAT_ROLES, CHAT_ERRORS.missingParameters.message),
	/** Absent for a buyer, and for a seller with only one buyer. */
	buyerId: z.optional(z.nullable(idWithMessage(CHAT_ERRORS.missingParameters.message))),
});

const roomFromId = z.pipe(
	z.string(CHAT_ERRORS.badRoom.message),
	z.pipe(
		z.transform((value: string) => parseRoomId(value)),
		z.object({ itemId: z.int(), buyerId: z.int() }, CHAT_ERRORS.badRoom.message),
	),
);

/** Sender and time come from the token and the server's clock; those sent by the client are ignored. */
export const sendMessage = z
	.object({
		roomId: roomFromId,
		/** May be empty with photos. */
		message: text(0, CHAT_LIMITS.textMax, CHAT_ERRORS.text.message),
		/** Uploaded photos of the sender that are in no message yet. */
		photoIds: z.optional(z.nullable(photoIds)),
		senderId: z.optional(z.unknown()),
		userId: z.optional(z.unknown()),
		timestamp: z.optional(z.unknown()),
		/** Set by our client so that a repeated message is stored only once. */
		clientId: z.optional(z.nullable(z.uuid(CHAT_ERRORS.badClientId.message))),
		/**
		 * Set by our client for a message to a chat that the connection has not joined, such as one written offline. A
		 * refusal is then sent in the acknowledgement only.
		 */
		withoutJoining: z.optional(z.boolean(CHAT_ERRORS.missingParameters.message)),
	})
	.check(
		z.refine(({ message, photoIds: ids }) => message !== '' || Boolean(ids), {
			error: CHAT_ERRORS.text.message,
			path: ['message'],
		}),
	);

/** A stored message, as both sides see it. */
export const chatMessage = z.object({
	/** Messages are ordered by id. */
	id: z.int(),
	message: z.string(),
	/** The sender; `userId` and `senderId` are the same. */
	userId: z.int(),
	senderId: z.int(),
	/** When the message was stored; `timestamp` and `createdAt` are the same. */
	timestamp: z.iso.datetime(),
	createdAt: z.iso.datetime(),
	...messagePhotos,
	/** Set if the message reports a step of a deal; `message` says the same in words. Clients cannot send it. */
	event: z.optional(dealEvent),
	/** Set on the reader's own messages: the id that the sending client chose, or one made by the server. */
	clientId: z.optional(z.nullable(z.string())),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const receivedMessage = z.extend(chatMessage, {
	roomId: z.string(),
	clientId: z.nullable(z.string()),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

/** Message ids up to which the other participant has read and received; 0 for none. */
export const readPositions = {
	readId: z.int(),
	deliveredId: z.int(),
	/** Own messages up to `deliveredId` that are never delivered because of a block; absent if there are none. */
	undeliveredIds: z.optional(z.array(z.int())),
};

/** Data of `room-joined` and `room-switched`: the newest messages, oldest first. */
export const joinedRoom = z.object({
	roomId: z.string(),
	messages: z.array(chatMessage),
	/** How far the other participant has read and received. */
	...readPositions,
	/** Whether the other participant is online. */
	isHere: z.boolean(),
});
export type JoinedRoom = z.infer<typeof joinedRoom>;

/** Sent to a seller who joined without naming the buyer. */
export const autoConnected = z.object({ buyerId: z.int() });

/** The acknowledgement of a `send-message` event. */
export const acknowledgement = z.discriminatedUnion('success', [
	z.object({ success: z.literal(true), id: z.int() }),
	z.object({ success: z.literal(false), code: z.string(), message: z.string() }),
]);
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** Sent by our client while the user types. */
export const typing = z.object({
	roomId: roomFromId,
	isTyping: z.boolean(CHAT_ERRORS.missingParameters.message),
});

/** Data of `mark-read` and `mark-delivered`: applies to all messages up to this one. */
export const positionUpdate = z.object({
	roomId: roomFromId,
	messageId: z
		.int(CHAT_ERRORS.badMessageId.message)
		.check(z.positive(CHAT_ERRORS.badMessageId.message)),
});

/** Typing state of the other participant. */
export const typingUpdate = z.object({
	roomId: z.string(),
	userId: z.int(),
	isTyping: z.boolean(),
});
export type TypingUpdate = z.infer<typeof typingUpdate>;
export const receipt = z.object({ roomId: z.string(), userId: z.int(), ...readPositions });
export type Receipt = z.infer<typeof receipt>;
export const presence = z.object({ userId: z.int(), isHere: z.boolean() });
export type Presence = z.infer<typeof presence>;

/** Sent to all devices of a user; `messageId` is the newest message that this user can see. */
export const chatChanged = z.object({ roomId: z.string(), messageId: z.int() });
export type ChatChanged = z.infer<typeof chatChanged>;
