import { stop } from '#ops/terminal.ts';
import { type Costs, measureRequests, measureWork } from './measure-watching.ts';
import { medianOf } from './percentile.ts';
import { report } from './results.ts';

/** `npm run bench:watching`: what it costs that somebody watches. */
const ROUNDS = 15;

function rowOf(name: string, { unseen, seen }: Costs): (string | number)[] {
	const costs = seen.map((each, round) => each - (unseen[round] ?? each)).sort((a, b) => a - b);
	const cost = medianOf(costs);
	const spread = [costs.at(ROUNDS >> 2), costs.at(-1 - (ROUNDS >> 2))].map((each) =>
		each?.toFixed(2),
	);
	return [name, medianOf(unseen).toFixed(2), cost.toFixed(2), spread.join(' to ')];
}

async function main(): Promise<void> {
	const requests = await measureRequests({ rounds: ROUNDS, requests: 20_000 });
	const work = await measureWork({ rounds: ROUNDS, requests: 200_000 });
	await report(
		'What watching costs, in processor time, asker and server in one process',
		'npm run bench:watching',
		['what', 'unseen µs', 'watching µs', 'middle half of the rounds'],
		[rowOf('a request to a bare handler', requests), rowOf('a piece of work of nothing', work)],
	);
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
