import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { CHAT_ERRORS } from '#contract/chat/errors.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import {
	conversation,
	conversationParams,
	conversationQuery,
	itemChats,
	itemChatsParams,
} from './conversations.ts';
import {
	acknowledgement,
	autoConnected,
	handshake,
	joinedRoom,
	joinRoom,
	receivedMessage,
	sendMessage,
} from './events.ts';
import { CHAT_EVENTS, CHAT_LIMITS, CHAT_MESSAGES } from './facts.ts';

const CLIENT_ID = '0b1c5d0e-3f0a-4c55-9d5b-0a8d4f1f2c11';
const NOW = '2026-11-20T08:00:00.000Z';
const STORED = {
	id: 5,
	message: 'Is it there?',
	userId: 12,
	senderId: 12,
	timestamp: NOW,
	createdAt: NOW,
	photos: [],
};

function messageOf(schema: z.core.$ZodType, sent: unknown): string | undefined {
	return z.safeParse(schema, sent).error?.issues[0]?.message;
}

test('the event names of the chat are those that other clients use', () => {
	expect(Object.values(CHAT_EVENTS)).toEqual([
		'join room',
		'send-message',
		'room-joined',
		'room-switched',
		'receive-message',
		'auto-connected',
		'error-message',
		'error',
	]);
});

test('the limits and messages of the chat are those that clients and screens show', () => {
	expect(CHAT_LIMITS).toMatchObject({
		reconnectAttempts: 5,
		reconnectDelayMs: 1000,
		scrollDelayMs: 100,
	});
	expect(CHAT_MESSAGES).toMatchObject({
		heading: 'Chat Section',
		connecting: 'Connecting to chat...',
		errorTitle: 'Connection Error',
		placeholder: 'Type a message...',
		own: 'You',
		loadingBuyers: 'Loading Available Buyers...',
		noBuyers: 'No buyers have contacted you yet',
		backToItem: 'Back to Item',
		refreshBuyers: 'Refresh Data',
		noContext: 'Failed to determine chat context',
		noToken: 'Authentication token not found',
		cannotConnect: 'Failed to connect to chat server',
	});
	expect(CHAT_ERRORS).toMatchObject({
		signIn: { message: 'Authentication required' },
		missingParameters: { message: 'Missing required parameters' },
		connectionError: { message: 'Chat connection error' },
	});
	expect(CHAT_MESSAGES.unnamed(12)).toBe('User 12');
	expect(CHAT_MESSAGES.report('Asha')).toBe('Report Asha');
	expect(CHAT_MESSAGES.buyerId(12)).toBe('ID: 12');
	expect(CHAT_MESSAGES.reconnections(2)).toBe('2/5');
});

test.each([{}, { token: '' }, { token: null }, undefined])(
	'a chat connection with the handshake %j is refused',
	(auth) => {
		expect(z.safeParse(handshake, auth).success).toBe(false);
		if (auth) expect(messageOf(handshake, auth)).toBe('Authentication required');
	},
);

describe('joining a chat room', () => {
	test.each([
		[
			{ itemId: 7, userType: 'buyer' },
			{ itemId: 7, userType: 'buyer' },
		],
		[
			{ itemId: '7', userType: 'buyer', buyerId: null },
			{ itemId: 7, userType: 'buyer', buyerId: null },
		],
		[
			{ itemId: 7, userType: 'seller', buyerId: '12' },
			{ itemId: 7, userType: 'seller', buyerId: 12 },
		],
	])('a request to join a chat room accepts the parameters %j', (sent, read) => {
		expect(z.parse(joinRoom, sent)).toEqual(read);
	});

	test.each([
		{},
		{ itemId: 7 },
		{ itemId: 7, userType: 'owner' },
		{ itemId: 7, userType: 'seller', buyerId: 'x' },
		{ itemId: { $gt: 0 }, userType: 'buyer' },
	])('a request to join a chat room refuses the parameters %j', (sent) => {
		expect(messageOf(joinRoom, sent)).toBe('Missing required parameters');
	});
});

describe('sending a message', () => {
	const sending = (changes: object) => ({ roomId: '7-12', message: 'Hello', ...changes });

	test('a sent message has its room id parsed and its text trimmed', () => {
		const sent = sending({ message: '  Is it there?\n', clientId: CLIENT_ID });

		expect(z.parse(sendMessage, sent)).toEqual({
			roomId: { itemId: 7, buyerId: 12 },
			message: 'Is it there?',
			clientId: CLIENT_ID,
		});
	});

	test('a sent message can have any value for the sender and the time', () => {
		const sent = sending({ senderId: 'me', userId: [], timestamp: 'soon', clientId: null });

		expect(messageOf(sendMessage, sent)).toBeUndefined();
	});

	test.each([
		['', false],
		['   ', false],
		['x'.repeat(2000), true],
		['x'.repeat(2001), false],
		['🎒'.repeat(2000), true],
		['🎒'.repeat(2001), false],
		[{ text: 'Hello' }, false],
	])('a sent message has a text of 1 to 2,000 Unicode characters (case %#)', (message, allowed) => {
		expect(messageOf(sendMessage, sending({ message }))).toBe(
			allowed ? undefined : 'A message must be between 1 and 2,000 characters.',
		);
	});

	test('a sent message with a NUL character is refused', () => {
		expect(messageOf(sendMessage, sending({ message: 'a\0b' }))).toBe(
			REQUEST_ERRORS.badText.message,
		);
	});

	test.each([undefined, '', '7', 'x-y', 7])(
		'a sent message with the room id %j is refused',
		(roomId) => {
			expect(messageOf(sendMessage, sending({ roomId }))).toBe(CHAT_ERRORS.badRoom.message);
		},
	);

	test('a sent message can have photos without a text, and keeps the order of the photos', () => {
		const sent = sending({ message: ' ', photoIds: [9, 3, 5, 7] });

		expect(z.parse(sendMessage, sent)).toMatchObject({ message: '', photoIds: [9, 3, 5, 7] });
		expect(messageOf(sendMessage, sending({ message: 'Here', photoIds: [1] }))).toBeUndefined();
		expect(messageOf(sendMessage, sending({ photoIds: null }))).toBeUndefined();
	});

	test.each([
		[[], CHAT_ERRORS.badPhotos],
		[[0], CHAT_ERRORS.badPhotos],
		[['4'], CHAT_ERRORS.badPhotos],
		[[4, 4], CHAT_ERRORS.badPhotos],
		[[1, 2, 3, 4, 5], CHAT_ERRORS.tooManyPhotos],
	])('a sent message with the photo ids %j is refused', (photoIds, error) => {
		expect(messageOf(sendMessage, sending({ photoIds }))).toBe(error.message);
	});

	test.each(['', '1', 5, 'not-a-uuid'])(
		'a sent message with the client id %j is refused',
		(clientId) => {
			expect(messageOf(sendMessage, sending({ clientId }))).toBe(CHAT_ERRORS.badClientId.message);
		},
	);
});

describe('replies of the chat server', () => {
	test('a stored message is sent without undeclared fields in a conversation and on joining; the events of a new message and of an automatic connection keep their fields', () => {
		const row = { ...STORED, email: 'asha@college.example' };

		expect(z.parse(conversation, [row])).toEqual([STORED]);
		const positions = { readId: 4, deliveredId: 5, isHere: true };
		const joined = z.parse(joinedRoom, { roomId: '7-12', messages: [row], ...positions });
		expect(joined.messages).toEqual([STORED]);
		const received = { ...STORED, roomId: '7-12', clientId: CLIENT_ID };
		expect(z.parse(receivedMessage, received)).toEqual(received);
		expect(z.parse(autoConnected, { buyerId: 12 })).toEqual({ buyerId: 12 });
	});

	test('a reply with a field of the wrong type is refused and not converted', () => {
		expect(z.safeParse(conversation, [{ ...STORED, id: '5' }]).success).toBe(false);
	});

	test('an acknowledgement contains the id of the message or the reason for its refusal', () => {
		expect(z.parse(acknowledgement, { success: true, id: 5 })).toEqual({ success: true, id: 5 });
		const refused = { success: false, ...CHAT_ERRORS.notJoined };
		expect(z.parse(acknowledgement, refused)).toEqual(refused);
		expect(z.safeParse(acknowledgement, { success: true }).success).toBe(false);
	});

	test('an entry in the list of the chats about an item has the field `recieverId`', () => {
		const entry = {
			userId: 12,
			recieverId: 3,
			userName: 'Asha',
			lastMessageAt: NOW,
			unread: 0,
			lastMessage: 'Is it still there?',
			isLastMessageWithoutWords: false,
			profilePicUrl: null,
			isVerified: false,
			isBlocked: false,
		};

		expect(z.parse(itemChats, [entry])).toEqual([entry]);
	});
});

describe('reading a conversation', () => {
	test('the ids in the paths of a conversation and of the chats about an item are parsed, and an invalid buyer id is refused', () => {
		expect(z.parse(conversationParams, { itemId: '7', buyerId: '12' })).toEqual({
			itemId: 7,
			buyerId: 12,
		});
		expect(z.parse(itemChatsParams, { itemId: '7' })).toEqual({ itemId: 7 });
		expect(messageOf(conversationParams, { itemId: '7', buyerId: 'x' })).toBe(
			REQUEST_ERRORS.badId.message,
		);
	});

	test('a request for a page of a conversation can name the message before which the page ends, and its limit is clamped to 100', () => {
		expect(z.parse(conversationQuery, {}).before).toBeUndefined();
		expect(z.parse(conversationQuery, { before: '900', limit: '500' })).toEqual({
			before: 900,
			limit: 100,
		});
	});

	test.each(['0', '-1', 'x', '', '1'.repeat(16)])(
		'a page of a conversation with the cursor %j is refused',
		(before) => {
			expect(messageOf(conversationQuery, { before })).toBe(CHAT_ERRORS.badCursor.message);
		},
	);
});
