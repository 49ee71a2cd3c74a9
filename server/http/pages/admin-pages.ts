import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { uiCookieOf } from '#server/http/cookies.ts';
import type { Site } from './site.ts';
import { fillTemplate } from './template.ts';

interface AdminPageOptions {
	/** The built web app; the back-office is in a folder of its own there. */
	folder: string;
	site: Site;
}

/** Serves the back-office's own app at each of its addresses, and with status 404 at any other below them. It holds no data: every call of it is decided by its token. */
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
				// Not for the copy that a phone keeps for when there is no line.
				.header('cache-control', 'no-store')
				.header('vary', 'Cookie')
				.header('x-robots-tag', 'noindex')
				.send(
					page({
						theme: uiCookieOf(request, 'theme'),
						wasSignedIn: false,
						hasConfirmBanner: false,
					}),
				),
		);
	for (const address of [ADMIN_ROOT, ...Object.values(ADMIN_PAGES)]) serve(address, 200);
	// Its own page says that there is nothing: an administrator keeps the menu.
	serve(`${ADMIN_ROOT}/*`, 404);
}
