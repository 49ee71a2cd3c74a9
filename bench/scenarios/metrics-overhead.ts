import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Registry } from '@prometheus-io/client';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { trackWork } from '#server/observability/channels.ts';
import { watchRequests } from '#server/observability/metrics/requests.ts';
import { watchWork } from '#server/observability/metrics/work.ts';
import { withoutTarget } from '../lib/result-row.ts';
import { defineScenario } from '../lib/scenario.ts';
import { median, percentile } from '../lib/statistics.ts';

/** The processor time that metrics add to a request and to a tracked event. */
export const scenario = defineScenario({
	options: {
		rounds: { default: 15, help: 'rounds, after one that warms up' },
		requests: { default: 20_000, help: 'requests of each round' },
		events: { default: 200_000, help: 'tracked events of each round' },
	},
	async run({ rounds, requests, events }) {
		const request = await measureRequests({ rounds, count: requests });
		const event = await measureEvents({ rounds, count: events });
		const [requestUs, eventUs] = [request, event].map((costs) =>
			median(differences(costs)).toFixed(2),
		);
		return {
			tables: [
				{
					title: 'What metrics cost, in processor time, client and server in one process',
					columns: ['what', 'without µs', 'added µs', 'middle half of the rounds'],
					rows: [rowOf('a request to an empty handler', request), rowOf('a tracked event', event)],
				},
			],
			results: [
				withoutTarget(
					'metrics: processor time of a request, of a tracked event',
					`${requestUs} µs, ${eventUs} µs`,
				),
			],
		};
	},
});

const ROW = { id: 1, title: 'A lamp for a desk', price: 250, category: 'Furniture', sold: false };
const RESPONSE_BODY = JSON.stringify(Array.from({ length: 24 }, () => ROW));
const PARALLEL_REQUESTS = 32;

interface Options {
	rounds: number;
	/** Repetitions of each round. */
	count: number;
}

/** Microseconds of processor time of one request, or one event, round by round. */
export interface Costs {
	without: number[];
	with: number[];
}

/** Measures requests whose handler does nothing else, so that metrics have their largest share. */
export async function measureRequests({ rounds, count }: Options): Promise<Costs> {
	const apps = { without: await startTestApp(), with: await startTestApp(new Registry()) };
	const costs: Costs = { without: [], with: [] };
	// The first round warms up the JIT compiler and is not counted.
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of ['without', 'with'] as const) {
			const cost = await costOf(count, () => apps[name].request());
			if (round > 0) costs[name].push(cost);
		}
	}
	await Promise.all([apps.without.close(), apps.with.close()]);
	return costs;
}

/** Measures tracked events that do nothing, with and without a listener. */
export async function measureEvents({ rounds, count }: Options): Promise<Costs> {
	const costs: Costs = { without: [], with: [] };
	const event = { kind: 'live event', name: 'sendMessage' } as const;
	const track = () => trackWork(event, () => Promise.resolve());
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of ['without', 'with'] as const) {
			const close = name === 'with' ? watchWork(new Registry()) : () => undefined;
			const cost = await costOf(count, track);
			close();
			if (round > 0) costs[name].push(cost);
		}
	}
	return costs;
}

async function startTestApp(registry?: Registry) {
	// Like the server: with a logger, but without a log line for each request.
	const loggerInstance: FastifyBaseLogger = pino({ level: 'silent' });
	const app = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
	});
	if (registry) watchRequests(app, registry);
	app.get('/items', (_request, reply) =>
		reply.type('application/json; charset=utf-8').send(RESPONSE_BODY),
	);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL_REQUESTS });
	return {
		async request(): Promise<void> {
			const [response] = await once(get({ port, path: '/items', agent }), 'response');
			response.resume();
			await once(response, 'end');
		},
		async close(): Promise<void> {
			agent.destroy();
			await app.close();
		},
	};
}

/** Processor time instead of elapsed time, so that other processes do not count. */
async function costOf(repetitions: number, action: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	const repeatShare = async () => {
		for (let n = 0; n < repetitions / PARALLEL_REQUESTS; n += 1) await action();
	};
	await Promise.all(Array.from({ length: PARALLEL_REQUESTS }, repeatShare));
	const { user, system } = process.cpuUsage(before);
	return (user + system) / repetitions;
}

/** The cost that metrics add, round by round. */
function differences(costs: Costs): number[] {
	return costs.with.map((cost, round) => cost - (costs.without[round] ?? cost));
}

function rowOf(name: string, costs: Costs): string[] {
	const added = differences(costs);
	const range = [0.25, 0.75].map((share) => percentile(added, share).toFixed(2)).join(' to ');
	return [name, median(costs.without).toFixed(2), median(added).toFixed(2), range];
}
