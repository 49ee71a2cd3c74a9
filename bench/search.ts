import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildPages } from '#ops/build-pages.ts';
import { ROOT } from '#ops/program.ts';
import { itemsAskedFor } from '#ops/seed/arguments.ts';
import { say, stop } from '#ops/terminal.ts';
import { type Figures, measureSearch } from './measure-search.ts';
import { type AtOnce, measureSearchAtOnce } from './measure-search-at-once.ts';
import { percentile } from './percentile.ts';
import { openRecordedMarket } from './recorded-market.ts';
import { report } from './results.ts';

/** `npm run bench:search`: finding among a million items, over HTTP and as SQL alone; one at a time, then eight at once. */
const { values } = parseArgs({
	options: {
		'data-dir': { type: 'string' },
		items: { type: 'string', default: '1000000' },
		rounds: { type: 'string', default: '60' },
		seconds: { type: 'string', default: '5' },
	},
});
const PEOPLE = 8;
const ROUNDS_AT_ONCE = 5;

function rowOf({ name, http, sql }: Figures): string[] {
	const at = (list: readonly number[]) =>
		[0.5, 0.95].map((share) => percentile(list, share).toFixed(1));
	return [
		name,
		...at(http),
		...at(sql),
		(percentile(http, 0.95) / percentile(sql, 0.95)).toFixed(2),
	];
}

function rowsAtOnce({ http, sql }: AtOnce): string[][] {
	const spread = (numbers: number[]) => {
		const [least, middle, most] = [0, 0.5, 1].map((share) => percentile(numbers, share).toFixed(1));
		return `${middle} (${least} to ${most})`;
	};
	const row = (name: string, paces: AtOnce['http']) => [
		name,
		spread(paces.map(({ perSecond }) => perSecond)),
		...[0.5, 0.95].map((share) => spread(paces.map(({ taken }) => percentile(taken, share)))),
		String(paces.reduce((sum, { failed }) => sum + failed, 0)),
	];
	const ratios = http.map(({ perSecond }, round) => perSecond / (sql[round]?.perSecond ?? 0));
	return [row('HTTP', http), row('SQL alone', sql), ['of its rate', spread(ratios), '', '', '']];
}

async function main(): Promise<void> {
	const items = itemsAskedFor(['--items', values.items]);
	const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
	await buildPages();
	const dataDir = values['data-dir'] ?? join(ROOT, '.cache', 'bench-data');
	const market = await openRecordedMarket({ environment: { DATA_DIR: dataDir }, items, say });
	const size = `${items.toLocaleString('en-IN')} items`;
	const machine = `${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GB`;
	try {
		await report(
			`Finding among ${size} (${machine})`,
			'npm run bench:search',
			['case', 'HTTP p50 ms', 'HTTP p95 ms', 'SQL p50 ms', 'SQL p95 ms', 'p95 ratio'],
			(await measureSearch(market, rounds, say)).map(rowOf),
		);
		const atOnce = { market, people: PEOPLE, rounds: ROUNDS_AT_ONCE, seconds, say };
		await report(
			`Two words, category, price up, ${PEOPLE} at once, among ${size} (${machine})`,
			'npm run bench:search',
			['of', 'a second', 'p50 ms', 'p95 ms', 'failed'],
			rowsAtOnce(await measureSearchAtOnce(atOnce)),
		);
	} finally {
		await market.close();
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
