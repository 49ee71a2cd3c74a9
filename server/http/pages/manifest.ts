import type { FastifyInstance } from 'fastify';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';

/**
 * Serves the web app manifest (https://www.w3.org/TR/appmanifest/), which makes the site installable on a phone's home
 * screen.
 */
export function mountManifest(app: FastifyInstance, site: { name: string; college: string }): void {
	const manifest = JSON.stringify({
		name: site.name,
		short_name: site.name,
		description: `Things handed down between students of ${site.college}.`,
		id: '/',
		start_url: '/',
		display: 'standalone',
		background_color: '#fbf8f3',
		theme_color: '#fbf8f3',
		lang: 'en-IN',
		icons: [
			{ src: '/icon.svg', type: 'image/svg+xml', sizes: 'any' },
			{ src: '/icons/192.png', type: 'image/png', sizes: '192x192' },
			{ src: '/icons/512.png', type: 'image/png', sizes: '512x512' },
			{ src: '/icons/maskable.png', type: 'image/png', sizes: '512x512', purpose: 'maskable' },
		],
		shortcuts: [
			{ name: 'Sell something', url: '/post' },
			{ name: 'Browse', url: `/category/${ALL_CATEGORIES}` },
		],
	});
	app.get('/manifest.webmanifest', (_request, reply) =>
		reply
			.type('application/manifest+json')
			.header('cache-control', 'public, max-age=3600')
			.send(manifest),
	);
}
