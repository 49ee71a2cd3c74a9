import type { Browser, CDPSession, Page } from 'playwright-core';
import { ensureBrowser } from '#tools/lib/browser.ts';
import { launchBrowser } from '../lib/browser.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { openDemoServer } from '../lib/demo-server.ts';
import { checkTarget, formatRange } from '../lib/result-row.ts';
import { dataDirOption, defineScenario } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

/** How long a phone, with a slowed processor, takes to answer presses on the main screens. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-demo'),
		rounds: { default: 5, help: 'rounds; the medians count' },
	},
	async run({ 'data-dir': dataDir, rounds }, log) {
		await ensureBrowser();
		const interactions = await withCleanup(async (onEnd) => {
			const { address, close } = await openDemoServer(dataDir, log);
			onEnd(close);
			const browser = await launchBrowser();
			onEnd(() => browser.close());
			const steps: Steps = {};
			for (let round = 1; round <= rounds; round += 1) {
				await interact(browser, address, steps);
				log(`round ${round} of ${rounds}`);
			}
			return steps;
		});
		return {
			tables: [
				{
					title: 'Presses with the processor slowed four times',
					columns: ['press', 'median ms', 'range'],
					rows: Object.entries(interactions).map(([name, durationsMs]) => [
						name,
						median(durationsMs).toFixed(0),
						formatRange(durationsMs, 0),
					]),
				},
			],
			results: [
				checkTarget({
					what: 'presses with the processor slowed four times: slowest median',
					sign: '≤',
					limit: 100,
					unit: 'ms',
					digits: 0,
					measurements: [Math.max(...Object.values(interactions).map(median))],
				}),
			],
		};
	},
});

/** The factor by which the processor is slowed for interactions, to simulate a student's phone. */
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

const EMPTY_HEART = 'main button[aria-pressed="false"][aria-label^="Save "]';
/** Waits before and after each press, in milliseconds. */
const IDLE_MS = 400;

/** Milliseconds of each round, by press. */
type Steps = Record<string, number[]>;

async function waitUntilIdle(page: Page): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForTimeout(IDLE_MS);
}

async function interact(browser: Browser, address: string, steps: Steps) {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const devtools: CDPSession = await context.newCDPSession(page);
	const timeInteraction = async (name: string, interact: () => Promise<unknown>) => {
		await waitUntilIdle(page);
		const observed = await page.evaluateHandle(observeInteractions);
		await interact();
		await page.waitForTimeout(IDLE_MS);
		steps[name] = [...(steps[name] ?? []), await observed.evaluate(({ longestMs }) => longestMs)];
	};
	await page.goto(address);
	await waitUntilIdle(page);
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
	await timeInteraction('open the filters', () =>
		page.getByRole('button', { name: /^Filters/ }).tap(),
	);
	await page.locator('dialog[open] input').first().waitFor();
	await page.keyboard.press('Escape');
	await waitUntilIdle(page);
	await timeInteraction('tap a heart', () => tap(EMPTY_HEART));
	await timeInteraction('open an item', () => tap('main article a[href^="/item/"]'));
	await timeInteraction('open the photo', () => tap('main button[aria-label*="full screen"]'));
	await timeInteraction('close the photo', () => page.keyboard.press('Escape'));
	await context.close();
}

/** Runs in a page. Keeps the longest interaction by the Event Timing API, which reports none shorter than 16 ms. */
const observeInteractions = () => {
	const observed = { longestMs: 0 };
	const keepLongest = (entries: PerformanceEntryList) => {
		for (const entry of entries) {
			if (entry instanceof PerformanceEventTiming && entry.interactionId)
				observed.longestMs = Math.max(observed.longestMs, entry.duration);
		}
	};
	new PerformanceObserver((list) => keepLongest(list.getEntries())).observe({
		type: 'event',
		// TypeScript's types do not have it yet.
		durationThreshold: 16,
	} as PerformanceObserverInit);
	return observed;
};
