import { type Browser, type CDPSession, chromium, type Page } from 'playwright-core';
import { findBrowser } from '#ops/browser.ts';

/** For INP: phones of students are that much slower. */
const SLOWED = 4;
const DESKTOP = { viewport: { width: 1280, height: 800 } };
const PHONE = { viewport: { width: 412, height: 823 }, isMobile: true, hasTouch: true };

interface Options {
	/** Of a market with the demo's items. */
	address: string;
	rounds: number;
	/** For which a pointer rests before it presses, and everybody after it. */
	restsMs: number;
	say: (line: string) => void;
}

/** Milliseconds, one for each round, by the step's name. */
export type Steps = Record<string, number[]>;

interface Moving {
	/** From press to the first frame of the next page. */
	turns: Steps;
	/** From press to the next frame, as INP counts it, the processor slowed. */
	presses: Steps;
}

/** Walks through the main screens again and again, in a browser of its own. */
export async function measureMoving(options: Options): Promise<Moving> {
	const { rounds, say } = options;
	const browser = await chromium.launch({
		executablePath: findBrowser(),
		args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	const moving: Moving = { turns: {}, presses: {} };
	try {
		for (let round = 1; round <= rounds; round += 1) {
			await walk(browser, options, moving.turns);
			await press(browser, options, moving.presses);
			say(`round ${round} of ${rounds}`);
		}
		return moving;
	} finally {
		await browser.close();
	}
}

function note(steps: Steps, name: string, ms: number): void {
	steps[name] ??= [];
	steps[name].push(ms);
}

/** Between pages that a pointer rests on, or that were visited before. */
async function walk(browser: Browser, { address, restsMs }: Options, steps: Steps) {
	const context = await browser.newContext(DESKTOP);
	const page = await context.newPage();
	const follow = async (name: string, link: string) => {
		const target = page.locator(link).first();
		await target.hover();
		await page.waitForTimeout(restsMs);
		const turned = await watchTurn(page);
		await target.click();
		note(steps, name, await turned());
		await settle(page, restsMs);
	};
	const goBack = async (name: string) => {
		const turned = await watchTurn(page);
		await page.evaluate(() => history.back());
		note(steps, name, await turned());
		await settle(page, restsMs);
	};
	await page.goto(address);
	await settle(page, restsMs);
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

/** Resolves once nothing more is on its way. */
async function settle(page: Page, restsMs: number): Promise<void> {
	await page.waitForLoadState('networkidle');
	await page.waitForTimeout(restsMs);
}

/**
 * Waits from the next press, or step in the history, for the frame in which another page's heading stands.
 * @returns how to get the milliseconds that took
 */
async function watchTurn(page: Page): Promise<() => Promise<number>> {
	const watching = await page.evaluateHandle(() => {
		const before = document.querySelector('main h1');
		const turned = new Promise<number>((resolve) => {
			const watch = ({ type, timeStamp }: Event) => {
				const start = type === 'click' ? timeStamp : performance.now();
				const look = () => {
					const heading = document.querySelector('main h1');
					if (!heading || heading === before) requestAnimationFrame(look);
					// The frame that this one belongs to has been handed over when the next task begins.
					else setTimeout(() => resolve(performance.now() - start));
				};
				requestAnimationFrame(look);
			};
			for (const kind of ['click', 'popstate']) {
				window.addEventListener(kind, watch, { capture: true, once: true });
			}
		});
		return { turned };
	});
	return () => watching.evaluate(({ turned }) => turned);
}

/** What people press on a phone, the processor slowed. */
async function press(browser: Browser, { address, restsMs }: Options, steps: Steps) {
	const context = await browser.newContext(PHONE);
	const page = await context.newPage();
	const devtools: CDPSession = await context.newCDPSession(page);
	const measured = async (name: string, act: () => Promise<unknown>) => {
		await settle(page, restsMs);
		await page.evaluate(watchPresses);
		await act();
		await page.waitForTimeout(restsMs);
		note(steps, name, await page.evaluate(longestPress));
	};
	await page.goto(address);
	await settle(page, restsMs);
	await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWED });
	const tap = (target: string) => page.locator(target).filter({ visible: true }).first().tap();
	await measured('open the menu', () => page.getByRole('button', { name: 'Menu' }).first().tap());
	await measured('close the menu', () => page.keyboard.press('Escape'));
	const words = page.getByRole('combobox').first();
	await measured('type into the search', () => words.pressSequentially('calc', { delay: 60 }));
	await measured('search', () => words.press('Enter'));
	await page.goto(`${address}/category/All`);
	await measured('another category', () => tap('main nav a[href^="/category/Books"]'));
	await measured('open an item', () => tap('main article a[href^="/item/"]'));
	await measured('open the photo', () => tap('main button[aria-label*="full screen"]'));
	await measured('close the photo', () => page.keyboard.press('Escape'));
	await context.close();
}

/** The longest of the interactions since, by the Event Timing API; shorter than 16 ms it tells nothing of. */
const watchPresses = () => {
	const here = window as unknown as { presses?: PerformanceObserver; longest?: number };
	here.presses?.disconnect();
	here.longest = 0;
	const take = (entries: PerformanceEntryList) => {
		for (const entry of entries as (PerformanceEntry & { interactionId?: number })[]) {
			if (entry.interactionId) here.longest = Math.max(here.longest ?? 0, entry.duration);
		}
	};
	here.presses = new PerformanceObserver((list) => take(list.getEntries()));
	here.presses.observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
};

const longestPress = () => (window as unknown as { longest?: number }).longest ?? 0;
