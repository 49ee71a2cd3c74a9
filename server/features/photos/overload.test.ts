import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PHOTO_ERRORS } from '#contract/photos/errors.ts';
import { isProcessRunning } from '#server/lib/processes.ts';
import { createTempFolder, createUploadFolder } from '#tests/support/photo-files.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { rejectFailures } from './commands.ts';
import { ImageError } from './worker/image-file.ts';
import { openPhotoWorkerPool } from './worker/pool.ts';

const FILES = [{ name: 'first.heic' }, { name: 'second.jpg' }];

test('when the server is too busy to decode photos, the error says that the server is unavailable, or names an invalid file', () => {
	const refusalOf =
		(...reasons: ('busy' | 'unreadable')[]) =>
		() =>
			rejectFailures(
				FILES,
				reasons.map((reason) => new ImageError(reason)),
				'images',
			);

	expect(refusalOf('busy', 'busy')).toThrow(
		expect.objectContaining({ kind: 'unavailable', message: REQUEST_ERRORS.unavailable.message }),
	);
	const { message } = PHOTO_ERRORS.unreadable(['second.jpg']);
	expect(refusalOf('busy', 'unreadable')).toThrow(
		expect.objectContaining({ kind: 'invalid', message }),
	);
});

test('when the worker process does not answer in time, the photo is refused as busy and the worker process is killed', async () => {
	const folder = await createTempFolder();
	const [program, idFile] = [join(folder, 'silent.mts'), join(folder, 'id')];
	await writeFile(
		program,
		`import { writeFileSync } from 'node:fs';
process.on('message', () => writeFileSync(${JSON.stringify(idFile)}, String(process.pid)));
process.on('disconnect', () => undefined);
setInterval(() => undefined, 1000);
`,
	);
	// Long enough for the worker to start and to write its id.
	const pool = openPhotoWorkerPool({ script: program, timeoutMs: 10_000 });

	const upload = await createUploadFolder();
	const outcome = await pool.processPhoto((await upload(await jpeg())).path);

	expect(outcome).toMatchObject({ reason: 'busy' });
	const id = Number(await readFile(idFile, 'utf8'));
	await expect.poll(() => isProcessRunning(id)).toBe(false);
});
