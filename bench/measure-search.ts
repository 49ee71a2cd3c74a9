import { performance } from 'node:perf_hooks';
import type pg from 'pg';
import { type RecordedMarket, runAll, type Statement } from './recorded-market.ts';
import { asNeverBefore, SEARCH_CASES, STRANGER } from './search-cases.ts';

export interface Figures {
	name: string;
	/** Milliseconds of each round: a request, and its statements without anything else. */
	http: number[];
	sql: number[];
}

/** One address, with the statements that were run for it the last time. */
interface Probe {
	address: string;
	statements: Statement[];
}

/**
 * Asks a market what people ask, one request at a time: each beside the same SQL over a connection of its own, which of them
 * first in turns, so that neither has the warmer memory. Nothing is asked twice in the same words, so nothing is ready.
 */
export async function measureSearch(
	market: RecordedMarket,
	rounds: number,
	say: (line: string) => void,
): Promise<Figures[]> {
	const [alone] = await market.openAlone(1);
	if (!alone) throw new Error('The database has no connection left.');
	const all: Figures[] = [];
	for (const { name, addresses } of SEARCH_CASES) {
		const probes: Probe[] = [];
		for (const address of addresses) {
			const statements = await market.during(() => request(market.address, address));
			probes.push({ address, statements });
		}
		const figures: Figures = { name, http: [], sql: [] };
		for (let round = 0; round < rounds; round++) {
			const probe = probes[round % probes.length];
			if (probe) await measureOnce(market, alone, probe, figures, round);
		}
		all.push(figures);
		say(`Measured: ${name}`);
	}
	return all;
}

/** Which of the two is first takes turns with the rounds of one address. */
async function measureOnce(
	market: RecordedMarket,
	alone: pg.Client,
	probe: Probe,
	figures: Figures,
	round: number,
): Promise<void> {
	const http = async () => {
		probe.statements = await market.during(async () =>
			figures.http.push(await timed(() => request(market.address, probe.address))),
		);
	};
	const sql = async () => figures.sql.push(await timed(() => runAll(alone, probe.statements)));
	const order = Math.floor(round / 2) % 2 === 0 ? [http, sql] : [sql, http];
	for (const measure of order) await measure();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const startedAt = performance.now();
	await work();
	return performance.now() - startedAt;
}

async function request(market: string, given: string): Promise<void> {
	const address = asNeverBefore(given);
	const signal = AbortSignal.timeout(30_000);
	const answer = await fetch(`${market}/api${address}`, { headers: STRANGER, signal });
	const body = await answer.text();
	if (!answer.ok) throw new Error(`${address} answers ${answer.status}: ${body.slice(0, 200)}`);
}
