import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { rejectFailures } from './commands.ts';
import { ImageError } from './worker/image-error.ts';
import { openPhotoWorkerPool } from './worker/pool.ts';

const FILES = [{ name: 'first.heic' }, { name: 'second.jpg' }];

test('when the server is too busy to decode photos, the error says that it is unavailable', () => {
	const outcomes = [new ImageError('busy'), new ImageError('busy')];

	expect(() => rejectFailures(FILES, outcomes, 'images')).toThrow(
		expect.objectContaining({ kind: 'unavailable', message: REQUEST_ERRORS.unavailable.message }),
	);
});

test('an invalid file is named in the error, even if another file failed because the server is busy', () => {
	const outcomes = [new ImageError('busy'), new ImageError('unreadable')];

	expect(() => rejectFailures(FILES, outcomes, 'images')).toThrow(
		expect.objectContaining({
			kind: 'invalid',
			message: PHOTO_ERRORS.unreadable(['second.jpg']).message,
		}),
	);
});

test('processing a photo fails with the reason “busy” when the worker process does not answer in time', async () => {
	const program = join(await createTempFolder(), 'silent.mts');
	await writeFile(program, `process.on('message', () => undefined);\n`);
	const pool = openPhotoWorkerPool({ script: program, timeoutMs: 50 });

	expect(await pool.processPhoto('any.jpg')).toMatchObject({ reason: 'busy' });
});
