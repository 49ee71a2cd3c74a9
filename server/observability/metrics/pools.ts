import type pg from 'pg';
import type { Registry } from 'prom-client';
import { gauges } from './gauges.ts';

/** What a pool says of itself. */
export type PoolStats = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** The connections to the database, by the pool that has them. */
export function watchPools(registry: Registry, pools: Readonly<Record<string, PoolStats>>): void {
	const each = (readValue: (pool: PoolStats) => number) => () =>
		Object.entries(pools).map(
			([pool, stats]) => [{ pool }, readValue(stats)] as [{ pool: string }, number],
		);
	const labels = ['pool'];
	gauges(
		registry,
		{ name: 'pool_connections', help: 'Open connections to the database.', labels },
		each(({ totalCount }) => totalCount),
	);
	gauges(
		registry,
		{ name: 'pool_idle', help: 'Of those, the ones that nobody uses.', labels },
		each(({ idleCount }) => idleCount),
	);
	gauges(
		registry,
		{ name: 'pool_waiting', help: 'Who waits for a connection.', labels },
		each(({ waitingCount }) => waitingCount),
	);
	gauges(
		registry,
		{ name: 'pool_max', help: 'The most connections that a pool may have.', labels },
		each(({ options }) => options.max),
	);
}
