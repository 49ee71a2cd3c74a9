import { cp } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts the back-office's pages into a test folder, as a build leaves them beside the market's. */
export async function copyAdminPages(folder: string): Promise<void> {
	await cp(join(import.meta.dirname, 'pages', '.office'), join(folder, '.office'), {
		recursive: true,
	});
}
