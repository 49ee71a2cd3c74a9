import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { PAGES } from '#contract/core/pages.ts';

const manifestSchema = z.record(
	z.string(),
	z.object({ file: z.string(), imports: z.optional(z.array(z.string())) }),
);
type Manifest = z.infer<typeof manifestSchema>;

const ENTRY = 'index.html';
const EARLY_EVENTS = 'ssr/early-events.ts';

interface PreloadTags {
	/** The tags that preload the scripts of a page, by the path of its route. */
	byPage: ReadonlyMap<string, string>;
	/** The tag of the script that repeats early events on a server-rendered page (`web/ssr/early-events.ts`). */
	earlyEventsTag: string;
}

/**
 * Reads from the Vite manifest which scripts a page needs, and returns tags that load them with the page. Otherwise
 * they would load only once the app has started and chosen its page.
 */
export async function readPreloadTags(folder: string): Promise<PreloadTags> {
	const text = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8');
	const manifest = z.parse(manifestSchema, JSON.parse(text));
	const earlyEventsFile = manifest[EARLY_EVENTS]?.file;
	const entryFiles = collectFiles(manifest, ENTRY, new Set());
	const byPage = new Map(
		Object.entries(PAGES).map(([name, path]) => {
			const module = Object.keys(manifest).find((key) => key.endsWith(pageFileSuffix(name)));
			const files = module ? [...collectFiles(manifest, module, new Set(entryFiles))] : [];
			const ownFiles = files.filter((file) => !entryFiles.has(file));
			return [path, ownFiles.map(preloadTag).join('')];
		}),
	);
	return {
		byPage,
		earlyEventsTag: earlyEventsFile
			? `<script type="module" async fetchpriority="high" src="/${earlyEventsFile}"></script>`
			: '',
	};
}

/** The end of a page file's path: page `updateItem` is in `update-item-page.tsx`. */
export function pageFileSuffix(name: string): string {
	return `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

/** Adds the files of a module and of its imports, recursively, to `files`. Skips modules whose file it has already. */
function collectFiles(manifest: Manifest, module: string, files: Set<string>): Set<string> {
	const chunk = manifest[module];
	if (!chunk || files.has(chunk.file)) return files;
	files.add(chunk.file);
	for (const imported of chunk.imports ?? []) collectFiles(manifest, imported, files);
	return files;
}

function preloadTag(file: string): string {
	return `<link rel="modulepreload" crossorigin href="/${file}">`;
}
