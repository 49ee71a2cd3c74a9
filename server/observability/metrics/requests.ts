import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metric, Registry } from 'prom-client';

/** Upper bounds in seconds: our own answers are around the first, what people wait for is told apart up to the last. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
const NAME = 'passdown_http_request_duration_seconds';
const HELP =
	'Requests by pattern of their address, method and class of status, and how long they took.';

/** What happened on one route with one outcome. */
interface RouteTimings {
	labels: { route: string; method: string; status: string };
	/** How many fell below each bound and not below the one before; the last is beyond all. */
	counts: number[];
	seconds: number;
	requests: number;
}

/**
 * Counts and times every request of an app. Addresses are known by their pattern only: what people put into them is nothing
 * for a metric. It keeps its own numbers, because the library looks for a set of labels anew each time, which at our rates
 * would cost more than all the rest of watching; the library writes them out.
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

/** In the form that the library writes out. */
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
