import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { sendOnSchedule } from '../bench/lib/open-loop.ts';
import { measureSoak } from '../bench/scenarios/soak.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the load generator sends requests on schedule, without waiting for earlier responses, and counts them by status', async () => {
	const paths = ['/served', '/refused', '/hung', '/failed'];
	const requestedUrls: string[] = [];
	const server = createServer((request, response) => {
		requestedUrls.push(request.url ?? '');
		if (request.url === '/hung') return;
		const status = { '/served': 200, '/refused': 503, '/failed': 500 }[request.url ?? ''] ?? 0;
		const body = 'x'.repeat(100_000);
		response.writeHead(status, { 'content-length': body.length }).end(body);
	}).listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.close();
		server.closeAllConnections();
	});
	const { port } = server.address() as AddressInfo;
	let count = 0;

	const answers = await sendOnSchedule({
		address: `http://127.0.0.1:${port}`,
		nextPath: () => paths[count++ % paths.length] ?? '',
		perSecond: 200,
		seconds: 0.2,
		responseTimeoutMs: 500,
	});

	expect(requestedUrls).toHaveLength(40);
	expect([answers.served.length, answers.refused.length, answers.failed]).toEqual([10, 10, 20]);
});

test('the benchmark of mixed load sends every kind of request and measures memory', async () => {
	const environment = await benchEnvironment();

	const logged: string[] = [];
	const minutes = await measureSoak({
		environment,
		items: 60,
		minutes: 2,
		secondsPerMinute: 0.5,
		log: (line) => logged.push(line),
	});

	for (const { memoryMb, done, refused, failed } of minutes) {
		expect(memoryMb).toBeGreaterThan(50);
		// A server on a busy machine may refuse requests of any kind.
		expect(done + refused).toBeGreaterThan(5);
		expect(failed, logged.join('\n')).toBe(0);
	}
	expect(minutes).toHaveLength(2);
}, 90_000);
