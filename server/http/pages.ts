import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { PAGES } from '#contract/pages.ts';
import { Refusal } from '#server/lib/refusal.ts';

/** What the pages say of the place they serve. */
export interface Site {
	name: string;
	college: string;
	supportEmail: string;
	campusAddress: string;
}

interface PageOptions {
	/** The built web app. */
	folder: string;
	site: Site;
}

/**
 * Serves the web app: its files, its page at every address of the contract, and the 404 page with status 404 everywhere
 * else. Unknown addresses below `/api` are JSON.
 */
export async function mountPages(
	app: FastifyInstance,
	{ folder, site }: PageOptions,
): Promise<void> {
	const template = await readFile(join(folder, 'index.html'), 'utf8');
	const page = fillTemplate(template, site);
	const sendPage = (request: FastifyRequest, reply: FastifyReply, status: 200 | 404) =>
		reply
			.code(status)
			.type('text/html; charset=utf-8')
			// The address that third-party sign-in ends at holds a token, which no cache may keep.
			.header('cache-control', isSignInEnd(request) ? 'no-store' : 'no-cache')
			.header('vary', 'Cookie')
			.send(page(request.cookies['theme']));

	await app.register(fastifyStatic, {
		root: folder,
		index: false,
		wildcard: false,
		preCompressed: true,
		// Vite names what is below assets/ by its content.
		setHeaders: (response, path) => {
			const unchanging = path.includes('/assets/');
			response.header(
				'cache-control',
				unchanging ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
			);
		},
		globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.*'],
	});
	for (const address of Object.values(PAGES)) {
		app.get(address, (request, reply) => sendPage(request, reply, 200));
	}
	app.setNotFoundHandler((request, reply) => {
		const isPage = request.method === 'GET' || request.method === 'HEAD';
		if (!isPage || /^\/api([/?]|$)/.test(request.url)) {
			throw new Refusal('not_found', COMMON_MESSAGES.notFound);
		}
		return sendPage(request, reply, 404);
	});
}

function isSignInEnd(request: FastifyRequest): boolean {
	return request.routeOptions.url === PAGES.authSuccess;
}

/** The page with everything but the theme filled in, which each browser brings itself. */
function fillTemplate(template: string, site: Site): (theme: string | undefined) => string {
	const values: Record<string, string> = {
		'%SITE_NAME%': site.name,
		'%COLLEGE_NAME%': site.college,
		'%SUPPORT_EMAIL%': site.supportEmail,
		'%CAMPUS_ADDRESS%': site.campusAddress,
	};
	const filled = template.replace(/%[A-Z_]+%/g, (name) =>
		name in values ? escapeHtml(values[name] ?? '') : name,
	);
	return (theme) =>
		filled.replace('%THEME%', theme === 'dark' || theme === 'light' ? theme : 'system');
}

function escapeHtml(text: string): string {
	const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
	return text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
}
