import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { uiCookieOf } from '#server/http/cookies.ts';
import { API_POLICY, DOCUMENT_HEADERS } from '#server/http/header-values.ts';
import { originOf } from '#server/http/origin.ts';
import {
	type CachedResponse,
	createCachedResponse,
	isAnonymous,
	sendCached,
} from '#server/http/response-cache/response-cache.ts';
import { AppError } from '#server/lib/app-error.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { type PageDefinition, type PageMeta, type PageRequest, renderHead } from './head.ts';
import { readPreloadTags } from './preload-tags.ts';
import type { Site } from './site.ts';
import { loadSsr, type RenderScreen } from './ssr.ts';
import { fillTemplate } from './template.ts';

/** As the build leaves it. */
const EMPTY_ROOT = '<div id="root"></div>';

interface PageOptions {
	/** The built web app. */
	folder: string;
	site: Site;
	/** What the server prepares of a page, by its address in the contract. */
	definitions: Readonly<Record<string, PageDefinition>>;
	/** Where people reach the market, when that is not where they ask. */
	publicUrl: string | undefined;
}

/**
 * Serves the web app: its files, its page at every address of the contract, and the 404 page with status 404 everywhere
 * else. Unknown addresses below `/api` are JSON.
 */
export async function mountPages(
	app: FastifyInstance,
	{ folder, site, definitions, publicUrl }: PageOptions,
): Promise<void> {
	const template = await readFile(join(folder, 'index.html'), 'utf8');
	const page = fillTemplate(template, site);
	const allTags = await readPreloadTags(folder);
	const renderScreen = await loadSsr(folder, site);
	const render = (request: FastifyRequest, prepared: PreparedPage) =>
		renderPage(page(browserStateOf(request)), prepared);
	const withPageHeaders = (request: FastifyRequest, reply: FastifyReply) =>
		reply
			// The address that third-party sign-in ends at holds a token, which no cache may keep.
			.header('cache-control', isSignInCallback(request) ? 'no-store' : 'no-cache')
			.header('vary', 'Cookie');
	const sendPage = (request: FastifyRequest, reply: FastifyReply, prepared: PreparedPage) =>
		withPageHeaders(request, reply)
			.code(prepared.head.status ?? 200)
			.type(HTML)
			.send(render(request, prepared));

	await registerBuiltFiles(app, folder);
	for (const address of Object.values(PAGES)) {
		const definition = definitions[address];
		const preloadTags = allTags.byPage.get(address) ?? '';
		const preparePageWithScreen = async (request: FastifyRequest, pageRequest: PageRequest) => {
			const prepared = await preparePage(app, request, definition, pageRequest);
			const screenHtml = prepared.isComplete
				? await renderFirstScreen(renderScreen, request, prepared.answers)
				: '';
			return {
				...prepared,
				preloadTags,
				serverRendered: screenHtml && screenHtml + allTags.earlyEvents,
			};
		};
		app.get(address, async (request, reply) => {
			const pageRequest = parsePageRequest(request, publicUrl);
			if (!definition?.dependsOn || !isAnonymous(request)) {
				return sendPage(request, reply, await preparePageWithScreen(request, pageRequest));
			}
			const work = async (): Promise<CachedResponse> => {
				const prepared = await preparePageWithScreen(request, pageRequest);
				const { head, isComplete } = prepared;
				const response = createCachedResponse(Buffer.from(render(request, prepared)), HTML);
				return { ...response, status: head.status, isIncomplete: !isComplete };
			};
			const key = cacheKeyOf(request, pageRequest);
			const dependsOn = definition.dependsOn(pageRequest);
			const answer = await app.responseCache.getOrCreate(key, dependsOn, work);
			return sendCached(request, withPageHeaders(request, reply), answer);
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const isPage = request.method === 'GET' || request.method === 'HEAD';
		if (!isPage || /^\/api([/?]|$)/.test(request.url)) {
			throw new AppError('not_found', COMMON_MESSAGES.notFound);
		}
		return sendPage(request, reply, {
			head: { status: 404 },
			answers: new Map(),
			preloadTags: '',
			serverRendered: '',
		});
	});
}

const HTML = 'text/html; charset=utf-8';

/** Serves scripts, styles, fonts and icons as the build left them; pages have routes of their own. */
async function registerBuiltFiles(app: FastifyInstance, folder: string): Promise<void> {
	await app.register(fastifyStatic, {
		root: folder,
		index: false,
		wildcard: false,
		preCompressed: true,
		setHeaders: (reply, path) => {
			if (path.includes('/assets/')) setAssetHeaders(reply);
			else reply.header('cache-control', 'public, max-age=3600');
		},
		globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.*'],
	});
}

/** Vite names what is below assets/ by its content: scripts, styles and fonts, none of which is opened by itself. */
function setAssetHeaders(reply: Pick<FastifyReply, 'header' | 'removeHeader'>): void {
	for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
	reply.header('content-security-policy', API_POLICY);
	reply.header('cache-control', 'public, max-age=31536000, immutable');
}

/** Everything that a page differs by, besides what it is made of. No address of the API begins so. */
function cacheKeyOf(request: FastifyRequest, { origin }: PageRequest): string {
	const { theme, wasSignedIn, hasConfirmBanner } = browserStateOf(request);
	return `page ${origin} ${theme === 'dark' || theme === 'light' ? theme : ''} ${wasSignedIn} ${hasConfirmBanner} ${request.url}`;
}

interface PreparedPage {
	head: PageMeta;
	answers: ReadonlyMap<string, unknown>;
	/** Tags that fetch its scripts early. */
	preloadTags: string;
	/** Its first screen with the element around it, and what hears it pressed; empty where the browser draws it. */
	serverRendered: string;
}

function renderPage(
	page: string,
	{ head, answers, preloadTags, serverRendered }: PreparedPage,
): string {
	const withHead = renderHead(page, head, answers).replace(
		'</head>',
		() => `${preloadTags}</head>`,
	);
	return serverRendered ? withHead.replace(EMPTY_ROOT, () => serverRendered) : withHead;
}

/** The browser takes it over where the address is its own. */
async function renderFirstScreen(
	renderScreen: RenderScreen | undefined,
	request: FastifyRequest,
	answers: ReadonlyMap<string, unknown>,
): Promise<string> {
	if (!renderScreen) return '';
	try {
		const screenHtml = await renderScreen(request.url, answers, wasSignedIn(request));
		return `<div id="root" data-address="${escapeHtml(request.url)}">${screenHtml}</div>`;
	} catch (error) {
		// The page still works: it is drawn where it is shown.
		request.log.error({ err: error }, 'a page could not be drawn');
		return '';
	}
}

/** Asks the API what the page will ask, so that it need not: the same routes, validation and shapes. */
async function preparePage(
	app: FastifyInstance,
	request: FastifyRequest,
	definition: PageDefinition | undefined,
	pageRequest: PageRequest,
): Promise<Omit<PreparedPage, 'preloadTags' | 'serverRendered'> & { isComplete: boolean }> {
	const addresses = definition?.answers(pageRequest) ?? [];
	const replies = await Promise.all(
		addresses.map((url) => app.inject({ url, remoteAddress: request.ip })),
	);
	// While the market is closed nobody is told that a thing is gone: the page itself says what is the matter.
	if (replies.some(({ statusCode }) => statusCode >= 500)) {
		return { head: {}, answers: new Map(), isComplete: false };
	}
	const bodies = replies.map((reply) => (reply.statusCode === 200 ? reply.json() : undefined));
	const answers = new Map(
		addresses.flatMap((address, index) =>
			bodies[index] === undefined ? [] : [[address, bodies[index]] as const],
		),
	);
	const isComplete = definition !== undefined && answers.size === addresses.length;
	return { head: definition?.describe?.(pageRequest, bodies) ?? {}, answers, isComplete };
}

function parsePageRequest(request: FastifyRequest, publicUrl: string | undefined): PageRequest {
	const origin = originOf(request, publicUrl);
	return {
		params: request.params as Record<string, string>,
		// Not as an address of its own: one that begins with two slashes names a host.
		query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
		origin,
	};
}

/** What each browser brings itself. */
function browserStateOf(request: FastifyRequest) {
	return {
		theme: uiCookieOf(request, 'theme'),
		wasSignedIn: wasSignedIn(request),
		hasConfirmBanner: hasConfirmBanner(request),
	};
}

/** A chat fills the screen to the last line. */
function hasConfirmBanner(request: FastifyRequest): boolean {
	const isChat = request.routeOptions.url === PAGES.chat;
	return !isChat && wasSignedIn(request) && uiCookieOf(request, 'confirm-line') === 'ask';
}

/** A hint for the drawing alone: who may do what is decided by the token of each call. */
function wasSignedIn(request: FastifyRequest): boolean {
	return uiCookieOf(request, 'signed-in') === '1';
}

function isSignInCallback(request: FastifyRequest): boolean {
	return request.routeOptions.url === PAGES.authSuccess;
}
