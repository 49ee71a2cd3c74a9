import { parseArgs } from 'node:util';
import { ensureBrowser } from '#ops/browser.ts';
import { buildPages } from '#ops/build-pages.ts';
import { say, stop } from '#ops/terminal.ts';
import { openDemoMarket } from './demo-market.ts';
import { measureMoving, type Steps } from './measure-moving.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/**
 * `npm run bench:moving`: how soon the next page stands where it was visited before or a pointer rested on its link, and how
 * soon anything answers a press on a phone whose processor is a quarter as fast. Ends with 1 where a median is over its bar.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const BAR_MS = 100;

function rowsOf(steps: Steps): [string, string, string][] {
	return Object.entries(steps).map(([name, taken]) => {
		const median = medianOf(taken);
		if (median > BAR_MS) process.exitCode = 1;
		const spread = `${Math.min(...taken).toFixed(0)} to ${Math.max(...taken).toFixed(0)}`;
		return [name, median.toFixed(0), spread];
	});
}

async function main(): Promise<void> {
	await ensureBrowser();
	await buildPages();
	const market = await openDemoMarket();
	try {
		const rounds = Number(values.rounds);
		const asked = { address: market.address, rounds, restsMs: 400, say };
		const { turns, presses } = await measureMoving(asked);
		await report(
			'Moving between pages, and pressing things with the processor slowed four times',
			'npm run bench:moving',
			['step', 'median ms', 'spread'],
			[
				...rowsOf(turns),
				...rowsOf(presses).map(([name, ...figures]) => [`slowed: ${name}`, ...figures]),
			],
		);
	} finally {
		await market.close();
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
