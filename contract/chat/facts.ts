import { isolated } from '#contract/core/format.ts';
/** Limits of chats, for pages and server. */
export const CHAT_LIMITS = {
	/** Characters of a trimmed message. */
	textMax: 2000,
	/** Photos of one message. */
	photosMax: 4,
	/** Bytes of one photo, inclusive. */
	photoMaxBytes: 10 * 1024 ** 2,
	/** Photos that a person may upload within a day, sent or not. */
	photosPerDay: 40,
	/** Hours in which an uploaded photo can be sent. */
	photoMaxAgeHours: 24,
	/** Newest messages sent when a client joins. */
	historyOnJoin: 200,
	/** Messages per page of older history. */
	historyPage: 50,
	reconnectAttempts: 5,
	reconnectDelayMs: 1000,
	/** How long after a new message the list scrolls to its end. */
	scrollDelayMs: 100,
} as const;

/** Texts of the chat pages. */
export const CHAT_MESSAGES = {
	heading: 'Chat Section',
	connecting: 'Connecting to chat...',
	errorTitle: 'Connection Error',
	retry: 'Retry',
	reconnections: (count: number) => `${count}/${CHAT_LIMITS.reconnectAttempts}`,
	placeholder: 'Type a message...',
	own: 'You',
	unnamed: (userId: number) => `User ${userId}`,
	report: (name: string) => `Report ${isolated(name)}`,
	loadingBuyers: 'Loading Available Buyers...',
	noBuyers: 'No buyers have contacted you yet',
	buyerId: (userId: number) => `ID: ${userId}`,
	backToItem: 'Back to Item',
	refreshBuyers: 'Refresh Data',
	noContext: 'Failed to determine chat context',
	noToken: 'Authentication token not found',
	cannotConnect: 'Failed to connect to chat server',
	/** Replaces the messages of a deleted account. */
	erased: 'This message was deleted.',
	/** Replaces the photos of a deleted account. */
	erasedPhoto: 'This photo was deleted.',
	addPhotos: 'Add photos',
	photosToSend: 'Photos to send',
	preparingPhotos: 'Making it smaller…',
	photosNotAdded: 'The photos could not be added. Please try again.',
	/** A message without words, in a list or a notification. */
	photo: 'Photo',
	/** The text of a message without words, for clients that do not show photos. */
	photosSent: (count: number) => (count === 1 ? 'Sent a photo.' : `Sent ${count} photos.`),

	/** Titles and hints for a chat that cannot be opened, where trying again does not help. */
	notYoursTitle: 'This chat is not yours',
	noChatTitle: 'There is no chat at this address',
	addressHint: 'The address of a chat has two numbers: an item and a person.',
	itemGoneHint: 'It may have been removed since you saw it.',
	personGoneHint: 'They may have left the market.',
	cannotOpenTitle: 'This chat cannot be opened',

	emptyConversation: (name: string) => `Your messages with ${isolated(name)} will appear here.`,
	/** Suggested first messages: put into the input field, not sent. */
	conversationStarters: [
		'Is it still available?',
		'Does everything work?',
		'Where can we meet?',
		'Could you show me a photo of …?',
	],
	conversationStartersLabel: 'Ways to begin',
	meetSafely: 'Meet in a busy place on campus, and pay only once you have seen it.',
	newMessages: 'New messages',
	reconnecting: 'Connection lost. Reconnecting…',
	offline: 'You are offline. The chat connects by itself when you are back online.',
	/** Shown when a chat is opened offline; new messages wait. */
	openedOffline: 'You are offline. Older messages come when you are back online.',
	/** In the list of chats, before a message of the user's own: until it is sent, and once it was refused. */
	waitingToSend: 'Not sent yet',
	rejected: 'Not sent',
	notSent: 'Not sent yet. It goes out when you are back online.',
	sendAgain: 'Send again',
	discard: 'Discard',
	online: 'here now',
	typing: (name: string) => `${isolated(name)} is typing`,
	scamWarning:
		'Pay when you meet and have seen it. Never share an OTP or scan a QR code to receive money.',
	linkWarning: 'This link leaves the market. Open it only if you trust who sent it.',
	/** In the list of chats, for an open chat without messages. */
	noMessages: 'No messages yet',
	noChats: 'No chats yet',
	noChatsHint: 'Ask a seller about something you like.',
} as const;

/** Socket.IO events: first the two of the client, then those of the server. */
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

/** Further events of our own, which other clients may ignore. */
export const REALTIME_EVENTS = {
	/** Both directions: a user started or stopped typing. */
	typing: 'typing',
	/** From the client: messages up to an id were shown (`markRead`) or received (`markDelivered`). */
	markRead: 'mark-read',
	markDelivered: 'mark-delivered',
	/** To the room: how far the other participant has read and received. */
	receipt: 'receipt',
	/** To users with an open chat with this user: online or offline. */
	presence: 'presence',
	/** To all devices of a user: a chat has a new message or was read on another device. */
	chatChanged: 'chat-changed',
	/** To all devices of a user: the badge counts may have changed. */
	notificationsChanged: 'notices-changed',
	/** From the client: the items that the page shows (`contract/items/watching.ts`); replaces the previous list. */
	watchItems: 'watch-items',
	/** To all devices of buyer and seller: their deal about an item has changed. */
	dealChanged: 'deal-changed',
	/** To clients that show an item or have a chat about it open: its price, status or reservation changed. */
	itemChanged: 'item-changed',
	/** To all clients, before maintenance closes the connections: the body of the 503 replies. */
	marketClosed: 'market-closed',
} as const;

/** Limits of a socket. */
export const SOCKET_LIMITS = {
	/** Bytes of one event. */
	maxBytes: 32 * 1024,
	windowSeconds: 10,
	/** Further events of the window are refused. */
	eventsPerWindow: 100,
	/** After this many events in a window the socket is disconnected. */
	disconnectAt: 300,
	/** How long 'is typing' is shown without another `typing` event. */
	typingMs: 5000,
} as const;

/** The two sides of a chat. */
export const CHAT_ROLES = ['buyer', 'seller'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];
