import type { Browser, BrowserContext, Disposable, Page } from 'playwright-core';
import { inject } from 'vitest';

/** Options that cannot change once a browser context exists. */
interface Make {
	isTouch: boolean;
	hasScripts: boolean;
	isKeptOffline: boolean;
	/** A context of its own, not reused. */
	isForOne: boolean;
}

/** A page for one visitor of one test. */
export interface Place {
	page: Page;
	/** Opens the first page, with these storage entries set. */
	enter: (path: string, kept: Record<string, string>) => Promise<void>;
	/** Closes the visitor's pages and deletes what they left behind. */
	leave: () => Promise<void>;
}

/** A file that runs no scripts: a page on it writes nothing while storage is cleared. */
const RESTING = '/icon.svg';

/** Page events that tests listen to. */
const HEARD = ['console', 'pageerror', 'request', 'response', 'dialog'];

/** Functions whose effects stay with a page or its context for good. */
const LASTING = {
	page: ['addInitScript', 'clock', 'exposeFunction', 'routeWebSocket'],
	context: ['addInitScript', 'grantPermissions', 'newCDPSession', 'newPage', 'routeWebSocket'],
};

/**
 * Pages that are reused by one visitor after another, each without a trace of the one before except the HTTP cache of
 * immutable files: a new context costs twice as much as most tests.
 */
export function openPlaces(browser: Browser) {
	const free = { touch: [] as Place[], mouse: [] as Place[] };

	return async function takePlace(make: Make): Promise<Place> {
		const places = make.isTouch ? free.touch : free.mouse;
		if (make.isForOne) return placeForOne(await openContext(browser, make), make.hasScripts);
		return places.pop() ?? placeForMany(await openContext(browser, make), places);
	};
}

async function placeForOne(context: BrowserContext, hasScripts: boolean): Promise<Place> {
	const page = await context.newPage();
	if (hasScripts) waitUntilAlive(page);
	return {
		page,
		async enter(path, kept) {
			await context.addInitScript(storeOnce, { origin: inject('marketAddress'), kept });
			await page.goto(path);
		},
		leave: () => context.close(),
	};
}

async function placeForMany(context: BrowserContext, free: Place[]): Promise<Place> {
	const page = await context.newPage();
	const devtools = await context.newCDPSession(page);
	const origin = inject('marketAddress');
	const rest = page.goto.bind(page, RESTING);
	const addInitScript = page.addInitScript.bind(page);
	const isSpoilt = watchUse([page, LASTING.page], [context, LASTING.context]);
	waitUntilAlive(page);
	let script: Disposable | undefined;

	async function clear(): Promise<void> {
		for (const event of HEARD) page.removeAllListeners(event);
		await Promise.all([
			page.unrouteAll({ behavior: 'ignoreErrors' }),
			context.unrouteAll({ behavior: 'ignoreErrors' }),
			context.setOffline(false),
		]);
		await rest();
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

	const place: Place = {
		page,
		async enter(path, kept) {
			script = await addInitScript(storeOnce, { origin, kept });
			await page.goto(path);
			await devtools.send('Page.resetNavigationHistory');
		},
		async leave() {
			const isAtHome = page.url().startsWith(`${origin}/`) && context.pages().length === 1;
			if (isSpoilt() || !isAtHome) return context.close();
			await clear();
			free.push(place);
		},
	};
	return place;
}

/** Runs in the page before its own scripts. Later changes of the storage stay. */
function storeOnce({ origin, kept }: { origin: string; kept: Record<string, string> }): void {
	if (location.origin !== origin || sessionStorage.getItem('was here')) return;
	sessionStorage.setItem('was here', 'yes');
	for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
}

/** @returns whether a test has used any of these since */
function watchUse(...used: (readonly [object: object, names: readonly string[]])[]) {
	let isUsed = false;
	for (const [object, names] of used) {
		for (const name of names) {
			const own = Reflect.get(object, name);
			const value = typeof own === 'function' ? own.bind(object) : own;
			const get = () => {
				isUsed = true;
				return value;
			};
			Object.defineProperty(object, name, { get });
		}
	}
	return () => isUsed;
}

function openContext(browser: Browser, { isTouch, hasScripts, isKeptOffline }: Make) {
	return browser.newContext({
		baseURL: inject('marketAddress'),
		hasTouch: isTouch,
		javaScriptEnabled: hasScripts,
		reducedMotion: 'reduce',
		serviceWorkers: isKeptOffline ? 'allow' : 'block',
		locale: 'en-IN',
	});
}

/** A server-rendered page is visible before its scripts have loaded; a press that early would be lost. */
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
