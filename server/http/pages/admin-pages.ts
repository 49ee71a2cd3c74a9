import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { uiCookieOf } from '#server/http/cookies.ts';
import { fillTemplate, type Site } from './template.ts';

interface AdminPageOptions {
	/** The built web app; the admin app is in a subfolder. */
	folder: string;
	site: Site;
}

/**
 * Serves the admin app at each of its addresses, and with status 404 at unknown ones below `/admin`. The HTML contains
 * no data: each API call is authorized by its token.
 */
export async function mountAdminPages(
	app: FastifyInstance,
	{ folder, site }: AdminPageOptions,
): Promise<void> {
	const adminFolder = join(folder, '.office');
	const page = fillTemplate(await readFile(join(adminFolder, 'admin.html'), 'utf8'), site);
	await app.register(fastifyStatic, {
		root: join(adminFolder, 'office-assets'),
		prefix: '/office-assets/',
		decorateReply: false,
		index: false,
		preCompressed: true,
		immutable: true,
		maxAge: '365d',
	});
	const serve = (address: string, status: 200 | 404) =>
		app.get(address, async (request, reply) =>
			reply
				.code(status)
				.type('text/html; charset=utf-8')
				// Browsers must not store the page for offline use.
				.header('cache-control', 'no-store')
				.header('vary', 'Cookie')
				.header('x-robots-tag', 'noindex')
				.send(
					page({
						theme: uiCookieOf(request, 'theme'),
						wasSignedIn: false,
						hasConfirmBanner: false,
						homeRows: [],
					}),
				),
		);
	for (const address of [ADMIN_ROOT, ...Object.values(ADMIN_PAGES)]) serve(address, 200);
	// The app shows its own 404 page, so that an administrator keeps the menu.
	serve(`${ADMIN_ROOT}/*`, 404);
}
