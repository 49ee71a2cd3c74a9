import { Histogram, type Registry } from '@prometheus-io/client';
import type { FastifyInstance } from 'fastify';

/**
 * Upper bounds in seconds. Most of our replies take about as long as the first bound; the other
 * bounds distinguish slow replies.
 */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Counts and times requests by route pattern; URLs could contain personal data. Requests that never reach Fastify are
 * not counted here: cached responses of the fast path, and refusals because of overload.
 */
export function watchRequests(app: FastifyInstance, registry: Registry): void {
	const durations = new Histogram({
		name: 'passdown_http_request_duration_seconds',
		help: 'Duration of requests by route pattern, method and status class.',
		labelNames: ['route', 'method', 'status'],
		buckets: BUCKETS,
		registers: [registry],
	});
	app.addHook('onResponse', (request, reply, done) => {
		const { url = 'none', method = 'any' } = request.routeOptions;
		const status = `${Math.floor(reply.statusCode / 100)}xx`;
		durations.observe({ route: url, method: String(method), status }, reply.elapsedTime / 1000);
		done();
	});
}
