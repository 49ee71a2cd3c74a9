import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { ensureBrowser, findBrowser } from '#ops/browser.ts';
import { buildPages } from '#ops/build-pages.ts';
import { say } from '#ops/terminal.ts';
import { openDemoMarket } from './demo-market.ts';
import { report } from './results.ts';

/**
 * Lighthouse on a phone: home, a category and an item of the demo market. Ends with 1 where a page misses its marks.
 * Three runs each; the median by performance counts.
 */
const COMMAND = 'npm run bench:lighthouse';
const RUNS = 3;
const MARKS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const CATEGORIES = Object.keys(MARKS) as (keyof typeof MARKS)[];

interface Figures {
	scores: number[];
	/** Milliseconds. */
	largestPaint: number;
	blocking: number;
	shift: number;
	/** Bytes sent. */
	scripts: number;
	altogether: number;
}

async function measure(url: string, port: number): Promise<Figures> {
	const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: CATEGORIES });
	if (!result) throw new Error(`Lighthouse said nothing of ${url}`);
	const { categories, audits } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const details = audits['network-requests']?.details;
	const requests = details && 'items' in details ? (details.items as Request[]) : [];
	const sent = (kind?: string) =>
		requests
			.filter(({ resourceType }) => !kind || resourceType === kind)
			.reduce((sum, { transferSize }) => sum + (transferSize ?? 0), 0);
	return {
		scores: CATEGORIES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
		largestPaint: value('largest-contentful-paint'),
		blocking: value('total-blocking-time'),
		shift: value('cumulative-layout-shift'),
		scripts: sent('Script'),
		altogether: sent(),
	};
}

interface Request {
	resourceType?: string;
	transferSize?: number;
}

function median(runs: readonly Figures[]): Figures {
	const sorted = [...runs].sort((one, other) => (one.scores[0] ?? 0) - (other.scores[0] ?? 0));
	const middle = sorted[Math.floor(sorted.length / 2)];
	if (!middle) throw new Error('There was no run.');
	return middle;
}

async function main(): Promise<void> {
	await ensureBrowser();
	await buildPages();
	const market = await openDemoMarket();
	const chrome = await launch({
		chromePath: findBrowser(),
		chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
	});
	try {
		const [item] = await (await fetch(`${market.address}/api/item/get-all-items?limit=1`)).json();
		const pages = { home: '/', category: '/category/Books', item: `/item/${item.id}` };
		const rows: (string | number)[][] = [];
		for (const [name, path] of Object.entries(pages)) {
			const runs: Figures[] = [];
			for (let run = 0; run < RUNS; run += 1) {
				say(`${name}, run ${run + 1} of ${RUNS}`);
				runs.push(await measure(market.address + path, chrome.port));
			}
			const { scores, largestPaint, blocking, shift, scripts, altogether } = median(runs);
			const missed = CATEGORIES.some((category, at) => (scores[at] ?? 0) < MARKS[category]);
			if (missed || shift > 0) process.exitCode = 1;
			const kilobytes = (bytes: number) => Math.round(bytes / 1024);
			rows.push([
				...[name, ...scores, Math.round(largestPaint), Math.round(blocking), shift.toFixed(3)],
				...[kilobytes(scripts), kilobytes(altogether)],
			]);
		}
		const columns = ['page', ...CATEGORIES, 'LCP ms', 'TBT ms', 'CLS', 'scripts KB', 'all KB'];
		await report('Lighthouse, mobile', COMMAND, columns, rows);
	} finally {
		chrome.kill();
		await market.close();
	}
}

await main();
