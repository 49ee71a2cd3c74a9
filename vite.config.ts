import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The first browsers with light-dark(), which the theme is built on, and all that the pages use besides. */
const BROWSERS = ['chrome123', 'edge123', 'firefox125', 'safari17.5'];

/** While developing, everything but pages comes from the server that runs beside (ops/dev.ts). */
const SERVER = `http://127.0.0.1:${process.env.PORT ?? 3000}`;
const FROM_SERVER = ['/api', '/photos', '/health', '/manifest.webmanifest'];

/** What several pages use; without what only some need: forms their schemas, lists their paging, changes their calls. */
const SHARED_PARTS =
	/^(?!.*(mutation|infinite)).*(web.(ui|lib|shell)|web.features.items|lucide|tanstack|thumbhash|contract.(item-facts|item-calls|listing|photos|pages|addresses|format))/i;

export default defineConfig({
	root: 'web',
	plugins: [react(), tailwind()],
	server: { proxy: Object.fromEntries(FROM_SERVER.map((path) => [path, SERVER])) },
	build: {
		outDir: '../dist/web',
		emptyOutDir: true,
		// The server reads from it which files a page starts with.
		manifest: true,
		target: BROWSERS,
		cssTarget: BROWSERS,
		// A picture or font inlined into a script or style costs every visitor; as a file it is cached.
		assetsInlineLimit: 0,
		// Every browser above preloads modules by itself.
		modulePreload: { polyfill: false },
		rolldownOptions: {
			input: { index: 'web/index.html', 'service-worker': 'web/worker/service-worker.ts' },
			output: {
				// A handful of files that stay the same from page to page: small ones compress worse than one, and
				// what the framework is changes less often than what we write.
				codeSplitting: {
					groups: [
						{
							name: 'framework',
							test: /node_modules.(react|react-dom|scheduler|react-router)./,
							priority: 2,
						},
						{ name: 'parts', test: SHARED_PARTS, minShareCount: 3, priority: 1 },
					],
				},
				// The browser looks for the worker's next version under the name it knows.
				entryFileNames: ({ name }) =>
					name === 'service-worker' ? '[name].js' : 'assets/[name]-[hash].js',
			},
		},
	},
});
