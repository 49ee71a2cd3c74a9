import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import type { Config } from '#server/config/config.ts';
import type { MetricsSources } from './metrics/gauges.ts';
import type { Traces } from './traces/traces.ts';

/**
 * Enables tracing if a collector is configured, else loads nothing.
 * @returns undefined without a collector
 */
export async function openTraces(
	{ tracesUrl }: Config,
	pools: readonly pg.Pool[],
	log: FastifyBaseLogger,
): Promise<Traces | undefined> {
	if (tracesUrl === undefined) return undefined;
	const traces = await import('./traces/traces.ts');
	return traces.openTraces(tracesUrl, pools, log);
}

/**
 * Serves metrics if a port is configured, else loads nothing; must be called before the app listens.
 * @returns stops the endpoint
 * @throws Error in one line that names METRICS_PORT, if the port cannot be opened
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
