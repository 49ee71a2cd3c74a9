import type { FastifyInstance } from 'fastify';
import { ALL_CATEGORIES } from '#contract/catalogue/facts.ts';
import { PAGE_TABLE, PAGES } from '#contract/core/pages.ts';
import { FEEDBACK_MESSAGES } from '#contract/feedback/facts.ts';
import { html } from '#server/lib/html.ts';
import type { PageDefinition } from './head.ts';

interface StaticPage {
	title: string;
	description: string;
}

/** Page definitions, with metadata only, of pages that are the same for everyone. */
export function staticPageDefinitions(siteName: string): Record<string, PageDefinition> {
	return Object.fromEntries(
		Object.entries(staticPages(siteName)).map(([path, page]) => [
			path,
			staticPage(path, page, siteName),
		]),
	);
}

function staticPages(siteName: string): Record<string, StaticPage> {
	return {
		[PAGES.about]: {
			title: PAGE_TABLE.about.label,
			description: `Who makes ${siteName}, what we care about, and how to reach us.`,
		},
		[PAGES.feedback]: {
			title: FEEDBACK_MESSAGES.title,
			description: `Tell us what works on ${siteName} and what doesn’t, and read what our users say.`,
		},
		[PAGES.rules]: {
			title: PAGE_TABLE.rules.label,
			description: `What may be sold on ${siteName}, how to meet safely, and how to appeal.`,
		},
		[PAGES.privacy]: {
			title: PAGE_TABLE.privacy.label,
			description: `What ${siteName} keeps of you, why, how long and who sees it, and how to get it or delete it.`,
		},
	};
}

function staticPage(
	path: string,
	{ title, description }: StaticPage,
	siteName: string,
): PageDefinition {
	return {
		firstRequests: () => [],
		describe: ({ origin }) => ({
			title: `${title} · ${siteName}`,
			description,
			canonical: origin + path,
			properties: [
				['og:type', 'website'],
				['og:site_name', siteName],
				['og:title', title],
				['og:description', description],
				['og:url', origin + path],
			],
			noscript: html`<h1>${title}</h1><p>${description}</p>`,
		}),
	};
}

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
