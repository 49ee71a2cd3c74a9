import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { askInTurns, type Pace } from './closed-loop.ts';
import { type RecordedMarket, runAll, type Statement } from './recorded-market.ts';
import { asNeverBefore, STRANGER, WORDS_BY_PRICE } from './search-cases.ts';

interface Options {
	market: RecordedMarket;
	/** Who ask again as soon as they have an answer. */
	people: number;
	rounds: number;
	/** For which each of the two goes on in each round. */
	seconds: number;
	say: (line: string) => void;
}

/** Of each round. */
export interface AtOnce {
	http: Pace[];
	sql: Pace[];
}

/** Two words, a category and an order by price, by several people at once; and the same SQL over as many connections. */
export async function measureSearchAtOnce(options: Options): Promise<AtOnce> {
	const { market, people, rounds, seconds, say } = options;
	const clients = await market.openAlone(people);
	const lists: Statement[][] = [];
	for (const address of WORDS_BY_PRICE) {
		const ask = () => fetch(`${market.address}/api${asNeverBefore(address)}`).then(textOf);
		lists.push(await market.during(ask));
	}
	let asked = 0;
	const nextPath = () => {
		const address = WORDS_BY_PRICE[asked++ % WORDS_BY_PRICE.length] ?? '';
		return `/api${asNeverBefore(address)}`;
	};
	const load = { nextPath, headers: STRANGER, connections: people, seconds, status: 200 };
	const figures: AtOnce = { http: [], sql: [] };
	// The first round warms both, and is not counted.
	for (let round = 0; round <= rounds; round++) {
		const sql = await runAtOnce(clients, lists, seconds);
		const http = await askInTurns({ address: market.address, ...load });
		if (round === 0) continue;
		figures.sql.push(sql);
		figures.http.push(http);
		say(`${people} at once: ${http.perSecond.toFixed(0)}/s, alone ${sql.perSecond.toFixed(0)}/s`);
	}
	return figures;
}

const textOf = (answer: Response) => answer.text();

async function runAtOnce(
	clients: readonly pg.Client[],
	lists: readonly Statement[][],
	seconds: number,
): Promise<Pace> {
	const taken: number[] = [];
	const start = performance.now();
	const end = start + seconds * 1000;
	let run = 0;
	const runAgainAndAgain = async (client: pg.Client) => {
		do {
			const began = performance.now();
			await runAll(client, lists[run++ % lists.length] ?? []);
			taken.push(performance.now() - began);
		} while (performance.now() < end);
	};
	await Promise.all(clients.map(runAgainAndAgain));
	const lasted = (performance.now() - start) / 1000;
	return {
		perSecond: taken.length / lasted,
		taken: Float64Array.from(taken).sort(),
		failed: 0,
	};
}
