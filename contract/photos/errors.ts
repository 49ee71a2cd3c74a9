import { defineErrors } from '#contract/core/errors.ts';

export const PHOTO_ERRORS = /* @__PURE__ */ defineErrors('photo', {
	addNone: 'Please upload at least one photo.',
	addTooMany: 'You can upload up to 4 photos only.',
	editNone: 'Please keep at least one photo.',
	editTooMany: 'You can upload up to 4 photos total.',
	/** Clients know this sentence from both forms, although a new item's limit is 5 MB. */
	tooLarge: (names: readonly string[]) => `These files exceed 8MB limit: ${names.join(', ')}`,
	unreadable: (names: readonly string[]) =>
		`These files are not photos we can read: ${names.join(', ')}`,
	tooManyPixels: (names: readonly string[]) =>
		`These photos have more than 50 megapixels: ${names.join(', ')}`,
	notYours: 'One of the photos to keep does not belong to this item.',
	badKeepList: 'The list of photos to keep is not valid.',
	uploadNotYours: 'One of the photos is not yours. Please add it again.',
	badUploadedList: 'The list of photos that were sent is not valid.',
});

export const UPLOAD_ERRORS = /* @__PURE__ */ defineErrors('upload', {
	oneAtATime: 'Please send one photo at a time.',
	tooMany: 'You have sent many photos that no item uses yet. Please use some of them first.',
});
