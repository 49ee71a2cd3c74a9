import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { BROWSER_FLAGS, findBrowser } from '#tools/lib/browser.ts';
import { createPagePool, type PooledPage } from './page-pool.ts';

const FLAGS = [
	...BROWSER_FLAGS,
	// The pages of one context share a process, and no spare process is started, which would take long.
	'--renderer-process-limit=1',
	'--process-per-site',
];

/** Minified, because transferring the script takes longer than running it. `undefined` avoids sending a result back. */
const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').then(
	(script) => `${script};undefined`,
);

/** Console messages of these types fail a test. */
const REPORTED_TYPES: readonly string[] = ['error', 'warning'];
/**
 * Messages that do not fail a test: service workers are blocked in most tests, and a preloaded photo may belong to an
 * item that was deleted meanwhile.
 */
const EXPECTED_MESSAGES =
	/^Service Worker registration blocked|was preloaded using link preload but not used/;

interface VisitOptions {
	/** CSS pixels. */
	width?: number;
	theme?: 'light' | 'dark';
	/** Signed in from the start. */
	as?: { id: number; token: string };
	/** Signed in to the back-office from the start. */
	admin?: { id: number; token: string; roleLevel: string };
	/** Allows the service worker. It is blocked by default, because it would answer requests before a test's own routes. */
	hasServiceWorker?: boolean;
	/** False disables scripts, to test a page before its scripts have loaded. */
	hasScripts?: boolean;
}

/** One browser for all files of a worker: each launch takes as long as some ten pages. */
let launched:
	| Promise<{ browser: Browser; takePage: ReturnType<typeof createPagePool> }>
	| undefined;

async function launch() {
	const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
	return { browser, takePage: createPagePool(browser) };
}

async function launchedBrowser() {
	const lastLaunch = await launched;
	if (!lastLaunch?.browser.isConnected()) launched = launch();
	return launched ?? launch();
}

/** A browser for one test file; unexpected console errors and warnings fail the test that caused them. */
export async function openBrowser() {
	const { takePage } = await launchedBrowser();
	const openPages: PooledPage[] = [];
	const consoleErrors: string[] = [];
	const onPageError = (error: Error) => consoleErrors.push(error.message);
	const onConsole = (message: ConsoleMessage) => {
		const text = message.text();
		// The browser itself logs every failed request. Tests check how the page handles it instead.
		const isFailedRequest = /^(Failed to load resource|WebSocket connection to)/.test(text);
		if (
			REPORTED_TYPES.includes(message.type()) &&
			!isFailedRequest &&
			!EXPECTED_MESSAGES.test(text)
		) {
			consoleErrors.push(text);
		}
	};
	afterEach(async () => {
		await Promise.all(openPages.splice(0).map((pooledPage) => pooledPage.release()));
		expect(consoleErrors.splice(0)).toEqual([]);
	});

	async function visit(path: string, options: VisitOptions = {}): Promise<Page> {
		const { width = 1024, theme = 'light', hasServiceWorker = false, hasScripts = true } = options;
		const isPhone = width < 760;
		// A path that is a whole URL leads to another app, whose storage the pool does not clear.
		const isSingleUse = hasServiceWorker || !hasScripts || !path.startsWith('/');
		const pooledPage = await takePage({
			isTouch: isPhone,
			hasScripts,
			hasServiceWorker,
			isSingleUse,
		});
		openPages.push(pooledPage);
		const { page } = pooledPage;
		page.on('pageerror', onPageError);
		page.on('console', onConsole);
		await Promise.all([
			page.setViewportSize({ width, height: isPhone ? 780 : 860 }),
			page.emulateMedia({
				media: null,
				colorScheme: theme,
				forcedColors: 'none',
				reducedMotion: 'reduce',
			}),
		]);
		await pooledPage.open(path, initialStorage(options));
		return page;
	}
	return { visit };
}

/** The storage entries of a signed-in user. */
function initialStorage({ as, admin }: VisitOptions): Record<string, string> {
	return {
		...(as && { accessToken: as.token, userId: String(as.id) }),
		...(admin && {
			adminToken: admin.token,
			adminId: String(admin.id),
			adminRole: admin.roleLevel,
		}),
	};
}

/** Violations that axe finds on the page; should be empty. */
export async function findAccessibilityViolations(page: Page): Promise<string[]> {
	// Finishes transitions: axe would judge the colours in between.
	await page.evaluate(() =>
		Promise.all(
			document
				.getAnimations()
				.filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished.catch(() => undefined)),
		).then(() => undefined),
	);
	const isLoaded = await page.evaluate(() => 'axe' in window);
	if (!isLoaded) await page.evaluate(await AXE);
	return page.evaluate(async () => {
		// Collects violations only, and skips media, which no page has: this halves the time.
		const options = { resultTypes: ['violations' as const], preload: false };
		const { violations } = await window.axe.run(document, options);
		return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
	});
}

declare global {
	interface Window {
		/** Defined once `findAccessibilityViolations` has loaded it. */
		axe: typeof axeCore;
	}
}
