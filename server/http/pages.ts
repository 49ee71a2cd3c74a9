import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/common.ts';
import { PAGES } from '#contract/pages.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { Refusal } from '#server/lib/refusal.ts';
import { originOf } from './origin.ts';
import { pageFileTags } from './page-files.ts';
import { type OpenedPage, type PageHead, type PageSource, renderHead } from './page-head.ts';

/** What the pages say of the place they serve. */
interface Site {
	name: string;
	college: string;
	supportEmail: string;
	campusAddress: string;
}

interface PageOptions {
	/** The built web app. */
	folder: string;
	site: Site;
	/** What the server prepares of a page, by its address in the contract. */
	sources: Readonly<Record<string, PageSource>>;
	/** Where people reach the market, when that is not where they ask. */
	publicUrl: string | undefined;
}

/**
 * Serves the web app: its files, its page at every address of the contract, and the 404 page with status 404 everywhere
 * else. Unknown addresses below `/api` are JSON.
 */
export async function mountPages(
	app: FastifyInstance,
	{ folder, site, sources, publicUrl }: PageOptions,
): Promise<void> {
	const template = await readFile(join(folder, 'index.html'), 'utf8');
	const page = fillTemplate(template, site);
	const fileTags = await pageFileTags(folder);
	const sendPage = (request: FastifyRequest, reply: FastifyReply, prepared: PreparedPage) =>
		reply
			.code(prepared.head.status ?? 200)
			.type('text/html; charset=utf-8')
			// The address that third-party sign-in ends at holds a token, which no cache may keep.
			.header('cache-control', isSignInEnd(request) ? 'no-store' : 'no-cache')
			.header('vary', 'Cookie')
			.send(renderPage(page(request.cookies.theme), prepared));

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
		app.get(address, async (request, reply) => {
			const opened = openedPage(request, publicUrl);
			const prepared = await prepare(app, request, sources[address], opened);
			return sendPage(request, reply, { ...prepared, files: fileTags.get(address) ?? '' });
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const isPage = request.method === 'GET' || request.method === 'HEAD';
		if (!isPage || /^\/api([/?]|$)/.test(request.url)) {
			throw new Refusal('not_found', COMMON_MESSAGES.notFound);
		}
		return sendPage(request, reply, {
			head: { status: 404 },
			answers: new Map(),
			files: '',
		});
	});
}

interface PreparedPage {
	head: PageHead;
	answers: ReadonlyMap<string, unknown>;
	/** Tags that fetch its scripts early. */
	files: string;
}

function renderPage(page: string, { head, answers, files }: PreparedPage): string {
	return renderHead(page, head, answers).replace('</head>', `${files}</head>`);
}

/** Asks the API what the page will ask, so that it need not: the same routes, validation and shapes. */
async function prepare(
	app: FastifyInstance,
	request: FastifyRequest,
	source: PageSource | undefined,
	opened: OpenedPage,
): Promise<Omit<PreparedPage, 'files'>> {
	const addresses = source?.answers(opened) ?? [];
	const replies = await Promise.all(
		addresses.map((url) => app.inject({ url, remoteAddress: request.ip })),
	);
	const bodies = replies.map((reply) => (reply.statusCode === 200 ? reply.json() : undefined));
	const answers = new Map(
		addresses.flatMap((address, index) =>
			bodies[index] === undefined ? [] : [[address, bodies[index]] as const],
		),
	);
	return { head: source?.describe?.(opened, bodies) ?? {}, answers };
}

function openedPage(request: FastifyRequest, publicUrl: string | undefined): OpenedPage {
	const origin = originOf(request, publicUrl);
	return {
		params: request.params as Record<string, string>,
		query: new URL(request.url, 'http://here.invalid').searchParams,
		origin,
	};
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
