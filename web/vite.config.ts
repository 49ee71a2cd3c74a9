import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { stripEndpoints } from './build/strip-endpoints.ts';

/** The first browsers with light-dark(), which the theme needs, and with everything else that the pages use. */
export const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** In development everything but pages comes from the server that runs beside (tools/dev.ts). */
const SERVER_URL = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const PROXIED_PATHS = ['/api', '/photos', '/health', '/manifest.webmanifest'];

/** Modules that several pages use. */
const SHARED_MODULES =
	/web.ui.(?!form.)|web.lib.(?!api.(form-errors|retry))|web.app.(?!main)|web.features.(catalogue.queries|items.(?!form.|scan.|typed-price))|lucide|tanstack|contract.(items.(facts|listing\.|known-codes|image-urls)|photos.sizes|core.(pages|call-url|format))/;
const CARD_MODULES = /items.listing.(item-card|item-grid|listing-items|use-is-new)/;
/**
 * Those of them that some first pages do without: parts of forms, paging, mutations, not-found pages, and what appears
 * after the first screen.
 */
const PARTLY_SHARED_MODULES =
	/usemutation|mutationobserver|infinite|load-more|use-combobox|action-menu|dialog|use-modal|password|segmented|text-area|text-input|control-class|ui.(email-text|time-ago|field|form-alert|select|section|option-list|avatar|art|empty-state|verified|tabs|category-label)|lib.(wanted-paths|realtime.(realtime|socket)|drafts|api.maintenance|photo-key|random|short-dates|when-idle|share\.)|items.saved|seller-|items.page.(not-found-notice|newest-items|share-item)|ui.not-found|icons.(eye|flag|ban|scroll|chevron|heart|package)|item-(card|grid)|use-is-new|listing.(chosen-filters|facets-query)/i;

/** Removes unused components of the router: it creates them on load in a way that bundlers take for a side effect. */
const dropUnusedRouterParts: Plugin = {
	name: 'drop-unused-router-parts',
	transform: {
		filter: { id: /react-router.dist.production.lib/ },
		handler: (code) =>
			code
				.replaceAll('React$1.forwardRef(', '/* @__PURE__ */ React$1.forwardRef(')
				.replace(/^\w+\.displayName = .*;$/gm, ''),
	},
};

/** In development, paths of the back-office open its own HTML page, as the server does otherwise. */
const serveAdminPage: Plugin = {
	name: 'serve-admin-page',
	apply: 'serve',
	configureServer({ middlewares }) {
		middlewares.use((request, _response, next) => {
			if (/^\/admin(\/|\?|$)/.test(request.url ?? '')) request.url = '/admin.html';
			next();
		});
	},
};

/** The service worker caches the whole app for offline use; a change of any of its files makes a new version. */
const listAppFiles: Plugin = {
	name: 'list-app-files',
	generateBundle(_, bundle) {
		const files = Object.keys(bundle).filter((name) =>
			/^assets\/(.+\.(js|css)|bricolage-grotesque-(plain|rupee)-.+\.woff2)$/.test(name),
		);
		const worker = bundle['service-worker.js'];
		if (worker?.type !== 'chunk') throw new Error('The service worker was not built.');
		const list = JSON.stringify(files.sort().map((name) => `/${name}`));
		worker.code = worker.code.replaceAll('__APP_FILES__', list);
	},
};

export default defineConfig({
	root: import.meta.dirname,
	plugins: [
		stripEndpoints(),
		dropUnusedRouterParts,
		serveAdminPage,
		listAppFiles,
		react(),
		tailwind(),
	],
	server: {
		proxy: {
			...Object.fromEntries(PROXIED_PATHS.map((path) => [path, SERVER_URL])),
			'/socket.io': { target: SERVER_URL, ws: true },
		},
	},
	build: {
		outDir: '../dist/web',
		emptyOutDir: true,
		// The server reads from it which files a page starts with.
		manifest: true,
		target: BROWSERS,
		cssTarget: BROWSERS,
		// A picture or font inlined into a script or style is downloaded by every visitor; as a file it is cached.
		assetsInlineLimit: 0,
		// The server adds preload tags for a page's files; later pages' files are prefetched by
		// `web/app/navigation/prefetch.ts`.
		modulePreload: false,
		rolldownOptions: {
			input: {
				index: 'web/index.html',
				'early-events': 'web/ssr/early-events.ts',
				'service-worker': 'web/worker/service-worker.ts',
			},
			output: {
				// A handful of chunks that pages share: small files compress worse than large ones, and the framework
				// changes less often than our code.
				codeSplitting: {
					groups: [
						{
							name: 'framework',
							test: /node_modules.(react|react-dom|scheduler|react-router)./,
							priority: 2,
						},
						{
							name: 'parts',
							test: (id) => SHARED_MODULES.test(id) && !PARTLY_SHARED_MODULES.test(id),
							minShareCount: 3,
							priority: 1,
						},
						// Lists of items: an item page shows them below its first screen.
						{ name: 'cards', test: CARD_MODULES },
						// What the button and the chips of the filters share with the filters themselves.
						{ name: 'filter-parts', test: /items.listing.(chosen-filters|facets-query)/ },
						// Modules that an item page starts with and home does without, each too small for a file of its own.
						{
							name: 'item-parts',
							test: /photo-key|similar-id|use-is-client|share-item|item-share|web.lib.share|time-ago|item-status|action-bar|blocked-people-query|icons.ban\b/,
						},
						// Calls of signed-in users, which an item page makes, too: for its seller.
						{ name: 'account-calls', test: /contract.(accounts|auth).endpoints/, priority: 1 },
						// Modules that run on every page once it is interactive: one request instead of nine.
						{
							name: 'page-late',
							test: /shell.page-status|contract.chat.facts|web.lib.(realtime.realtime|api.maintenance|offline.register|drafts.(erase|database))\.ts|use-is-online/,
						},
						// Modules that an item page shows a moment later: one request instead of seven.
						{
							name: 'item-late',
							test: /items.(page.(item-seller|report-item-button)|seller-queries|gallery.gallery-(controls|thumbs))|ui.(avatar|verified-badge|use-modal)|icons.(flag|chevron-(left|right))\b/,
						},
					],
				},
				// The browser looks for updates of the service worker under this fixed name.
				entryFileNames: ({ name }) =>
					name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
			},
		},
	},
});
