import { defineErrors } from '#contract/core/errors.ts';

export const CHAT_ERRORS = /* @__PURE__ */ defineErrors('chat', {
	signIn: 'Authentication required',
	missingParameters: 'Missing required parameters',

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
	/** Raised by the page: the server gave no reason. */
	connectionError: 'Chat connection error',
	badMessageId: 'That message is not valid.',
});

export const BLOCK_ERRORS = /* @__PURE__ */ defineErrors('block', {
	yourself: 'You cannot block yourself.',
});
