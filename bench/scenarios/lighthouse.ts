import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { ensureBrowser, findBrowser } from '#tools/lib/browser.ts';
import { openBaselineSite } from '../baseline/list-page.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { openDemoServer } from '../lib/demo-server.ts';
import { checkTarget, type ResultRow } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, type Log } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

/** Lighthouse scores and sizes of three pages on a phone, compared with a simple page. */
export const scenario = defineScenario({
	options: {
		'data-dir': dataDirOption('bench-demo'),
		rounds: { default: 7, help: 'rounds; the medians count' },
	},
	async run({ 'data-dir': dataDir, rounds }, log) {
		await ensureBrowser();
		const runs = await measurePages(dataDir, rounds, log);
		return {
			tables: [
				{
					title: 'Lighthouse on a phone, compared with a simple list page',
					columns: [
						'page',
						...SCORES,
						'LCP ms',
						'range',
						'factor',
						'TBT ms',
						'CLS',
						'scripts KB',
						'without images KB',
						'all KB',
					],
					rows: Object.entries(runs).map(([name, pageRuns]) => rowOf(name, pageRuns, runs)),
				},
			],
			results: resultsOf(runs),
		};
	},
});

const SCORES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
const BASELINE_ITEMS = 60;
const PAGES = ['home', 'category', 'item'];

/** One run of Lighthouse on a phone. */
interface PageMeasurements {
	/** From 0 to 100, in the order of `SCORES`. */
	scores: number[];
	/** Milliseconds. */
	largestPaintMs: number;
	blockingMs: number;
	layoutShift: number;
	/** Bytes transferred. */
	scriptBytes: number;
	nonImageBytes: number;
	totalBytes: number;
}

type Runs = Record<string, PageMeasurements[]>;

function measurePages(dataDir: string, rounds: number, log: Log): Promise<Runs> {
	return withCleanup(async (onEnd) => {
		const server = await openDemoServer(dataDir, log);
		onEnd(server.close);
		const baseline = await openBaselineSite(server.address, BASELINE_ITEMS);
		onEnd(baseline.close);
		const chrome = await launch({
			chromePath: findBrowser(),
			chromeFlags: [
				'--headless',
				'--no-sandbox',
				'--disable-gpu',
				'--disable-background-networking',
			],
		});
		onEnd(() => chrome.kill());
		const response = await fetch(`${server.address}/api/item/get-all-items?limit=1`);
		const [item] = await response.json();
		const pages = {
			baseline: baseline.address,
			home: `${server.address}/`,
			category: `${server.address}/category/Books`,
			item: `${server.address}/item/${item.id}`,
		};
		const runs: Runs = {};
		for (let round = 1; round <= rounds; round += 1) {
			for (const [name, url] of Object.entries(pages)) {
				log(`${name}, round ${round} of ${rounds}`);
				runs[name] ??= [];
				runs[name].push(await measurePage(url, chrome.port));
			}
		}
		return runs;
	});
}

interface Request {
	resourceType?: string;
	transferSize?: number;
}

/** @param port of a browser that was started for Lighthouse */
async function measurePage(url: string, port: number): Promise<PageMeasurements> {
	const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...SCORES] });
	if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
	const { categories, audits } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const details = audits['network-requests']?.details;
	const requests = details && 'items' in details ? (details.items as Request[]) : [];
	const transferred = (isCounted: (type?: string) => boolean) =>
		requests
			.filter(({ resourceType }) => isCounted(resourceType))
			.reduce((totalBytes, { transferSize }) => totalBytes + (transferSize ?? 0), 0);
	return {
		scores: SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
		largestPaintMs: value('largest-contentful-paint'),
		blockingMs: value('total-blocking-time'),
		layoutShift: value('cumulative-layout-shift'),
		scriptBytes: transferred((type) => type === 'Script'),
		nonImageBytes: transferred((type) => type !== 'Image'),
		totalBytes: transferred(() => true),
	};
}

type Metric = (run: PageMeasurements) => number;

const LARGEST_PAINT_MS: Metric = ({ largestPaintMs }) => largestPaintMs;
const SCRIPT_KB: Metric = ({ scriptBytes }) => scriptBytes / 1024;
const NON_IMAGE_KB: Metric = ({ nonImageBytes }) => nonImageBytes / 1024;

const medianOf = (runs: readonly PageMeasurements[] = [], measurement: Metric) =>
	median(runs.map(measurement));

function paintFactor(pageRuns: readonly PageMeasurements[], { baseline }: Runs): number {
	return medianOf(pageRuns, LARGEST_PAINT_MS) / medianOf(baseline, LARGEST_PAINT_MS);
}

function rowOf(name: string, pageRuns: readonly PageMeasurements[], runs: Runs) {
	const medianFor = (measurement: Metric) => medianOf(pageRuns, measurement);
	const paintsMs = pageRuns.map(({ largestPaintMs }) => Math.round(largestPaintMs));
	const sizesKb = [medianFor(SCRIPT_KB), medianFor(NON_IMAGE_KB)];
	return [
		name,
		...SCORES.map((_, scoreIndex) => medianFor(({ scores }) => scores[scoreIndex] ?? 0)),
		Math.round(medianFor(LARGEST_PAINT_MS)),
		`${Math.min(...paintsMs)} to ${Math.max(...paintsMs)}`,
		paintFactor(pageRuns, runs).toFixed(2),
		Math.round(medianFor(({ blockingMs }) => blockingMs)),
		medianFor(({ layoutShift }) => layoutShift).toFixed(3),
		...[...sizesKb, medianFor(({ totalBytes }) => totalBytes / 1024)].map(Math.round),
	];
}

function resultsOf(runs: Runs): ResultRow[] {
	const medianFor = (measurement: Metric) => PAGES.map((name) => medianOf(runs[name], measurement));
	const scoresAt = (scoreIndex: number) => medianFor(({ scores }) => scores[scoreIndex] ?? 0);
	const rowPrefix = 'home, category, item on a phone';
	const lowestOtherScore = Math.min(...[1, 2, 3].flatMap(scoresAt));
	const layoutShift = Math.max(...medianFor((run) => run.layoutShift));
	return [
		{
			what: `${rowPrefix}: Lighthouse performance`,
			target: '≥ 98',
			measured: scoresAt(0).join(', '),
			isMet: scoresAt(0).every((each) => each >= 98),
		},
		{
			what: `${rowPrefix}: other Lighthouse scores`,
			target: '100',
			measured: String(lowestOtherScore),
			isMet: lowestOtherScore === 100,
		},
		checkTarget({
			what: `${rowPrefix}: largest contentful paint`,
			sign: '≤',
			limit: 1.3,
			unit: '×',
			comparedWith: 'the baseline',
			showsEach: true,
			measurements: PAGES.map((name) => paintFactor(runs[name] ?? [], runs)),
		}),
		{
			what: `${rowPrefix}: layout shift`,
			target: '0',
			measured: String(layoutShift),
			isMet: layoutShift === 0,
		},
		checkTarget({
			what: `${rowPrefix}: scripts fetched until it has loaded`,
			sign: '≤',
			limit: 140,
			unit: 'KB',
			measurements: medianFor(SCRIPT_KB),
			digits: 0,
			showsEach: true,
		}),
	];
}
