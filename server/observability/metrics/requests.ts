import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Metric, Registry } from 'prom-client';

/** Upper bounds in seconds: our own answers are around the first, what people wait for is told apart up to the last. */
const BOUNDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;
const NAME = 'passdown_http_request_duration_seconds';
const HELP =
	'Requests by pattern of their address, method and class of status, and how long they took.';

/** What happened on one route with one outcome. */
interface Times {
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
	const all: Times[] = [];
	const routes = new WeakMap<object, Times[]>();

	function timesOf(request: FastifyRequest, status: number): Times {
		const { config, url, method } = request.routeOptions;
		const ofRoute = routes.get(config) ?? [];
		const known = ofRoute[status];
		if (known) return known;
		const labels = {
			route: url ?? 'none',
			method: String(method ?? 'any'),
			status: `${status}xx`,
		};
		const times = { labels, counts: BOUNDS.map(() => 0).concat(0), seconds: 0, requests: 0 };
		all.push(times);
		ofRoute[status] = times;
		routes.set(config, ofRoute);
		return times;
	}

	app.addHook('onResponse', (request: FastifyRequest, reply: FastifyReply, done) => {
		const seconds = reply.elapsedTime / 1000;
		const times = timesOf(request, Math.floor(reply.statusCode / 100));
		const place = BOUNDS.findIndex((bound) => seconds <= bound);
		const at = place === -1 ? BOUNDS.length : place;
		times.counts[at] = (times.counts[at] ?? 0) + 1;
		times.seconds += seconds;
		times.requests += 1;
		done();
	});
	registry.registerMetric(written(all));
}

/** In the form that the library writes out. */
function written(all: readonly Times[]): Metric {
	const metric = {
		name: NAME,
		help: HELP,
		type: 'histogram',
		aggregator: 'sum',
		get: async () => ({ ...metric, values: all.flatMap(seriesOf) }),
	};
	return metric as unknown as Metric;
}

function seriesOf({ labels, counts, seconds, requests }: Times) {
	let below = 0;
	const buckets = BOUNDS.map((le, place) => {
		below += counts[place] ?? 0;
		return { metricName: `${NAME}_bucket`, labels: { ...labels, le: String(le) }, value: below };
	});
	return [
		...buckets,
		{ metricName: `${NAME}_bucket`, labels: { ...labels, le: '+Inf' }, value: requests },
		{ metricName: `${NAME}_sum`, labels, value: seconds },
		{ metricName: `${NAME}_count`, labels, value: requests },
	];
}
