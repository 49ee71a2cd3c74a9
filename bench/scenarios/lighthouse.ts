import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { ensureBrowser, findBrowser } from '#tools/lib/browser.ts';
import { openBaselineSite } from '../baseline/list-page.ts';
import { withCleanup } from '../lib/cleanup.ts';
import { openDemoServer } from '../lib/demo-server.ts';
import { checkBar, type ResultRow } from '../lib/result-row.ts';
import { dataDirOption, defineScenario, type Log } from '../lib/scenario.ts';
import { median } from '../lib/statistics.ts';

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
						...['page', ...SCORES, 'LCP ms', 'range', 'factor', 'TBT ms', 'CLS'],
						...['scripts KB', 'without images KB', 'all KB'],
					],
					rows: Object.entries(runs).map(([name, ofPage]) => rowOf(name, ofPage, runs)),
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
interface PageFigures {
	/** Of 100, in the order of `SCORES`. */
	scores: number[];
	/** Milliseconds. */
	largestPaint: number;
	blocking: number;
	shift: number;
	/** Bytes transferred. */
	scripts: number;
	withoutImages: number;
	total: number;
}

type Runs = Record<string, PageFigures[]>;

function measurePages(dataDir: string, rounds: number, log: Log): Promise<Runs> {
	return withCleanup(async (onEnd) => {
		const server = await openDemoServer(dataDir, log);
		onEnd(server.close);
		const baseline = await openBaselineSite(server.address, BASELINE_ITEMS);
		onEnd(baseline.close);
		const chrome = await launch({
			chromePath: findBrowser(),
			chromeFlags: [
				...['--headless', '--no-sandbox', '--disable-gpu', '--disable-background-networking'],
			],
		});
		onEnd(() => chrome.kill());
		const newest = await fetch(`${server.address}/api/item/get-all-items?limit=1`);
		const [item] = await newest.json();
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
async function measurePage(url: string, port: number): Promise<PageFigures> {
	const result = await lighthouse(url, { port, logLevel: 'error', onlyCategories: [...SCORES] });
	if (!result) throw new Error(`Lighthouse returned nothing for ${url}`);
	const { categories, audits } = result.lhr;
	const value = (name: string) => audits[name]?.numericValue ?? Number.NaN;
	const details = audits['network-requests']?.details;
	const requests = details && 'items' in details ? (details.items as Request[]) : [];
	const transferred = (isCounted: (type?: string) => boolean) =>
		requests
			.filter(({ resourceType }) => isCounted(resourceType))
			.reduce((total, { transferSize }) => total + (transferSize ?? 0), 0);
	return {
		scores: SCORES.map((name) => Math.round((categories[name]?.score ?? 0) * 100)),
		largestPaint: value('largest-contentful-paint'),
		blocking: value('total-blocking-time'),
		shift: value('cumulative-layout-shift'),
		scripts: transferred((type) => type === 'Script'),
		withoutImages: transferred((type) => type !== 'Image'),
		total: transferred(() => true),
	};
}

type Figure = (run: PageFigures) => number;

const LARGEST_PAINT: Figure = ({ largestPaint }) => largestPaint;
const WITHOUT_IMAGES_KB: Figure = ({ withoutImages }) => withoutImages / 1024;

const middle = (runs: readonly PageFigures[] = [], figure: Figure) => median(runs.map(figure));

function paintFactor(ofPage: readonly PageFigures[], { baseline }: Runs): number {
	return middle(ofPage, LARGEST_PAINT) / middle(baseline, LARGEST_PAINT);
}

function rowOf(name: string, ofPage: readonly PageFigures[], runs: Runs) {
	const of = (figure: Figure) => middle(ofPage, figure);
	const paints = ofPage.map(({ largestPaint }) => Math.round(largestPaint));
	const sizes = [of(({ scripts }) => scripts / 1024), of(WITHOUT_IMAGES_KB)];
	return [
		...[name, ...SCORES.map((_, at) => of(({ scores }) => scores[at] ?? 0))],
		...[Math.round(of(LARGEST_PAINT)), `${Math.min(...paints)} to ${Math.max(...paints)}`],
		...[paintFactor(ofPage, runs).toFixed(2), Math.round(of(({ blocking }) => blocking))],
		of(({ shift }) => shift).toFixed(3),
		...[...sizes, of(({ total }) => total / 1024)].map(Math.round),
	];
}

function resultsOf(runs: Runs): ResultRow[] {
	const of = (figure: Figure) => PAGES.map((name) => middle(runs[name], figure));
	const score = (at: number) => of(({ scores }) => scores[at] ?? 0);
	const page = 'home, category, item on a phone';
	const others = Math.min(...[1, 2, 3].flatMap(score));
	const shift = Math.max(...of((run) => run.shift));
	return [
		{
			...{ what: `${page}: Lighthouse performance`, bar: '≥ 98' },
			...{ newest: score(0).join(', '), isMet: score(0).every((each) => each >= 98) },
		},
		{
			...{ what: `${page}: other Lighthouse scores`, bar: '100' },
			...{ newest: String(others), isMet: others === 100 },
		},
		checkBar({
			...{ what: `${page}: largest contentful paint`, sign: '≤', limit: 1.3, unit: '×' },
			...{ comparedWith: 'the baseline', listsAll: true },
			figures: PAGES.map((name) => paintFactor(runs[name] ?? [], runs)),
		}),
		checkBar({
			...{ what: `${page}: total blocking time`, sign: '≤', limit: 50, unit: 'ms' },
			...{ figures: of(({ blocking }) => blocking), digits: 0, listsAll: true },
		}),
		{
			...{ what: `${page}: layout shift`, bar: '0' },
			...{ newest: String(shift), isMet: shift === 0 },
		},
		checkBar({
			...{ what: `${page}: transfer without images`, sign: '≤', limit: 180, unit: 'KB' },
			...{ figures: of(WITHOUT_IMAGES_KB), digits: 0, listsAll: true },
		}),
	];
}
