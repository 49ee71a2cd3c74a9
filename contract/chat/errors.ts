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

	noPhotos: 'Please choose a photo.',
	tooManyPhotos: 'You can send up to 4 photos in a message.',
	photoTooLarge: (names: readonly string[]) => `These photos exceed 10 MB: ${names.join(', ')}`,
	photosPerDay: 'You can send 40 photos a day. Please try again tomorrow.',
	badPhotos: 'The photos of that message are not valid.',
	photoNotYours: 'One of the photos is not there any more. Please add it again.',
	photoAlreadySent: 'One of the photos has been sent already. Please add it again.',
});

export const BLOCK_ERRORS = /* @__PURE__ */ defineErrors('block', {
	yourself: 'You cannot block yourself.',
});
