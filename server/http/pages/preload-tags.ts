import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PAGES } from '#contract/core/pages.ts';

const manifest = z.record(
	z.string(),
	z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);
type Manifest = z.infer<typeof manifest>;

const ENTRY = 'index.html';
const EARLY_EVENTS = 'ssr/early-events.ts';

interface PreloadTags {
	/** By a page's address in the contract. */
	byPage: ReadonlyMap<string, string>;
	/** Of what hears what is pressed on a page that the server drew, until the page's own scripts have come. */
	earlyEvents: string;
}

/**
 * Tags that let a page's own scripts start with the page, instead of after the app has found out which they are. By
 * address; read from what the build says of itself.
 */
export async function readPreloadTags(folder: string): Promise<PreloadTags> {
	const chunk = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8');
	const built = z.parse(manifest, JSON.parse(chunk));
	const earlyEvents = built[EARLY_EVENTS]?.file;
	const entryFiles = collectFiles(built, ENTRY, new Set());
	const byPage = new Map(
		Object.entries(PAGES).map(([name, address]) => {
			const module = Object.keys(built).find((key) => key.endsWith(pageFileSuffix(name)));
			const files = module ? [...collectFiles(built, module, new Set(entryFiles))] : [];
			const own = files.filter((file) => !entryFiles.has(file));
			return [address, own.map(preloadTag).join('')];
		}),
	);
	return {
		byPage,
		earlyEvents: earlyEvents ? `<script type="module" async src="/${earlyEvents}"></script>` : '',
	};
}

/** How the path of a page's file ends: a page `updateItem` lives in `update-item-page.tsx`. */
export function pageFileSuffix(name: string): string {
	return `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

/** Adds a module's file and those it imports to what is there already. */
function collectFiles(built: Manifest, module: string, files: Set<string>): Set<string> {
	const chunk = built[module];
	if (!chunk || files.has(chunk.file)) return files;
	files.add(chunk.file);
	for (const imported of chunk.imports ?? []) collectFiles(built, imported, files);
	return files;
}

function preloadTag(file: string): string {
	return `<link rel="modulepreload" crossorigin href="/${file}">`;
}
