import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { measureSoak } from '../bench/measure-soak.ts';
import { sendOnSchedule } from '../bench/open-loop.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('requests are sent when they are due, whatever becomes of those before, and counted by their answers', async () => {
	const paths = ['/served', '/refused', '/hung', '/failed'];
	const came: string[] = [];
	const server = createServer((request, response) => {
		came.push(request.url ?? '');
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
		answerWithinMs: 500,
	});

	expect(came).toHaveLength(40);
	expect([answers.served.length, answers.refused.length, answers.failed]).toEqual([10, 10, 20]);
});

test('the long run has everybody do what they do, and notes memory', async () => {
	const environment = await benchEnvironment();

	const said: string[] = [];
	const minutes = await measureSoak({
		environment,
		items: 60,
		minutes: 2,
		secondsPerMinute: 0.5,
		say: (line) => said.push(line),
	});

	for (const { memoryMb, done, failed } of minutes) {
		expect(memoryMb).toBeGreaterThan(50);
		expect(done).toBeGreaterThan(5);
		expect(failed, said.join('\n')).toBe(0);
	}
	expect(minutes).toHaveLength(2);
}, 90_000);
