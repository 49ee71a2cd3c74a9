import { open } from 'node:fs/promises';

/** Makes the names in a folder durable: without it a power cut could take away what has just been put there. */
export async function flushFolder(path: string): Promise<void> {
	const folder = await open(path);
	try {
		await folder.sync();
	} finally {
		await folder.close();
	}
}
