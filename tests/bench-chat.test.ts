import { expect, test } from 'vitest';
import { measureChat } from '../bench/scenarios/chat.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of the chat loses no message, counts no message twice, and measures each message', async () => {
	const environment = await benchEnvironment();

	const measurements = await measureChat({
		environment,
		sockets: 6,
		seconds: 1,
		log: () => undefined,
	});

	expect(measurements).toMatchObject({ sent: 6, lost: 0, duplicated: 0 });
	expect(measurements.latencies).toHaveLength(6);
	expect(measurements.memoryMb).toBeGreaterThan(30);
});
