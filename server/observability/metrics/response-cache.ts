import { Counter, type Registry } from 'prom-client';
import { gauge } from './gauges.ts';

/** What is kept ready says of itself; hits and misses are counted from the start on. */
interface CacheStats {
	hits: number;
	misses: number;
	entries: number;
	bytes: number;
}

/** The public answers that are kept ready. */
export function watchResponseCache(registry: Registry, stats: () => CacheStats): void {
	new Counter({
		name: 'passdown_ready_answers_total',
		help: 'Requests for public answers, by whether one was there.',
		labelNames: ['outcome'],
		registers: [registry],
		collect() {
			const { hits, misses } = stats();
			this.reset();
			this.inc({ outcome: 'hit' }, hits);
			this.inc({ outcome: 'miss' }, misses);
		},
	});
	gauge(registry, 'ready_answers', 'Public answers kept ready.', () => stats().entries);
	gauge(registry, 'ready_answers_bytes', 'Room that they take.', () => stats().bytes);
}
