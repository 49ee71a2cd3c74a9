import { once } from 'node:events';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { asWork } from '#server/watch/happenings.ts';
import { watchRequests } from '#server/watch/request-times.ts';
import { watchWorks } from '#server/watch/work-times.ts';

const ROW = { id: 1, title: 'A lamp for a desk', price: 250, category: 'Furniture', sold: false };
const ANSWER = JSON.stringify(Array.from({ length: 24 }, () => ROW));
const AT_ONCE = 32;

interface Options {
	rounds: number;
	requests: number;
}

/** What one request, or one piece of work, costs the processor, in microseconds, round by round. */
export interface Costs {
	unseen: number[];
	seen: number[];
}

/** A request that does nothing but answer, which is the least that one can cost: the dearest that watching can be. */
export async function measureRequests({ rounds, requests }: Options): Promise<Costs> {
	const apps = { unseen: await openBare(), seen: await openBare(new Registry()) };
	const costs: Costs = { unseen: [], seen: [] };
	// The first round is for the compiler.
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of ['unseen', 'seen'] as const) {
			const cost = await costOf(requests, () => apps[name].ask());
			if (round > 0) costs[name].push(cost);
		}
	}
	await Promise.all([apps.unseen.close(), apps.seen.close()]);
	return costs;
}

/** A piece of work of nothing, heard and not heard. */
export async function measureWork({ rounds, requests }: Options): Promise<Costs> {
	const costs: Costs = { unseen: [], seen: [] };
	const work = { kind: 'live event', name: 'sendMessage' } as const;
	const once = () => asWork(work, () => Promise.resolve());
	for (let round = 0; round <= rounds; round += 1) {
		for (const name of ['unseen', 'seen'] as const) {
			const close = name === 'seen' ? watchWorks(new Registry()) : () => undefined;
			const cost = await costOf(requests, once);
			close();
			if (round > 0) costs[name].push(cost);
		}
	}
	return costs;
}

async function openBare(registry?: Registry) {
	// As the market has it: a log, but no line for a request.
	const loggerInstance: FastifyBaseLogger = pino({ level: 'silent' });
	const app = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
	});
	if (registry) watchRequests(app, registry);
	app.get('/items', (_request, reply) =>
		reply.type('application/json; charset=utf-8').send(ANSWER),
	);
	await app.listen({ port: 0, host: '127.0.0.1' });
	const { port } = app.server.address() as AddressInfo;
	const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
	return {
		async ask(): Promise<void> {
			const [answer] = await once(get({ port, path: '/items', agent }), 'response');
			answer.resume();
			await once(answer, 'end');
		},
		async close(): Promise<void> {
			agent.destroy();
			await app.close();
		},
	};
}

/** Of the processor's time, not the clock's: other processes take none of it. */
async function costOf(times: number, deed: () => Promise<void>): Promise<number> {
	const before = process.cpuUsage();
	const some = async () => {
		for (let n = 0; n < times / AT_ONCE; n += 1) await deed();
	};
	await Promise.all(Array.from({ length: AT_ONCE }, some));
	const { user, system } = process.cpuUsage(before);
	return (user + system) / times;
}
