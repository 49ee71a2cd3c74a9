import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { COMMON_MESSAGES } from '#contract/core/common.ts';
import { PAGES } from '#contract/core/pages.ts';
import { hintOf } from '#server/http/cookies.ts';
import { API_POLICY, DOCUMENT_HEADERS } from '#server/http/header-values.ts';
import { originOf } from '#server/http/origin.ts';
import {
	isAnybody,
	type ReadyAnswer,
	readyAnswer,
	sendReady,
} from '#server/http/response-cache/response-cache.ts';
import { Refusal } from '#server/lib/app-error.ts';
import { escapeHtml } from '#server/lib/html.ts';
import { type OpenedPage, type PageHead, type PageSource, renderHead } from './head.ts';
import { readFileTags } from './preload-tags.ts';
import type { Site } from './site.ts';
import { loadPainter, type Paint } from './ssr.ts';
import { fillTemplate } from './template.ts';

/** As the build leaves it. */
const EMPTY_ROOT = '<div id="root"></div>';

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
	const tags = await readFileTags(folder);
	const paint = await loadPainter(folder, site);
	const render = (request: FastifyRequest, prepared: PreparedPage) =>
		renderPage(page(seenBy(request)), prepared);
	const headed = (request: FastifyRequest, reply: FastifyReply) =>
		reply
			// The address that third-party sign-in ends at holds a token, which no cache may keep.
			.header('cache-control', isSignInEnd(request) ? 'no-store' : 'no-cache')
			.header('vary', 'Cookie');
	const sendPage = (request: FastifyRequest, reply: FastifyReply, prepared: PreparedPage) =>
		headed(request, reply)
			.code(prepared.head.status ?? 200)
			.type(HTML)
			.send(render(request, prepared));

	await app.register(fastifyStatic, {
		root: folder,
		index: false,
		wildcard: false,
		preCompressed: true,
		setHeaders: (reply, path) => {
			if (path.includes('/assets/')) sayOfAsset(reply);
			else reply.header('cache-control', 'public, max-age=3600');
		},
		globIgnore: ['**/index.html', '**/*.br', '**/*.gz', '**/.*'],
	});
	for (const address of Object.values(PAGES)) {
		const source = sources[address];
		const files = tags.ofPage.get(address) ?? '';
		const prepareWhole = async (request: FastifyRequest, opened: OpenedPage) => {
			const prepared = await prepare(app, request, source, opened);
			const screen = prepared.isComplete ? await draw(paint, request, prepared.answers) : '';
			return { ...prepared, files, drawn: screen && screen + tags.earlyInput };
		};
		app.get(address, async (request, reply) => {
			const opened = openedPage(request, publicUrl);
			if (!source?.madeOf || !isAnybody(request)) {
				return sendPage(request, reply, await prepareWhole(request, opened));
			}
			const work = async (): Promise<ReadyAnswer> => {
				const prepared = await prepareWhole(request, opened);
				const { head, isComplete } = prepared;
				const ready = readyAnswer(Buffer.from(render(request, prepared)), HTML);
				return { ...ready, status: head.status, isPoor: !isComplete };
			};
			const key = keyOf(request, opened);
			const answer = await app.readyAnswers.make(key, source.madeOf(opened), work);
			return sendReady(request, headed(request, reply), answer);
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
			drawn: '',
		});
	});
}

const HTML = 'text/html; charset=utf-8';

/** Vite names what is below assets/ by its content: scripts, styles and fonts, none of which is opened by itself. */
function sayOfAsset(reply: Pick<FastifyReply, 'header' | 'removeHeader'>): void {
	for (const name of DOCUMENT_HEADERS) reply.removeHeader(name);
	reply.header('content-security-policy', API_POLICY);
	reply.header('cache-control', 'public, max-age=31536000, immutable');
}

/** Everything that a page differs by, besides what it is made of. No address of the API begins so. */
function keyOf(request: FastifyRequest, { origin }: OpenedPage): string {
	const { theme, wasSignedIn, hasConfirmLine } = seenBy(request);
	return `page ${origin} ${theme === 'dark' || theme === 'light' ? theme : ''} ${wasSignedIn} ${hasConfirmLine} ${request.url}`;
}

interface PreparedPage {
	head: PageHead;
	answers: ReadonlyMap<string, unknown>;
	/** Tags that fetch its scripts early. */
	files: string;
	/** Its first screen with the element around it, and what hears it pressed; empty where the browser draws it. */
	drawn: string;
}

function renderPage(page: string, { head, answers, files, drawn }: PreparedPage): string {
	const withHead = renderHead(page, head, answers).replace('</head>', () => `${files}</head>`);
	return drawn ? withHead.replace(EMPTY_ROOT, () => drawn) : withHead;
}

/** The browser takes it over where the address is its own. */
async function draw(
	paint: Paint | undefined,
	request: FastifyRequest,
	answers: ReadonlyMap<string, unknown>,
): Promise<string> {
	if (!paint) return '';
	try {
		const screen = await paint(request.url, answers, wasSignedIn(request));
		return `<div id="root" data-address="${escapeHtml(request.url)}">${screen}</div>`;
	} catch (error) {
		// The page still works: it is drawn where it is shown.
		request.log.error({ err: error }, 'a page could not be drawn');
		return '';
	}
}

/** Asks the API what the page will ask, so that it need not: the same routes, validation and shapes. */
async function prepare(
	app: FastifyInstance,
	request: FastifyRequest,
	source: PageSource | undefined,
	opened: OpenedPage,
): Promise<Omit<PreparedPage, 'files' | 'drawn'> & { isComplete: boolean }> {
	const addresses = source?.answers(opened) ?? [];
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
	const isComplete = source !== undefined && answers.size === addresses.length;
	return { head: source?.describe?.(opened, bodies) ?? {}, answers, isComplete };
}

function openedPage(request: FastifyRequest, publicUrl: string | undefined): OpenedPage {
	const origin = originOf(request, publicUrl);
	return {
		params: request.params as Record<string, string>,
		// Not as an address of its own: one that begins with two slashes names a host.
		query: new URLSearchParams(request.url.split('?').slice(1).join('?')),
		origin,
	};
}

/** What each browser brings itself. */
function seenBy(request: FastifyRequest) {
	return {
		theme: hintOf(request, 'theme'),
		wasSignedIn: wasSignedIn(request),
		hasConfirmLine: hasConfirmLine(request),
	};
}

/** A chat fills the screen to the last line. */
function hasConfirmLine(request: FastifyRequest): boolean {
	const isChat = request.routeOptions.url === PAGES.chat;
	return !isChat && wasSignedIn(request) && hintOf(request, 'confirm-line') === 'ask';
}

/** A hint for the drawing alone: who may do what is decided by the token of each call. */
function wasSignedIn(request: FastifyRequest): boolean {
	return hintOf(request, 'signed-in') === '1';
}

function isSignInEnd(request: FastifyRequest): boolean {
	return request.routeOptions.url === PAGES.authSuccess;
}
