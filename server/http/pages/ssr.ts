import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from './site.ts';

/**
 * Renders a page's first screen as HTML, the same for all users except for the signed-in state.
 * @param address path and query
 * @param answers embedded API responses by URL
 * @param wasSignedIn whether the browser's cookie says that someone is signed in
 */
export type RenderScreen = (
	address: string,
	answers: ReadonlyMap<string, unknown>,
	wasSignedIn: boolean,
) => Promise<string>;

/** The server build of the pages (web/vite.ssr.config.ts). */
interface SsrModule {
	createRenderer: (site: object) => RenderScreen;
}

/** Loads the renderer; undefined when the build has none, and browsers then render everything. */
export async function loadSsr(folder: string, site: Site): Promise<RenderScreen | undefined> {
	const file = join(folder, '.renderer', 'render.js');
	const isBuilt = await access(file).then(
		() => true,
		() => false,
	);
	if (!isBuilt) return undefined;
	const { createRenderer }: SsrModule = await import(pathToFileURL(file).href);
	const { supportPhone: phone, campusAddress: address, ...rest } = site;
	return createRenderer({ ...rest, phone, address });
}
