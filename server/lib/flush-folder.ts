import { open } from 'node:fs/promises';

/** Calls fsync on a folder: without it a power failure could lose a file that was just created there. */
export async function flushFolder(path: string): Promise<void> {
	const folder = await open(path);
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
