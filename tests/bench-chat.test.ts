import { expect, test } from 'vitest';
import { measureChat } from '../bench/scenarios/chat.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of the chat loses nothing, counts nothing twice, and measures each message', async () => {
	const environment = await benchEnvironment();

	const figures = await measureChat({
		environment,
		sockets: 6,
		seconds: 1,
		log: () => undefined,
	});

	expect(figures).toMatchObject({ sent: 6, lost: 0, duplicated: 0 });
	expect(figures.latencies).toHaveLength(6);
	expect(figures.memoryMb).toBeGreaterThan(30);
});
