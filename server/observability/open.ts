import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import type { MetricsSources } from './metrics/metrics.ts';
import type { Traces } from './traces/traces.ts';

/** Nothing is loaded where nobody collects traces. @returns undefined there */
export async function openTraces(
	{ tracesUrl }: Config,
	pools: readonly pg.Pool[],
): Promise<Traces | undefined> {
	if (tracesUrl === undefined) return undefined;
	const traces = (await import('./traces/traces.ts')).openTraces(tracesUrl);
	for (const pool of pools) traces.watch(pool);
	return traces;
}

/**
 * Keeps the metrics of an instance whose app does not listen yet; nothing is loaded where nobody asks for them.
 * @returns how to end it
 * @throws Error in one line that names METRICS_PORT, where the port can't be had
 */
export async function openMetrics(
	{ metricsPort, dataDir, redisUrl }: Config,
	sources: Omit<MetricsSources, 'dataDir' | 'isShared'>,
	log: FastifyBaseLogger,
): Promise<() => Promise<void>> {
	if (metricsPort === undefined) return async () => undefined;
	const { serveMetrics } = await import('./metrics/endpoint.ts');
	return serveMetrics(metricsPort, { ...sources, dataDir, isShared: redisUrl !== undefined }, log);
}
