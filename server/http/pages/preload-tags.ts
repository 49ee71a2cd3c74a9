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
	/** By contract path. */
	byPage: ReadonlyMap<string, string>;
	/** The script that records events on a server-rendered page until the page's own scripts run. */
	earlyEvents: string;
}

/**
 * Reads preload tags from the Vite manifest, so that a page's own scripts load with the page and not only after the app
 * has found out which they are.
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
		earlyEvents: earlyEvents
			? `<script type="module" async fetchpriority="high" src="/${earlyEvents}"></script>`
			: '',
	};
}

/** The end of a page file's path: page `updateItem` is in `update-item-page.tsx`. */
export function pageFileSuffix(name: string): string {
	return `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

/** Adds the files of a module and of its imports, recursively, to `files`. */
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
