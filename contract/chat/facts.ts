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
	missingParameters: 'Missing required parameters',
	noContext: 'Failed to determine chat context',
	noToken: 'Authentication token not found',
	cannotConnect: 'Failed to connect to chat server',
	connectionError: 'Chat connection error',

	text: 'A message must be between 1 and 2,000 characters.',
	badRoom: 'That chat is not valid.',
	badClientId: 'The id of that message is not valid.',
	badCursor: 'That place in the chat is not valid.',
	notJoined: 'Please join the chat before writing.',
	notYours: 'Only the buyer and the seller can see this chat.',
	notOwner: 'Only the seller can see who is interested.',
	closed: 'This chat is closed.',
	buyerFirst: 'The buyer writes first.',
	chooseBuyer: 'Please choose a buyer first.',
	signedOut: 'Please log in again.',
	tooFast: 'That was a bit fast. Please wait a moment.',
	blockedByYou: 'You have blocked this person. Unblock them to write.',
	badMessageId: 'That message is not valid.',
	/** In place of the words of somebody who has deleted their account. */
	erased: 'This message was deleted.',

	/** Titles and hints of a chat that cannot be opened, however often it is tried. */
	notYoursTitle: 'This chat is not yours',
	noChatTitle: 'There is no chat at this address',
	addressHint: 'The address of a chat has two numbers: an item and a person.',
	itemGoneHint: 'It may have been removed since you saw it.',
	personGoneHint: 'They may have left the market.',
	cannotOpenTitle: 'This chat cannot be opened',

	emptyConversation: (name: string) => `Your messages with ${name} will appear here.`,
	/** What a buyer can begin with; put into the field, not sent. */
	conversationStarters: ['Is it still available?', 'Does everything work?', 'Where can we meet?'],
	conversationStartersLabel: 'Ways to begin',
	meetSafely: 'Meet in a busy place on campus, and pay only once you have seen it.',
	newMessages: 'New messages',
	reconnecting: 'Connection lost. Reconnecting…',
	offline: 'You are offline. The chat connects by itself when you are back online.',
	/** Where a chat is opened offline; what one writes waits. */
	openedOffline: 'You are offline. Older messages come when you are back online.',
	/** Of one's words in the list of chats. */
	waitingToSend: 'Not sent yet',
	rejected: 'Not sent',
	notSent: 'Not sent yet. It goes out when you are back online.',
	sendAgain: 'Send again',
	discard: 'Discard',
	online: 'here now',
	typing: (name: string) => `${name} is typing`,
	scamWarning:
		'Pay when you meet and have seen it. Never share an OTP or scan a QR code to receive money.',
	linkWarning: 'This link leaves the market. Open it only if you trust who sent it.',
	/** In the list of chats, of one that is open and not begun. */
	noMessages: 'No messages yet',
	noChats: 'No chats yet',
	noChatsHint: 'Ask a seller about something you like.',
} as const;

/** Socket.IO events; the client's two first, then what the server answers (wire contract, "Realtime"). */
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

/** Our own events besides; clients written by others may do without. */
export const REALTIME_EVENTS = {
	/** Both ways: somebody writes, or has stopped. */
	typing: 'typing',
	/** Client: I have these up to an id, on the screen (`markRead`) or on the device (`markDelivered`). */
	markRead: 'mark-read',
	markDelivered: 'mark-delivered',
	/** Server, to the room: how far the other side has read and received. */
	receipt: 'receipt',
	/** Server, to who has a chat with them open: whether somebody is here. */
	presence: 'presence',
	/** Server, to all of a person's devices: one of their chats has a new message or was read elsewhere. */
	chatChanged: 'chat-changed',
	/** Server, to all of a person's devices: the numbers on their badges may have changed. */
	notificationsChanged: 'notices-changed',
	/** Client: these items are what I show (`contract/items/watching.ts`). Each call takes the place of the former. */
	watchItems: 'watch-items',
	/** Server, to who shows an item or has a chat about it open: its price or status is another. */
	itemChanged: 'item-changed',
	/** Server, to everybody, before the connections end for maintenance: the body of its 503 answers. */
	marketClosed: 'market-closed',
} as const;

/** What a socket may send in ten seconds; who goes on beyond `closeAt` is disconnected. */
export const SOCKET_LIMITS = {
	maxBytes: 32 * 1024,
	windowSeconds: 10,
	eventsPerWindow: 100,
	disconnectAt: 300,
	/** How long 'is typing' shows without a sign of more. */
	typingMs: 5000,
} as const;

export const CHAT_ROLES = ['buyer', 'seller'] as const;
export type ChatRole = (typeof CHAT_ROLES)[number];
