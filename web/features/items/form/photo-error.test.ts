import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api/api-error.ts';
import { isPhotoFault } from './photo-error.ts';
import type { UploadState, UploadStates } from './photo-uploads.ts';
import { hasPhotoFault } from './upload-failures.tsx';

const message = 'These files are not photos we can read: torn.jpg';
const refused = new ApiError(400, { message, issues: [{ path: 'photo', message }] });
const busy = new ApiError(503, { message: 'The market is busy.' });

test('a photo that the server cannot read is at fault itself', () => {
	expect(isPhotoFault(refused)).toBe(true);
});

test.each([busy, new ApiError(429), new ApiError(401), new TypeError('no connection'), null])(
	'%s is no fault of the photo: sending it again may help',
	(error) => {
		expect(isPhotoFault(error)).toBe(false);
	},
);

test('a form has to wait for one such photo among others', () => {
	const among = (reason: Error): UploadStates =>
		new Map<string, UploadState>([
			['first', { step: 'sending', share: 1 }],
			['second', { step: 'failed', reason }],
		]);

	expect(hasPhotoFault(among(busy))).toBe(false);
	expect(hasPhotoFault(among(refused))).toBe(true);
});
