import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies the test version of the back-office's pages to where a build writes them, beside the market's pages. */
export async function copyAdminPages(folder: string): Promise<void> {
	await cp(join(import.meta.dirname, 'pages', '.office'), join(folder, '.office'), {
		recursive: true,
	});
}
