import { parseArgs } from 'node:util';
import { ensureBrowser } from '#ops/browser.ts';
import { buildPages } from '#ops/build-pages.ts';
import { stop } from '#ops/terminal.ts';
import { measureSeenElsewhere } from './measure-seen-elsewhere.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:seen-elsewhere`: what is done on one instance, seen on another by a browser, behind each balancer. */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '30' } } });

async function main(): Promise<void> {
	await ensureBrowser();
	await buildPages();
	const rows: (string | number)[][] = [];
	for (const balancer of ['nginx', 'haproxy'] as const) {
		const seen = await measureSeenElsewhere({ balancer, rounds: Number(values.rounds) });
		for (const [name, taken] of Object.entries(seen)) {
			const figures = [medianOf(taken), Math.max(...taken)].map((value) => value.toFixed(0));
			rows.push([balancer, name, taken.length, ...figures]);
		}
	}
	await report(
		'Done on one instance, seen on another in a browser',
		'npm run bench:seen-elsewhere',
		['balancer', 'what', 'times', 'median ms', 'slowest ms'],
		rows,
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
