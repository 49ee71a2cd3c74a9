import { glob, mkdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** No request needs its files for longer, however many photos are being made before its own. */
const MAX_AGE_MS = 3_600_000;

/**
 * Empties the folder of this instance: what a crash left there belongs to nobody. Those beside it are of other instances; one
 * that is gone for good, as a container of the last release, left its photos as they were sent, and these go as well.
 */
export async function openUploadFolder(app: FastifyInstance, folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true });
	await mkdir(folder, { recursive: true, mode: 0o700 });
	const deleteLeftovers = () =>
		deleteOlder(dirname(folder)).catch((error) =>
			app.log.error({ err: error }, 'files of requests that are over could not be removed'),
		);
	await deleteLeftovers();
	const timer = setInterval(() => void deleteLeftovers(), MAX_AGE_MS).unref();
	app.addHook('onClose', async () => clearInterval(timer));
}

/** Each request has a folder in that of its instance. */
async function deleteOlder(dataDir: string): Promise<void> {
	for await (const request of glob('uploads*/*', { cwd: dataDir })) {
		const path = join(dataDir, request);
		// Its own instance may be removing it just now.
		const stats = await stat(path).catch(() => undefined);
		if (stats && Date.now() - stats.mtimeMs > MAX_AGE_MS) {
			await rm(path, { recursive: true, force: true });
		}
	}
}
