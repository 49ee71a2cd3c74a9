import * as z from 'zod/mini';
import { text } from '#contract/core/common.ts';
import { idWithMessage } from '#contract/core/ids.ts';
import { CHAT_LIMITS, CHAT_MESSAGES, CHAT_ROLES } from './facts.ts';
import { parseRoomId } from './room-id.ts';

/** The authentication data of a connection. */
export const handshake = z.object({
	token: z.string(CHAT_MESSAGES.signIn).check(z.minLength(1, CHAT_MESSAGES.signIn)),
});

export const joinRoom = z.object({
	itemId: idWithMessage(CHAT_MESSAGES.missingParameters),
	userType: z.enum(CHAT_ROLES, CHAT_MESSAGES.missingParameters),
	/** Absent for a buyer, and for a seller who has only one. */
	buyerId: z.optional(z.nullable(idWithMessage(CHAT_MESSAGES.missingParameters))),
});

const roomFromId = z.pipe(
	z.string(CHAT_MESSAGES.badRoom),
	z.pipe(
		z.transform((value: string) => parseRoomId(value)),
		z.object({ itemId: z.int(), buyerId: z.int() }, CHAT_MESSAGES.badRoom),
	),
);

/** Who wrote it and when is known from the token and the clock; what the client says of it is not looked at. */
export const sendMessage = z.object({
	roomId: roomFromId,
	message: text(1, CHAT_LIMITS.textMax, CHAT_MESSAGES.text),
	senderId: z.optional(z.unknown()),
	userId: z.optional(z.unknown()),
	timestamp: z.optional(z.unknown()),
	/** Made by our client, so that a repeated send is stored once. */
	clientId: z.optional(z.nullable(z.uuid(CHAT_MESSAGES.badClientId))),
});

export const chatMessage = z.object({
	/** Its order is the order of the messages. */
	id: z.int(),
	message: z.string(),
	userId: z.int(),
	senderId: z.int(),
	timestamp: z.iso.datetime(),
	createdAt: z.iso.datetime(),
});
export type ChatMessage = z.infer<typeof chatMessage>;

export const receivedMessage = z.extend(chatMessage, {
	roomId: z.string(),
	clientId: z.nullable(z.string()),
});
export type ReceivedMessage = z.infer<typeof receivedMessage>;

/** How far the other side has come: ids of messages, 0 for none. */
export const readPositions = {
	readId: z.int(),
	deliveredId: z.int(),
	/** One's own messages up to `deliveredId` that the other side never gets; absent where there are none. */
	undeliveredIds: z.optional(z.array(z.int())),
};

/** Of both `room-joined` and `room-switched`: the newest messages, oldest first. */
export const joinedRoom = z.object({
	roomId: z.string(),
	messages: z.array(chatMessage),
	/** Of the other side. */
	...readPositions,
	isHere: z.boolean(),
});
export type JoinedRoom = z.infer<typeof joinedRoom>;

/** Tells a seller which buyer's room it will be. */
export const autoConnected = z.object({ buyerId: z.int() });

export const acknowledgement = z.discriminatedUnion('success', [
	z.object({ success: z.literal(true), id: z.int() }),
	z.object({ success: z.literal(false), message: z.string() }),
]);
export type Acknowledgement = z.infer<typeof acknowledgement>;

/** Sent by our client while somebody writes. */
export const typing = z.object({
	roomId: roomFromId,
	isTyping: z.boolean(CHAT_MESSAGES.missingParameters),
});

/** Sent with `mark-read` and `mark-delivered`: everything up to this message. */
export const positionUpdate = z.object({
	roomId: roomFromId,
	messageId: z.int(CHAT_MESSAGES.badMessageId).check(z.positive(CHAT_MESSAGES.badMessageId)),
});

/** What the server tells of the other side. */
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

/** Told to all of a person's devices: `messageId` is the newest one that they can see. */
export const chatChanged = z.object({ roomId: z.string(), messageId: z.int() });
export type ChatChanged = z.infer<typeof chatChanged>;
