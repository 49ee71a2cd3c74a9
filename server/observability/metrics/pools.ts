import type pg from 'pg';
import type { Registry } from 'prom-client';
import { gauges } from './gauges.ts';

/** Statistics of a connection pool. */
export type PoolStats = Pick<pg.Pool, 'totalCount' | 'idleCount' | 'waitingCount' | 'options'>;

/** Registers the connection counts of each pool. */
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
		{ name: 'pool_idle', help: 'Idle connections to the database.', labels },
		each(({ idleCount }) => idleCount),
	);
	gauges(
		registry,
		{ name: 'pool_waiting', help: 'Callers waiting for a connection.', labels },
		each(({ waitingCount }) => waitingCount),
	);
	gauges(
		registry,
		{ name: 'pool_max', help: 'Maximum number of connections of the pool.', labels },
		each(({ options }) => options.max),
	);
}
