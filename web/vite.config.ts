import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { dropUnusedRouterParts } from './build/drop-unused-router-parts.ts';
import { SCRIPT_GROUPS } from './build/script-groups.ts';
import { stripEndpoints } from './build/strip-endpoints.ts';

/** The first browser versions that have light-dark(), which the theme needs, and everything else that the pages use. */
export const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** In development, the server that `tools/dev.ts` has started. */
const SERVER_URL = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
/** In development, Vite serves only the pages, and forwards these paths to the server. */
const PROXIED_PATHS = ['/api', '/photos', '/chat-photos', '/health', '/manifest.webmanifest'];

/** In development, serves the back-office's own HTML page for its paths, as the server does in production. */
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

/**
 * Writes the list of the app's files into the service worker, which caches them for offline use. A changed file name in
 * the list makes the browser install the new service worker.
 */
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
		// The server reads the manifest to find the files that each page starts with.
		manifest: true,
		target: BROWSERS,
		cssTarget: BROWSERS,
		// A picture or font inlined into a script or style is downloaded by every visitor; as a file it is cached.
		assetsInlineLimit: 0,
		// The server adds preload tags for a page's files; later pages' files are prefetched by
		// `web/app/navigation/prefetch.ts`.
		modulePreload: false,
		rolldownOptions: {
			// Leaves out scripts that would only import another script. Works only without top-level `await`. The second half of
			// this optimization is off, because it adds 13 KB to the first load.
			experimental: { chunkOptimization: { avoidRedundantChunkLoads: false } },
			input: {
				index: 'web/index.html',
				'early-events': 'web/ssr/early-events.ts',
				'service-worker': 'web/worker/service-worker.ts',
			},
			output: {
				codeSplitting: { groups: SCRIPT_GROUPS },
				// The browser looks for updates of the service worker under this fixed name.
				entryFileNames: ({ name }) =>
					name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
			},
		},
	},
});
