import type { Browser, CDPSession, Page } from 'playwright-core';
import { ensureBrowser } from '#tools/lib/browser.ts';
import { launchBrowser } from '../lib/browser.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { openDemoServer } from '../lib/demo-server.ts';
import { checkTarget, formatRange, withoutTarget } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, type Log } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

/** Durations of navigations between pages, and of interactions with a slowed processor. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-demo'),
		rounds: { default: 5, help: 'rounds; the medians count' },
	},
	async run({ 'data-dir': dataDir, rounds }, log) {
		await ensureBrowser();
		const { navigations, interactions, taps } = await withCleanup(async (onEnd) => {
			const { address, close } = await openDemoServer(dataDir, log);
			onEnd(close);
			return measureNavigation({ address, rounds, idleMs: 400, log });
		});
		const slowestMedian = (steps: Steps) => Math.max(...Object.values(steps).map(median));
		const target = { sign: '≤', limit: 100, unit: 'ms', digits: 0 } as const;
		return {
			tables: [
				{
					title: 'Navigation between pages, and interactions with the processor slowed four times',
					columns: ['step', 'median ms', 'range'],
					rows: [
						...rowsOf(navigations),
						...rowsOf(interactions).map(([name, ...cells]) => [`slowed: ${name}`, ...cells]),
						...rowsOf(taps),
					],
				},
			],
			results: [
				checkTarget({
					...target,
					what: 'navigation to pages visited or hovered before: slowest median',
					measurements: [slowestMedian(navigations)],
				}),
				checkTarget({
					...target,
					what: 'interactions with the processor slowed four times: slowest median',
					measurements: [slowestMedian(interactions)],
				}),
				checkTarget({
					what: 'from a tap to the open filters, with the processor slowed four times: median',
					...target,
					sign: '<',
					measurements: [median(interactions[OPEN_FILTERS] ?? [])],
				}),
				checkTarget({
					what: 'from a tap to the filled heart: median',
					...target,
					sign: '<',
					limit: 50,
					measurements: [median(taps[HEART] ?? [])],
				}),
				withoutTarget(
					'the same with the processor slowed four times, and of a button without a framework',
					[SLOWED_HEART, SLOWED_BUTTON]
						.map((name) => `${median(taps[name] ?? []).toFixed(0)} ms`)
						.join(', '),
				),
			],
		};
	},
});

/** The factor by which the processor is slowed for interactions, to simulate a student's phone. */
const CPU_SLOWDOWN = 4;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

interface Options {
	/** The address of a server with items in the category Books. */
	address: string;
	rounds: number;
	/** How long the pointer hovers before a click, and the pause after each step. */
	idleMs: number;
	log: Log;
}

/** Milliseconds of each round, by step. */
type Steps = Record<string, number[]>;

interface NavigationMeasurements {
	/** From the click to the first frame of the next page. */
	navigations: Steps;
	/** From an interaction to the next frame, measured like INP, with a slowed processor. */
	interactions: Steps;
	/**
	 * From a tap on a heart to the first frame that shows it filled; for comparison also for a bare button without our
	 * code.
	 */
	taps: Steps;
}

/** Walks through the main screens in a browser of its own. */
export async function measureNavigation(options: Options): Promise<NavigationMeasurements> {
	const { rounds, log } = options;
	const browser = await launchBrowser();
	const measurements: NavigationMeasurements = { navigations: {}, interactions: {}, taps: {} };
	try {
		for (let round = 1; round <= rounds; round += 1) {
			await navigate(browser, options, measurements.navigations);
			await tapHeart(browser, options, measurements.taps);
			await interact(browser, options, measurements);
			log(`round ${round} of ${rounds}`);
		}
		return measurements;
	} finally {
		await browser.close();
	}
}

function record(steps: Steps, name: string, ms: number): void {
	steps[name] ??= [];
	steps[name].push(ms);
}

function rowsOf(steps: Steps): string[][] {
	return Object.entries(steps).map(([name, durationsMs]) => [
		name,
		median(durationsMs).toFixed(0),
		formatRange(durationsMs, 0),
	]);
}

const HEADING = 'main h1';
const OPEN_FILTERS = 'open the filters';
const EMPTY_HEART = 'main button[aria-pressed="false"][aria-label^="Save "]';
const FILLED_HEART = 'main button[aria-pressed="true"][aria-label^="Save "]';
const HEART = 'tap on a heart';
const SLOWED_HEART = `slowed: ${HEART}`;
const SLOWED_BUTTON = 'slowed: tap on a button without a framework';
const BARE_BUTTON = `<main><button
	aria-pressed="false" aria-label="Save it" style="width: 44px; height: 44px"
	onclick="this.setAttribute('aria-pressed', 'true'); this.style.background = 'red'"
></button></main>`;

/** Navigates to pages whose link was hovered before, or that were visited before. */
async function navigate(browser: Browser, { address, idleMs }: Options, steps: Steps) {
	const context = await browser.newContext(DESKTOP);
	const page = await context.newPage();
	const follow = async (name: string, link: string) => {
		const target = page.locator(link).first();
		await target.hover();
		await page.waitForTimeout(idleMs);
		const waitUntilShown = await observeNext(page, HEADING);
		await target.click();
		record(steps, name, await waitUntilShown());
		await waitUntilIdle(page, idleMs);
	};
	const goBack = async (name: string) => {
		const waitUntilShown = await observeNext(page, HEADING);
		await page.evaluate(() => history.back());
		record(steps, name, await waitUntilShown());
		await waitUntilIdle(page, idleMs);
	};
	await page.goto(address);
	await waitUntilIdle(page, idleMs);
	await follow('home to category', 'main a[href="/category/Books"]');
	await follow('category to item', 'main article a[href^="/item/"]');
	await goBack('item back to category');
	await goBack('category back to home');
	await follow('home to item', 'main article a[href^="/item/"]');
	await follow('item to seller', 'main a[href^="/people/"]');
	await goBack('seller back to item');
	await follow('item to home', 'header a[href="/"]');
	await context.close();
}

async function waitUntilIdle(page: Page, idleMs: number): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForTimeout(idleMs);
}

/**
 * Prepares a measurement that begins at the next click or the next step in the history. It ends at the first frame in
 * which the selector finds another element than now.
 * @returns a function that waits for that frame and returns the milliseconds
 */
async function observeNext(page: Page, selector: string): Promise<() => Promise<number>> {
	const observation = await page.evaluateHandle((selector) => {
		const oldElement = document.querySelector(selector);
		const shown = new Promise<number>((resolve) => {
			const startObserving = ({ type, timeStamp }: Event) => {
				const start = type === 'click' ? timeStamp : performance.now();
				const check = () => {
					const element = document.querySelector(selector);
					if (!element || element === oldElement) requestAnimationFrame(check);
					// When the next task runs, the current frame has been produced.
					else setTimeout(() => resolve(performance.now() - start));
				};
				requestAnimationFrame(check);
			};
			for (const kind of ['click', 'popstate']) {
				window.addEventListener(kind, startObserving, { capture: true, once: true });
			}
		});
		return { shown };
	}, selector);
	return () => observation.evaluate(({ shown }) => shown);
}

/** Taps hearts on a phone-sized screen, without slowing the processor. */
async function tapHeart(browser: Browser, { address, idleMs }: Options, taps: Steps) {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	await page.goto(`${address}/category/All`);
	await waitUntilIdle(page, idleMs);
	record(taps, HEART, await timeFilling(page));
	await context.close();
}

/** Measures interactions on a phone-sized screen with a slowed processor. */
async function interact(
	browser: Browser,
	{ address, idleMs }: Options,
	{ interactions: steps, taps }: NavigationMeasurements,
) {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const devtools: CDPSession = await context.newCDPSession(page);
	const timeInteraction = async (name: string, interact: () => Promise<unknown>) => {
		await waitUntilIdle(page, idleMs);
		await page.evaluate(observeInteractions);
		await interact();
		await page.waitForTimeout(idleMs);
		record(steps, name, await page.evaluate(longestInteraction));
	};
	await page.goto(address);
	await waitUntilIdle(page, idleMs);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
	const tap = (target: string) => page.locator(target).filter({ visible: true }).first().tap();
	await timeInteraction('open the menu', () =>
		page.getByRole('button', { name: 'Menu' }).first().tap(),
	);
	await timeInteraction('close the menu', () => page.keyboard.press('Escape'));
	const search = page.getByRole('combobox').first();
	await timeInteraction('type into the search', () =>
		search.pressSequentially('calc', { delay: 60 }),
	);
	await timeInteraction('search', () => search.press('Enter'));
	await page.goto(`${address}/category/All`);
	await timeInteraction('another category', () => tap('main nav a[href^="/category/Books"]'));
	await timeInteraction(OPEN_FILTERS, () => page.getByRole('button', { name: /^Filters/ }).tap());
	await page.locator('dialog[open] input').first().waitFor();
	await page.keyboard.press('Escape');
	await waitUntilIdle(page, idleMs);
	record(taps, SLOWED_HEART, await timeFilling(page));
	await timeInteraction('open an item', () => tap('main article a[href^="/item/"]'));
	await timeInteraction('open the photo', () => tap('main button[aria-label*="full screen"]'));
	await timeInteraction('close the photo', () => page.keyboard.press('Escape'));
	await page.goto('about:blank');
	await page.setContent(BARE_BUTTON);
	await waitUntilIdle(page, idleMs);
	record(taps, SLOWED_BUTTON, await timeFilling(page));
	await context.close();
}

/** Taps the first empty heart. @returns milliseconds until it is filled */
async function timeFilling(page: Page): Promise<number> {
	const waitUntilFilled = await observeNext(page, FILLED_HEART);
	await page.locator(EMPTY_HEART).filter({ visible: true }).first().tap();
	return waitUntilFilled();
}

/** Runs in a page. Keeps the longest interaction by the Event Timing API, which reports none shorter than 16 ms. */
const observeInteractions = () => {
	const observedWindow = window as unknown as { observer?: PerformanceObserver; longest?: number };
	observedWindow.observer?.disconnect();
	observedWindow.longest = 0;
	const keepLongest = (entries: PerformanceEntryList) => {
		for (const entry of entries as (PerformanceEntry & { interactionId?: number })[]) {
			if (entry.interactionId)
				observedWindow.longest = Math.max(observedWindow.longest ?? 0, entry.duration);
		}
	};
	observedWindow.observer = new PerformanceObserver((list) => keepLongest(list.getEntries()));
	observedWindow.observer.observe({
		type: 'event',
		durationThreshold: 16,
	} as PerformanceObserverInit);
};

const longestInteraction = () => (window as unknown as { longest?: number }).longest ?? 0;
