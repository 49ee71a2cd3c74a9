import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as z from 'zod/mini';
import type { HomeRow } from '#contract/core/cookies.ts';
import { PAGES } from '#contract/core/pages.ts';
import type { TeamMember } from '#contract/core/team.ts';
import type { UtcOffsetChanges } from '#contract/core/time-zone.ts';
import { escapeHtml } from '#server/lib/html.ts';

/** Values of an installation that every page contains. */
export interface Site {
	/** Name of the market. */
	name: string;
	/** Name of the college. */
	college: string;
	supportEmail: string;
	supportPhone: string;
	campusAddress: string;
	/** When the college’s local time changes, and to what. */
	utcOffsetChanges: UtcOffsetChanges;
	team: readonly TeamMember[];
	/** Whether Google sign-in is configured; if not, its buttons are hidden, or in the demo say how to set it up. */
	googleSignIn: 'on' | 'off' | 'explained';
}

/** Values that differ per browser. */
interface BrowserState {
	/** From the theme cookie. */
	theme: string | undefined;
	wasSignedIn: boolean;
	/** Whether to reserve space for the banner that asks to confirm the email address. */
	hasConfirmBanner: boolean;
	/** Rows of the home page to reserve space for. */
	homeRows: readonly HomeRow[];
}

/** Fills the site's values into a page template; the returned function adds the values of a browser. */
export function fillTemplate(template: string, site: Site): (browser: BrowserState) => string {
	const values: Record<string, string> = {
		'%SITE_NAME%': site.name,
		'%COLLEGE_NAME%': site.college,
		'%SUPPORT_EMAIL%': site.supportEmail,
		'%SUPPORT_PHONE%': site.supportPhone,
		'%CAMPUS_ADDRESS%': site.campusAddress,
		'%UTC_OFFSET_CHANGES%': JSON.stringify(site.utcOffsetChanges),
		'%TEAM%': JSON.stringify(site.team),
		'%GOOGLE_SIGN_IN%': site.googleSignIn,
	};
	const filled = template.replace(/%[A-Z_]+%/g, (name) =>
		name in values ? escapeHtml(values[name] ?? '') : name,
	);
	return ({ theme, wasSignedIn, hasConfirmBanner, homeRows }) => {
		const chosenTheme = theme === 'dark' || theme === 'light' ? theme : undefined;
		const page = filled
			.replace('%THEME%', chosenTheme ?? 'system')
			.replace('%SESSION%', wasSignedIn ? 'open' : 'none')
			.replace('%CONFIRM%', hasConfirmBanner ? 'yes' : 'no')
			.replace('%HOME%', homeRows.join(' '));
		return chosenTheme ? withThemeColor(chosenTheme, page) : page;
	};
}

/** Sets the colour of the browser's toolbar to the chosen theme, regardless of the device's preference. */
function withThemeColor(theme: 'dark' | 'light', page: string): string {
	return page
		.replace(`(prefers-color-scheme: ${theme})`, 'all')
		.replace(/\(prefers-color-scheme: \w+\)/, 'not all');
}

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
