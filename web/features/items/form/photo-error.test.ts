import { expect, test } from 'vitest';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isPhotoError } from './photo-error.ts';
import type { UploadState, UploadStates } from './photo-uploads.ts';
import { hasPhotoError } from './upload-errors.tsx';

const unreadable = PHOTO_ERRORS.unreadable(['torn.jpg']);
const refused = new ApiError(400, { ...unreadable, issues: [{ path: 'photo', ...unreadable }] });
const busy = new ApiError(503, { message: 'The market is busy.' });

test('the server’s rejection of an unreadable photo counts as a photo error', () => {
	expect(isPhotoError(refused)).toBe(true);
});

test.each([busy, new ApiError(429), new ApiError(401), new TypeError('no connection'), null])(
	'the upload error “%s” does not count as a photo error, because a retry may succeed',
	(error) => {
		expect(isPhotoError(error)).toBe(false);
	},
);

test('one rejected photo among other photos counts as a photo error of the form', () => {
	const statesWith = (reason: Error): UploadStates =>
		new Map<string, UploadState>([
			['first', { step: 'sending', fraction: 1 }],
			['second', { step: 'failed', reason }],
		]);

	expect(hasPhotoError(statesWith(busy))).toBe(false);
	expect(hasPhotoError(statesWith(refused))).toBe(true);
});
