import { Counter, type Registry } from 'prom-client';
import { gauge } from './gauges.ts';

/** Statistics of the response cache; hits and misses are counted since startup. */
interface CacheStats {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
}

/** Registers the metrics of the response cache. */
export function watchResponseCache(registry: Registry, stats: () => CacheStats): void {
	new Counter({
		name: 'passdown_ready_answers_total',
		help: 'Cacheable requests by outcome: hit or miss.',
		labelNames: ['outcome'],
		registers: [registry],
		collect() {
			const { hits, misses } = stats();
			this.reset();
			this.inc({ outcome: 'hit' }, hits);
			this.inc({ outcome: 'miss' }, misses);
		},
	});
	gauge(registry, 'ready_answers', 'Public responses in the cache.', () => stats().entries);
	gauge(registry, 'ready_answers_bytes', 'Memory used by the response cache.', () => stats().bytes);
}
