import { parseArgs } from 'node:util';
import { launch } from 'chrome-launcher';
import { ensureBrowser, findBrowser } from '#ops/browser.ts';
import { buildPages } from '#ops/build-pages.ts';
import { say } from '#ops/terminal.ts';
import { openBareSite } from './bare-site.ts';
import { openDemoMarket } from './demo-market.ts';
import { measurePage, type PageFigures, SCORES } from './measure-page.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/**
 * Lighthouse on a phone: home, a category and an item of the demo market, in turns with a bare page of 60 items. Ends with 1
 * where a page misses its marks; medians count.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '7' } } });
const ITEMS = 60;
const MARKS = {
	scores: [98, 100, 100, 100],
	/** Times the bare page's. */
	largestPaint: 1.3,
	blockingMs: 50,
	withoutPictures: 180 * 1024,
};

type Runs = Record<string, PageFigures[]>;

async function main(): Promise<void> {
	await ensureBrowser();
	await buildPages();
	const market = await openDemoMarket();
	const bare = await openBareSite(market.address, ITEMS);
	const chrome = await launch({
		chromePath: findBrowser(),
		chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	try {
		const [item] = await (await fetch(`${market.address}/api/item/get-all-items?limit=1`)).json();
		const pages = {
			bare: bare.address,
			home: `${market.address}/`,
			category: `${market.address}/category/Books`,
			item: `${market.address}/item/${item.id}`,
		};
		const runs: Runs = {};
		for (let round = 1; round <= Number(values.rounds); round += 1) {
			for (const [name, url] of Object.entries(pages)) {
				say(`${name}, round ${round} of ${values.rounds}`);
				runs[name] ??= [];
				runs[name].push(await measurePage(url, chrome.port));
			}
		}
		await tell(runs);
	} finally {
		chrome.kill();
		await bare.close();
		await market.close();
	}
}

async function tell(runs: Runs): Promise<void> {
	const ofBare = middle(runs.bare, ({ largestPaint }) => largestPaint);
	const columns = [
		...['page', ...SCORES, 'LCP ms', 'spread', 'times bare', 'TBT ms', 'CLS'],
		...['scripts KB', 'without pictures KB', 'all KB'],
	];
	const rows = Object.entries(runs).map(([name, ofPage]) => {
		const of = (figure: (run: PageFigures) => number) => middle(ofPage, figure);
		const scores = SCORES.map((_, at) => of((run) => run.scores[at] ?? 0));
		const paints = ofPage.map(({ largestPaint }) => Math.round(largestPaint));
		const paint = of(({ largestPaint }) => largestPaint);
		const blocking = of((run) => run.blocking);
		const shift = of((run) => run.shift);
		const weight = of((run) => run.withoutPictures);
		const isMissed =
			scores.some((score, at) => score < (MARKS.scores[at] ?? 0)) ||
			paint > ofBare * MARKS.largestPaint ||
			blocking > MARKS.blockingMs ||
			shift > 0 ||
			weight > MARKS.withoutPictures;
		if (isMissed && name !== 'bare') process.exitCode = 1;
		return [
			...[name, ...scores, Math.round(paint), `${Math.min(...paints)} to ${Math.max(...paints)}`],
			...[(paint / ofBare).toFixed(2), Math.round(blocking), shift.toFixed(3)],
			...[of((run) => run.scripts), weight, of((run) => run.altogether)].map(kilobytes),
		];
	});
	await report('Lighthouse, mobile, beside a bare page', 'npm run bench:lighthouse', columns, rows);
}

const kilobytes = (bytes: number) => Math.round(bytes / 1024);

function middle(runs: readonly PageFigures[] = [], figure: (run: PageFigures) => number): number {
	return medianOf(runs.map(figure));
}

await main();
