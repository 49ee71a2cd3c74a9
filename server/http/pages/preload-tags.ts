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
const EARLY_INPUT = 'ssr/early-events.ts';

interface FileTags {
	/** By a page's address in the contract. */
	ofPage: ReadonlyMap<string, string>;
	/** Of what hears what is pressed on a page that the server drew, until the page's own scripts have come. */
	earlyInput: string;
}

/**
 * Tags that let a page's own scripts start with the page, instead of after the app has found out which they are. By
 * address; read from what the build says of itself.
 */
export async function readFileTags(folder: string): Promise<FileTags> {
	const described = await readFile(join(folder, '.vite', 'manifest.json'), 'utf8');
	const built = z.parse(manifest, JSON.parse(described));
	const earlyInput = built[EARLY_INPUT]?.file;
	const known = filesOf(built, ENTRY, new Set());
	const ofPage = new Map(
		Object.entries(PAGES).map(([name, address]) => {
			const module = Object.keys(built).find((key) => key.endsWith(endingOf(name)));
			const files = module ? [...filesOf(built, module, new Set(known))] : [];
			const own = files.filter((file) => !known.has(file));
			return [address, own.map(tagOf).join('')];
		}),
	);
	return {
		ofPage,
		earlyInput: earlyInput ? `<script type="module" async src="/${earlyInput}"></script>` : '',
	};
}

/** How the path of a page's file ends: a page `updateItem` lives in `update-item-page.tsx`. */
export function endingOf(name: string): string {
	return `/${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-page.tsx`;
}

/** Adds a module's file and those it imports to what is there already. */
function filesOf(built: Manifest, module: string, files: Set<string>): Set<string> {
	const described = built[module];
	if (!described || files.has(described.file)) return files;
	files.add(described.file);
	for (const imported of described.imports ?? []) filesOf(built, imported, files);
	return files;
}

function tagOf(file: string): string {
	return `<link rel="modulepreload" crossorigin href="/${file}">`;
}
