import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ADMIN_PAGES, ADMIN_ROOT } from '#contract/admin/pages.ts';
import { type HomeRow, parseHomeRows } from '#contract/core/cookies.ts';
import { REQUEST_ERRORS } from '#contract/core/errors.ts';
import { PAGE_TABLE, PAGES, type Page } from '#contract/core/pages.ts';
import { type Answer, createAnswer, isAnonymous, sendAnswer } from '#server/http/memo.ts';
import { originOf, uiCookieOf } from '#server/http/request-headers.ts';
import { API_POLICY, DOCUMENT_HEADERS } from '#server/http/security-headers.ts';
import { AppError } from '#server/lib/app-error.ts';
import { escapeHtml } from '#server/lib/html.ts';
import {
	fillTemplate,
	loadSsr,
	type RenderScreen,
	readPreloadTags,
	type Site,
} from './built-pages.ts';
import { type PageDefinition, type PageMeta, type PageRequest, renderHead } from './head.ts';

/** The root element in the built page. */
const EMPTY_ROOT = '<div id="root"></div>';

type PageAnswer = readonly [url: string, reply: unknown];

interface PageOptions {
	/** The built web app. */
	folder: string;
	site: Site;
	/** Page definitions by contract path. */
	definitions: Readonly<Record<string, PageDefinition>>;
	/** Returns the API response that every page contains, with its URL. */
	commonAnswer: () => PageAnswer;
	/** The public origin; undefined if each request determines it. */
	publicUrl: string | undefined;
}

/**
 * Serves the web app: its files, its page at every address of the contract, and the 404 page with status 404 elsewhere.
 * Unknown addresses below `/api` get JSON.
 */
export async function mountPages(
	app: FastifyInstance,
	{ folder, site, definitions, commonAnswer, publicUrl }: PageOptions,
): Promise<void> {
	const template = await readFile(join(folder, 'index.html'), 'utf8');
	const page = fillTemplate(template, site);
	const allTags = await readPreloadTags(folder);
	const renderScreen = await loadSsr(folder, site);
	const render = (request: FastifyRequest, prepared: PreparedPage) =>
		renderPage(page(browserStateOf(request)), prepared);
	const sendPage = (
		request: FastifyRequest,
		reply: FastifyReply,
		prepared: PreparedPage,
		index: boolean,
	) => {
		const { status } = prepared.head;
		return withPageHeaders(request, reply, index, { status, isIncomplete: !prepared.isComplete })
			.code(status ?? 200)
			.type(HTML)
			.send(render(request, prepared));
	};

	await registerBuiltFiles(app, folder);
	for (const { path: address, index } of Object.values<Page>(PAGE_TABLE)) {
		const definition = definitions[address];
		const preloadTags = allTags.byPage.get(address) ?? '';
		const preparePageWithScreen = async (request: FastifyRequest, pageRequest: PageRequest) => {
			const prepared = await preparePage(app, request, definition, pageRequest, commonAnswer());
			const screenHtml =
				definition && prepared.isComplete
					? await renderFirstScreen(renderScreen, request, prepared.answers)
					: '';
			return {
				...prepared,
				// The script for early events comes first: it has to run before the page is first painted.
				scriptTags: (screenHtml && allTags.earlyEventsTag) + preloadTags,
				serverRendered: screenHtml,
			};
		};
		app.get(address, async (request, reply) => {
			const pageRequest = parsePageRequest(request, publicUrl);
			if (!definition?.isShared || !isAnonymous(request)) {
				const prepared = await preparePageWithScreen(request, pageRequest);
				return sendPage(request, reply, prepared, index);
			}
			const create = async (): Promise<Answer> => {
				const prepared = await preparePageWithScreen(request, pageRequest);
				const { head, isComplete } = prepared;
				const answer = createAnswer(Buffer.from(render(request, prepared)), HTML);
				return { ...answer, status: head.status, isIncomplete: !isComplete };
			};
			const shared = await app.memo.findOrCreate(cacheKeyOf(request, pageRequest), create);
			return sendAnswer(request, withPageHeaders(request, reply, index, shared), shared);
		});
	}
	app.setNotFoundHandler((request, reply) => {
		const isPage = request.method === 'GET' || request.method === 'HEAD';
		if (!isPage || /^\/api([/?]|$)/.test(request.url)) {
			throw new AppError('not_found', REQUEST_ERRORS.notFound);
		}
		const notFound: PreparedPage = {
			head: { status: 404 },
			answers: new Map([commonAnswer()]),
			isComplete: true,
			scriptTags: '',
			serverRendered: '',
		};
		return sendPage(request, reply, notFound, false);
	});
}

const HTML = 'text/html; charset=utf-8';

/** @param index whether search engines may list the page when it exists and has all its data */
function withPageHeaders(
	request: FastifyRequest,
	reply: FastifyReply,
	index: boolean,
	{ status, isIncomplete }: Pick<Answer, 'status' | 'isIncomplete'>,
): FastifyReply {
	if (!index || status || isIncomplete) reply.header('x-robots-tag', 'noindex');
	return (
		reply
			// The page after third-party sign-in has a token in its URL, so it must not be cached.
			.header('cache-control', isSignInCallback(request) ? 'no-store' : 'no-cache')
			.header('vary', 'Cookie')
	);
}

/** Serves scripts, styles, fonts and icons of the build; pages have their own routes. */
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

/** Files below assets/ have content hashes in their names: scripts, styles and fonts, never opened as documents. */
function setAssetHeaders(reply: Pick<FastifyReply, 'header' | 'removeHeader'>): void {
	for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
	reply.header('content-security-policy', API_POLICY);
	reply.header('cache-control', 'public, max-age=31536000, immutable');
}

/** Cache key: everything a page varies by besides its data. No URL contains a space, so no URL equals such a key. */
function cacheKeyOf(request: FastifyRequest, { origin }: PageRequest): string {
	const { theme, wasSignedIn, hasConfirmBanner, homeRows } = browserStateOf(request);
	return `page ${origin} ${theme === 'dark' || theme === 'light' ? theme : ''} ${wasSignedIn} ${hasConfirmBanner} ${homeRows.join('.')} ${request.url}`;
}

interface PreparedPage {
	head: PageMeta;
	answers: ReadonlyMap<string, unknown>;
	/** Whether `answers` contains all the data of the first screen. If not, search engines must not store the page. */
	isComplete: boolean;
	/** Tags that preload the page's scripts. On a server-rendered page, the script for early events comes before them. */
	scriptTags: string;
	/** The rendered first screen in its root element; empty when the browser renders it. */
	serverRendered: string;
}

type PageData = Omit<PreparedPage, 'scriptTags' | 'serverRendered'>;

function renderPage(
	page: string,
	{ head, answers, scriptTags, serverRendered }: PreparedPage,
): string {
	const withHead = renderHead(page, head, answers).replace('</head>', () => `${scriptTags}</head>`);
	return serverRendered ? withHead.replace(EMPTY_ROOT, () => serverRendered) : withHead;
}

/**
 * Renders the first screen into its root element. The browser hydrates it if `data-address` matches the browser's URL.
 * @returns the HTML; empty without a renderer, or if rendering fails
 */
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
		// The page still works without it: the browser renders its first screen.
		request.log.error({ err: error }, 'a page could not be rendered');
		return '';
	}
}

/** Requests the page's first API responses in-process, through the same routes, validation and formats. */
async function preparePage(
	app: FastifyInstance,
	request: FastifyRequest,
	definition: PageDefinition | undefined,
	pageRequest: PageRequest,
	commonAnswer: PageAnswer,
): Promise<PageData> {
	const addresses = definition?.firstRequests(pageRequest) ?? [];
	const replies = await Promise.all(
		addresses.map((url) => app.inject({ url, remoteAddress: request.ip })),
	);
	// During maintenance and above a rate limit, it is unknown whether the item or user of the page exists: no 404 then.
	if (replies.some(({ statusCode }) => statusCode >= 500 || statusCode === 429)) {
		return { head: {}, answers: new Map([commonAnswer]), isComplete: false };
	}
	const bodies = replies.map((reply) => (reply.statusCode === 200 ? reply.json() : undefined));
	const answered = addresses.flatMap((address, index) =>
		bodies[index] === undefined ? [] : [[address, bodies[index]] as const],
	);
	return {
		head: definition?.describe?.(pageRequest, bodies) ?? {},
		answers: new Map([commonAnswer, ...answered]),
		isComplete: answered.length === addresses.length,
	};
}

function parsePageRequest(request: FastifyRequest, publicUrl: string | undefined): PageRequest {
	const origin = originOf(request, publicUrl);
	return {
		params: request.params as Record<string, string>,
		// Not parsed as a URL: a path that begins with two slashes would name a host.
		query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
		origin,
	};
}

/** What the page varies by per browser. */
function browserStateOf(request: FastifyRequest) {
	return {
		theme: uiCookieOf(request, 'theme'),
		wasSignedIn: wasSignedIn(request),
		hasConfirmBanner: hasConfirmBanner(request),
		homeRows: homeRowsOf(request),
	};
}

/** Whether the page has the banner that asks to confirm the email address. A chat fills the screen and has none. */
function hasConfirmBanner(request: FastifyRequest): boolean {
	const isChat = request.routeOptions.url === PAGES.chat;
	return !isChat && wasSignedIn(request) && uiCookieOf(request, 'confirm-line') === 'ask';
}

/** The rows of the home page to reserve space for; none on other pages. */
function homeRowsOf(request: FastifyRequest): HomeRow[] {
	const isHome = request.routeOptions.url === PAGES.home;
	return isHome ? parseHomeRows(uiCookieOf(request, 'home-rows')) : [];
}

/** Whether to render for a signed-in user. Only a hint: each API call is authorized by its token. */
function wasSignedIn(request: FastifyRequest): boolean {
	return uiCookieOf(request, 'signed-in') === '1';
}

function isSignInCallback(request: FastifyRequest): boolean {
	return request.routeOptions.url === PAGES.authSuccess;
}

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
