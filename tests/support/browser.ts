import axeCore from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterEach, expect, inject } from 'vitest';
import { findBrowser } from '#ops/browser.ts';

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
let launched: Promise<Browser> | undefined;

async function launchedBrowser(): Promise<Browser> {
	const browser = await launched;
	if (browser?.isConnected()) return browser;
	launched = chromium.launch({ executablePath: findBrowser(), args: FLAGS });
	return launched;
}

/** A browser for one test file; a page's unexpected console errors fail the test that caused them. */
export async function openBrowser() {
	const browser = await launchedBrowser();
	const contexts: BrowserContext[] = [];
	const complaints: string[] = [];
	afterEach(async () => {
		await Promise.all(contexts.splice(0).map((context) => context.close()));
		expect(complaints.splice(0)).toEqual([]);
	});

	async function visit(path: string, options: Visit = {}): Promise<Page> {
		const context = await newContext(browser, options);
		contexts.push(context);
		const page = await context.newPage();
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (message) => {
			const text = message.text();
			// The browser reports every refused request; tests look at what the page made of it.
			const isRefusal = /^(Failed to load resource|WebSocket connection to)/.test(text);
			if (message.type() === 'error' && !isRefusal) complaints.push(text);
		});
		if (options.hasScripts !== false) waitUntilAlive(page);
		await page.goto(path);
		return page;
	}
	return { visit };
}

/** A page that the server drew stands before its scripts have come; what is pressed that soon is lost. */
function waitUntilAlive(page: Page): void {
	const { goto, reload } = page;
	const alive = () => page.locator('#root[data-address]').waitFor({ state: 'detached' });
	page.goto = async (...to) => {
		const response = await goto.apply(page, to);
		await alive();
		return response;
	};
	page.reload = async (...how) => {
		const response = await reload.apply(page, how);
		await alive();
		return response;
	};
}

async function newContext(browser: Browser, visit: Visit) {
	const { width = 1024, theme = 'light', isKeptOffline = false, hasScripts = true } = visit;
	const isPhone = width < 760;
	const context = await browser.newContext({
		baseURL: inject('marketAddress'),
		viewport: { width, height: isPhone ? 780 : 860 },
		hasTouch: isPhone,
		colorScheme: theme,
		javaScriptEnabled: hasScripts,
		reducedMotion: 'reduce',
		serviceWorkers: isKeptOffline ? 'allow' : 'block',
		locale: 'en-IN',
	});
	const entries = storedBy(visit);
	if (Object.keys(entries).length > 0) {
		const origin = inject('marketAddress');
		await context.addInitScript(
			({ at, kept }) => {
				// Once: what the page does to its storage afterwards stays done.
				if (location.origin !== at || sessionStorage.getItem('was here')) return;
				sessionStorage.setItem('was here', 'yes');
				for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
			},
			{ at: origin, kept: entries },
		);
	}
	return context;
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
	// It takes longer to bring than to run; what it evaluates to would be sent back.
	const isThere = await page.evaluate(() => 'axe' in window);
	if (!isThere) await page.evaluate(`${axeCore.source};undefined`);
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
