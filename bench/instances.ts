import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stop } from '#ops/terminal.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { measureInstances } from './measure-instances.ts';
import { medianOf, percentile } from './percentile.ts';
import { startRedis } from './redis-server.ts';
import { report } from './results.ts';

/** `npm run bench:instances`: what it costs that the other side of a chat is on another instance. */
const { values } = parseArgs({
	options: {
		messages: { type: 'string', default: '500' },
		rounds: { type: 'string', default: '5' },
	},
});

function rowOf(name: string, rounds: readonly number[][]): string[] {
	const p99 = (taken: readonly number[]) => percentile(taken, 0.99);
	const medians = rounds.map(medianOf);
	const spread = `${Math.min(...medians).toFixed(2)} to ${Math.max(...medians).toFixed(2)}`;
	return [name, medianOf(medians).toFixed(2), spread, medianOf(rounds.map(p99)).toFixed(2)];
}

async function main(): Promise<void> {
	const [messages, rounds] = [Number(values.messages), Number(values.rounds)];
	if (!(messages > 0 && rounds > 0)) throw new Error('Some --messages and some --rounds.');
	const folder = await mkdtemp(join(tmpdir(), 'market-between-'));
	const redis = await startRedis();
	const postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
	try {
		const databaseUrl = postgres.url('postgres');
		const figures = await measureInstances({ databaseUrl, redisUrl: redis.url, messages, rounds });
		await report(
			`A message between two instances, ${rounds} × ${messages} one after the other`,
			'npm run bench:instances',
			['both sides', 'median ms', 'of the rounds', 'p99 ms'],
			[rowOf('on one instance', figures.within), rowOf('on two instances', figures.between)],
		);
	} finally {
		await postgres.stop();
		await redis.stop();
		await rm(folder, { recursive: true, force: true });
	}
}

await main().catch((error: unknown) =>
	stop(error instanceof Error ? error.message : String(error)),
);
