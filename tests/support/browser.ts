import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type axeCore from 'axe-core';
import { type Browser, type ConsoleMessage, chromium, type Page } from 'playwright-core';
import { afterEach, expect } from 'vitest';
import { findBrowser } from '#tools/lib/browser.ts';
import { openPlaces, type Place } from './visitors.ts';

const FLAGS = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--no-first-run',
	// The pages of one visitor share a process, and none is kept in reserve: to start them takes long.
	'--renderer-process-limit=1',
	'--process-per-site',
];

/** It takes longer to bring than to run, so in few bytes; what it evaluates to would be sent back. */
const AXE = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8').then(
	(script) => `${script};undefined`,
);

/** Of the console, by its own names. */
const COMPLAINTS: readonly string[] = ['error', 'warning'];
/** No worker is let in, and what another test has just posted takes the place of an item whose photo was sent for early. */
const OF_TESTS =
	/^Service Worker registration blocked|was preloaded using link preload but not used/;

interface Visit {
	/** CSS pixels. */
	width?: number;
	theme?: 'light' | 'dark';
	/** Signed in from the start. */
	as?: { id: number; token: string };
	/** Signed in to the back-office from the start. */
	admin?: { id: number; token: string; roleLevel: string };
	/** With the service worker, which otherwise would answer before a test's own routes do. */
	isKeptOffline?: boolean;
	/** As a browser is before the page's scripts have come. */
	hasScripts?: boolean;
}

/** One for all files of a worker, which ends with it: each launch takes as long as some ten pages. */
let launched: Promise<{ browser: Browser; takePlace: ReturnType<typeof openPlaces> }> | undefined;

async function launch() {
	const browser = await chromium.launch({ executablePath: findBrowser(), args: FLAGS });
	return { browser, takePlace: openPlaces(browser) };
}

async function launchedBrowser() {
	const open = await launched;
	if (!open?.browser.isConnected()) launched = launch();
	return launched ?? launch();
}

/** A browser for one test file; a page's unexpected console errors and warnings fail the test that caused them. */
export async function openBrowser() {
	const { takePlace } = await launchedBrowser();
	const taken: Place[] = [];
	const complaints: string[] = [];
	const hearError = (error: Error) => complaints.push(error.message);
	const hearConsole = (message: ConsoleMessage) => {
		const text = message.text();
		// The browser reports every refused request; tests look at what the page made of it.
		const isRefusal = /^(Failed to load resource|WebSocket connection to)/.test(text);
		if (COMPLAINTS.includes(message.type()) && !isRefusal && !OF_TESTS.test(text)) {
			complaints.push(text);
		}
	};
	afterEach(async () => {
		await Promise.all(taken.splice(0).map((place) => place.leave()));
		expect(complaints.splice(0)).toEqual([]);
	});

	async function visit(path: string, options: Visit = {}): Promise<Page> {
		const { width = 1024, theme = 'light', isKeptOffline = false, hasScripts = true } = options;
		const isPhone = width < 760;
		const isForOne = isKeptOffline || !hasScripts || !path.startsWith('/');
		const place = await takePlace({ isTouch: isPhone, hasScripts, isKeptOffline, isForOne });
		taken.push(place);
		const { page } = place;
		page.on('pageerror', hearError);
		page.on('console', hearConsole);
		await Promise.all([
			page.setViewportSize({ width, height: isPhone ? 780 : 860 }),
			page.emulateMedia({ colorScheme: theme, forcedColors: 'none', reducedMotion: 'reduce' }),
		]);
		await place.enter(path, storedBy(options));
		return page;
	}
	return { visit };
}

/** What the product keeps of who is signed in. */
function storedBy({ as, admin }: Visit): Record<string, string> {
	return {
		...(as && { accessToken: as.token, userId: String(as.id) }),
		...(admin && {
			adminToken: admin.token,
			adminId: String(admin.id),
			adminRole: admin.roleLevel,
		}),
	};
}

/** What stands in the way of people with a screen reader or keyboard, as far as a program can see; should be nothing. */
export async function barriersOn(page: Page): Promise<string[]> {
	// A colour on its way from one to another is neither.
	await page.evaluate(() =>
		Promise.all(
			document
				.getAnimations()
				.filter(({ effect }) => effect?.getComputedTiming().iterations !== Number.POSITIVE_INFINITY)
				.map(({ finished }) => finished.catch(() => undefined)),
		).then(() => undefined),
	);
	const isThere = await page.evaluate(() => 'axe' in window);
	if (!isThere) await page.evaluate(await AXE);
	return page.evaluate(async () => {
		// Only what is wrong is collected, and no film or sound looked at, of which there is none: that is half of the time.
		const options = { resultTypes: ['violations' as const], preload: false };
		const { violations } = await window.axe.run(document, options);
		return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
	});
}

declare global {
	interface Window {
		/** Once `barriersOn` has brought it. */
		axe: typeof axeCore;
	}
}

declare module 'vitest' {
	interface ProvidedContext {
		/** Origin of the running market. */
		marketAddress: string;
		/** Where it keeps its files; its mails are in `mail/` there. */
		marketDataDir: string;
	}
}
