import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core';
import { inject } from 'vitest';

/** Options that cannot change once a browser context exists. */
interface PageOptions {
	isTouch: boolean;
	hasScripts: boolean;
	hasServiceWorker: boolean;
	/**
	 * A context of its own, not reused. Needed without scripts or with a service worker, because reused contexts differ in
	 * touch only.
	 */
	isSingleUse: boolean;
}

/** A page for one visitor of one test. */
export interface PooledPage {
	page: Page;
	/** Opens the first page, with these storage entries set. */
	open: (path: string, storage: Record<string, string>) => Promise<void>;
	/** Closes the visitor's pages and deletes what they left behind. */
	release: () => Promise<void>;
}

/** A file without scripts: while it is open, nothing writes to the storage that is being cleared. */
const BLANK_PATH = '/icon.svg';

/** Page events that tests listen to. */
const PAGE_EVENTS = ['console', 'pageerror', 'request', 'response', 'websocket', 'dialog'];

/** Functions whose effects on a page or its context cannot be undone, so that the page is not reused. */
const IRREVERSIBLE = {
	page: ['addInitScript', 'clock', 'exposeFunction', 'routeWebSocket'],
	context: ['addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'routeWebSocket'],
};

/**
 * Reuses pages for one visitor after another, because a new context takes twice as long as most tests. Nothing of the
 * previous visitor is left except the HTTP cache of immutable files.
 */
export function createPagePool(browser: Browser) {
	const free = { touch: [] as PooledPage[], mouse: [] as PooledPage[] };

	return async function takePage(options: PageOptions): Promise<PooledPage> {
		const freePages = options.isTouch ? free.touch : free.mouse;
		if (options.isSingleUse)
			return createSingleUsePage(await openContext(browser, options), options.hasScripts);
		return freePages.pop() ?? createReusablePage(await openContext(browser, options), freePages);
	};
}

async function createSingleUsePage(
	context: BrowserContext,
	hasScripts: boolean,
): Promise<PooledPage> {
	const page = await context.newPage();
	if (hasScripts) makeNavigationAwaitHydration(page);
	return {
		page,
		async open(path, storage) {
			await context.addInitScript(storeOnce, { origin: inject('marketAddress'), storage });
			await page.goto(path);
		},
		release: () => context.close(),
	};
}

async function createReusablePage(
	context: BrowserContext,
	free: PooledPage[],
): Promise<PooledPage> {
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	const origin = inject('marketAddress');
	const gotoBlank = page.goto.bind(page, BLANK_PATH);
	const addInitScript = page.addInitScript.bind(page);
	const isUnusable = trackUse([page, IRREVERSIBLE.page], [context, IRREVERSIBLE.context]);
	makeNavigationAwaitHydration(page);
	let script: Disposable | undefined;

	async function clear(): Promise<void> {
		for (const event of PAGE_EVENTS) page.removeAllListeners(event);
		await Promise.all([
			page.unrouteAll({ behavior: 'ignoreErrors' }),
			context.unrouteAll({ behavior: 'ignoreErrors' }),
			context.setOffline(false),
		]);
		await gotoBlank();
		await script?.dispose();
		await page.evaluate(() => {
			sessionStorage.clear();
			localStorage.clear();
		});
		const storageTypes = 'indexeddb,cache_storage';
		await Promise.all([
			context.clearCookies(),
			devtools.send('Storage.clearDataForOrigin', { origin, storageTypes }),
			page.mouse.move(0, 0),
		]);
	}

	const pooledPage: PooledPage = {
		page,
		async open(path, storage) {
			script = await addInitScript(storeOnce, { origin, storage });
			await page.goto(path);
			await devtools.send('Page.resetNavigationHistory');
		},
		async release() {
			const isOnOwnPage = page.url().startsWith(`${origin}/`) && context.pages().length === 1;
			if (isUnusable() || !isOnOwnPage) return context.close();
			await clear();
			free.push(pooledPage);
		},
	};
	return pooledPage;
}

/** Runs in the page before its own scripts. Sets the storage once, so that later changes by the page are kept. */
function storeOnce({ origin, storage }: { origin: string; storage: Record<string, string> }): void {
	if (location.origin !== origin || sessionStorage.getItem('was here')) return;
	sessionStorage.setItem('was here', 'yes');
	for (const [key, value] of Object.entries(storage)) localStorage.setItem(key, value);
}

/** @returns whether any of these names was used since this call */
function trackUse(...used: (readonly [object: object, names: readonly string[]])[]) {
	let isUsed = false;
	for (const [object, names] of used) {
		for (const name of names) {
			const property = Reflect.get(object, name);
			const boundProperty = typeof property === 'function' ? property.bind(object) : property;
			const get = () => {
				isUsed = true;
				return boundProperty;
			};
			Object.defineProperty(object, name, { get });
		}
	}
	return () => isUsed;
}

function openContext(browser: Browser, { isTouch, hasScripts, hasServiceWorker }: PageOptions) {
	return browser.newContext({
		baseURL: inject('marketAddress'),
		hasTouch: isTouch,
		javaScriptEnabled: hasScripts,
		reducedMotion: 'reduce',
		serviceWorkers: hasServiceWorker ? 'allow' : 'block',
		locale: 'en-IN',
	});
}

/**
 * Makes `goto` and `reload` wait until the page is hydrated, which removes `data-address`. Tests of the time before
 * hydration (`server-rendering.slow.test.ts`) navigate by `location.assign`, which does not wait.
 */
function makeNavigationAwaitHydration(page: Page): void {
	const { goto, reload } = page;
	const hydrated = () => page.locator('#root[data-address]').waitFor({ state: 'detached' });
	page.goto = async (...to) => {
		const response = await goto.apply(page, to);
		await hydrated();
		return response;
	};
	page.reload = async (...how) => {
		const response = await reload.apply(page, how);
		await hydrated();
		return response;
	};
}
