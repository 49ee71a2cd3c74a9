import * as z from 'zod/mini';
import { id, text } from './common.ts';
import { idSaying } from './ids.ts';
import { pageSize } from './paging.ts';
import { readRoomId } from './rooms.ts';

export const CHAT_LIMITS = {
	/** Characters of one message, trimmed. */
	textMax: 2000,
	/** Messages sent on joining: the newest. */
	historyOnJoin: 200,
	/** Messages of one page of older history. */
	historyPage: 50,
	reconnectAttempts: 5,
	reconnectDelayMs: 1000,
	scrollDelayMs: 100,
} as const;

export const CHAT_MESSAGES = {
	heading: 'Chat Section',
	connecting: 'Connecting to chat...',
	errorTitle: 'Connection Error',
	retry: 'Retry',
	reconnections: (count: number) => `${count}/${CHAT_LIMITS.reconnectAttempts}`,
	placeholder: 'Type a message...',
	own: 'You',
	unnamed: (userId: number) => `User ${userId}`,
	report: (name: string) => `Report ${name}`,
	loadingBuyers: 'Loading Available Buyers...',
	noBuyers: 'No buyers have contacted you yet',
	buyerId: (userId: number) => `ID: ${userId}`,
	backToItem: 'Back to Item',
	refreshBuyers: 'Refresh Data',

	signIn: 'Authentication required',
	missing: 'Missing required parameters',
	noContext: 'Failed to determine chat context',
	noToken: 'Authentication token not found',
	cannotConnect: 'Failed to connect to chat server',
	connectionError: 'Chat connection error',

	text: 'A message must be between 1 and 2,000 characters.',
	badRoom: 'That chat is not valid.',
	badClientId: 'The id of that message is not valid.',
	badBefore: 'That place in the chat is not valid.',
	notJoined: 'Please join the chat before writing.',
	notYours: 'Only the buyer and the seller can see this chat.',
	notOwner: 'Only the seller can see who is interested.',
	closed: 'This chat is closed.',
	buyerFirst: 'The buyer writes first.',
	chooseBuyer: 'Please choose a buyer first.',
} as const;

/** Socket.IO events; the client's two first (wire contract, "Realtime"). */
export const CHAT_EVENTS = {
	joinRoom: 'join room',
	sendMessage: 'send-message',
	roomJoined: 'room-joined',
	roomSwitched: 'room-switched',
	receiveMessage: 'receive-message',
	autoConnected: 'auto-connected',
	errorMessage: 'error-message',
	error: 'error',
} as const;

export const CHAT_ROLES = ['buyer', 'seller'] as const;

/** The authentication data of a connection. */
export const handshake = z.object({
	token: z.string(CHAT_MESSAGES.signIn).check(z.minLength(1, CHAT_MESSAGES.signIn)),
});

export const joinRoom = z.object({
	itemId: idSaying(CHAT_MESSAGES.missing),
	userType: z.enum(CHAT_ROLES, CHAT_MESSAGES.missing),
	/** Absent for a buyer, and for a seller who has only one. */
	buyerId: z.optional(z.nullable(idSaying(CHAT_MESSAGES.missing))),
});

const room = z.pipe(
	z.string(CHAT_MESSAGES.badRoom),
	z.pipe(
		z.transform((sent: string) => readRoomId(sent)),
		z.object({ itemId: z.int(), buyerId: z.int() }, CHAT_MESSAGES.badRoom),
	),
);

/** Who wrote it and when is known from the token and the clock; what the client says of it is not looked at. */
export const sendMessage = z.object({
	roomId: room,
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

/** Of both `room-joined` and `room-switched`: the newest messages, oldest first. */
export const joinedRoom = z.object({ roomId: z.string(), messages: z.array(chatMessage) });

/** Tells a seller which buyer's room it will be. */
export const autoConnected = z.object({ buyerId: z.int() });

export const acknowledgement = z.discriminatedUnion('success', [
	z.object({ success: z.literal(true), id: z.int() }),
	z.object({ success: z.literal(false), message: z.string() }),
]);

/** The two numbers may come in either order: users and items share one sequence. */
export const conversationParams = z.object({ itemId: id, buyerId: id });

/** Without `before` the whole conversation is sent; with it, the page that ends just before that message. */
export const conversationQuery = z.object({
	before: z.optional(
		z.pipe(
			z.string(CHAT_MESSAGES.badBefore).check(z.regex(/^[1-9]\d{0,14}$/, CHAT_MESSAGES.badBefore)),
			z.transform(Number),
		),
	),
	limit: pageSize(CHAT_LIMITS.historyPage),
});
export const conversation = z.array(chatMessage);

export const itemChatsParams = z.object({ itemId: id });

/** One entry per buyer. */
export const itemChats = z.array(
	z.object({
		/** The buyer. */
		userId: z.int(),
		/** The seller, spelt as the documents spell it. */
		recieverId: z.int(),
		userName: z.string(),
		lastMessageAt: z.iso.datetime(),
		unread: z.int(),
	}),
);
