import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Site } from './site.ts';

/**
 * Draws a page's first screen as HTML, as a browser would: the same for all, but for whether somebody is signed in.
 * @param address from the root on, with its query
 * @param answers of the API that travel with the page, by their addresses
 * @param wasSignedIn whether the browser says that somebody is signed in there
 */
export type RenderScreen = (
	address: string,
	answers: ReadonlyMap<string, unknown>,
	wasSignedIn: boolean,
) => Promise<string>;

/** What the build of the pages leaves for us beside them (vite.painter.config.ts). */
interface SsrModule {
	createRenderer: (site: object) => RenderScreen;
}

/** Undefined where the pages were built without a painter: browsers then draw everything themselves. */
export async function loadSsr(folder: string, site: Site): Promise<RenderScreen | undefined> {
	const file = join(folder, '.painter', 'render.js');
	const isBuilt = await access(file).then(
		() => true,
		() => false,
	);
	if (!isBuilt) return undefined;
	const { createRenderer }: SsrModule = await import(pathToFileURL(file).href);
	const { supportPhone: phone, campusAddress: address, ...rest } = site;
	return createRenderer({ ...rest, phone, address });
}
