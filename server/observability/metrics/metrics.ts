import { Counter, collectDefaultMetrics, Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';
import { type MetricsSources, registerGauges } from './gauges.ts';
import { watchRequests } from './requests.ts';
import { watchWork } from './work.ts';

/**
 * Registers all metrics of an instance; must be called before its app listens.
 * @returns the registry, and a function that stops counting
 */
export function openMetrics(sources: MetricsSources): { registry: Registry; close: () => void } {
	const registry = new Registry();
	collectDefaultMetrics({ register: registry });
	watchRequests(sources.app, registry);
	registerGauges(registry, sources);
	countCacheUses(registry, sources.app);
	return { registry, close: watchWork(registry) };
}

function countCacheUses(registry: Registry, { responseCache }: FastifyInstance): void {
	new Counter({
		name: 'passdown_ready_answers_total',
		help: 'Cacheable requests by outcome: hit or miss.',
		labelNames: ['outcome'],
		registers: [registry],
		async collect() {
			const { hits, misses } = responseCache.stats();
			this.reset();
			this.inc({ outcome: 'hit' }, hits);
			this.inc({ outcome: 'miss' }, misses);
		},
	});
}
