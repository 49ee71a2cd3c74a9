import { glob, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** No request needs its files for longer than this, even with many photos queued before it. */
const MAX_AGE_MS = 3_600_000;

/**
 * Empties the upload folder of this instance: files in it are left from a run that crashed. Also
 * removes old uploads of other instances, now and every hour. An instance that never returns, such
 * as a container of the last release, leaves original photos of users behind.
 */
export async function openUploadFolder(app: FastifyInstance, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const deleteLeftovers = () =>
		deleteOlder(dirname(folder)).catch((error) =>
			app.log.error({ err: error }, 'old upload files could not be removed'),
		);
	await deleteLeftovers();
	const timer = setInterval(() => void deleteLeftovers(), MAX_AGE_MS).unref();
	app.addHook('onClose', async () => clearInterval(timer));
}

/** Deletes the folders of old requests. Each request has its own folder in the upload folder of its instance. */
async function deleteOlder(dataDir: string): Promise<void> {
	for await (const request of glob('uploads*/*', { cwd: dataDir })) {
		const path = join(dataDir, request);
		// The instance that handles the request may be removing the folder at the same time.
		const stats = await stat(path).catch(() => undefined);
		if (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) {
			await rm(path, { recursive: true, force: true });
		}
	}
}
