import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metric, Registry } from 'prom-client';

/** Histogram buckets in seconds: our replies take about the first; the upper ones distinguish slow replies. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
const NAME = 'passdown_http_request_duration_seconds';
const HELP = 'Duration of requests by route pattern, method and status class.';

/** Requests of one route and method with one status class. */
interface RouteTimings {
	labels: { route: string; method: string; status: string };
	/** Number of requests per bucket, not cumulative; the last is beyond all bounds. */
	counts: number[];
	seconds: number;
	requests: number;
}

/**
 * Counts and times all requests by route pattern; URLs could contain personal data. Keeps its own counters, because
 * prom-client looks up the label set on every call, which at our rates would cost more than all other metrics;
 * prom-client only formats them.
 */
export function watchRequests(app: FastifyInstance, registry: Registry): void {
	const allTimings: RouteTimings[] = [];
	const routes = new WeakMap<object, RouteTimings[]>();

	function timingsOf(request: FastifyRequest, status: number): RouteTimings {
		const { config, url, method } = request.routeOptions;
		const timingsByStatus = routes.get(config) ?? [];
		const existing = timingsByStatus[status];
		if (existing) return existing;
		const labels = {
			route: url ?? 'none',
			method: String(method ?? 'any'),
			status: `${status}xx`,
		};
		const timings = { labels, counts: BOUNDS.map(() => 0).concat(0), seconds: 0, requests: 0 };
		allTimings.push(timings);
		timingsByStatus[status] = timings;
		routes.set(config, timingsByStatus);
		return timings;
	}

	app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
		const seconds = reply.elapsedTime / 1000;
		const timings = timingsOf(request, Math.floor(reply.statusCode / 100));
		const index = BOUNDS.findIndex((bound) => seconds <= bound);
		const bucketIndex = index === -1 ? BOUNDS.length : index;
		timings.counts[bucketIndex] = (timings.counts[bucketIndex] ?? 0) + 1;
		timings.seconds += seconds;
		timings.requests += 1;
		done();
	});
	registry.registerMetric(toMetric(allTimings));
}

/** The counters as a prom-client metric. */
function toMetric(allTimings: readonly RouteTimings[]): Metric {
	const metric = {
		name: NAME,
		help: HELP,
		type: 'histogram',
		aggregator: 'sum',
		get: async () => ({ ...metric, values: allTimings.flatMap(seriesOf) }),
	};
	return metric as unknown as Metric;
}

function seriesOf({ labels, counts, seconds, requests }: RouteTimings) {
	let below = 0;
	const buckets = BOUNDS.map((le, index) => {
		below += counts[index] ?? 0;
		return { metricName: `${NAME}_bucket`, labels: { ...labels, le: String(le) }, value: below };
	});
	return [
		...buckets,
		{ metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: requests },
		{ metricName: `${NAME}_sum`, labels, value: seconds },
		{ metricName: `${NAME}_count`, labels, value: requests },
	];
}
