import { describe, expect, test } from 'vitest';
import { measureSocketMemory } from '../bench/lib/socket-memory.ts';
import { measureChatRate } from '../bench/scenarios/chat-rate.ts';
import { benchEnvironment } from './support/bench-environment.ts';

const commonOptions = { isPinned: false, rounds: 1, log: () => undefined };

describe.skipIf(process.platform !== 'linux')('the benchmark of the chat rate', () => {
	test('the benchmark measures the server and the baseline, and both deliver every message', async () => {
		const environment = await benchEnvironment();

		const measurements = await measureChatRate({
			...commonOptions,
			environment,
			rooms: 3,
			seconds: 0.4,
			perSecond: 20,
		});

		for (const { inFlight, steady } of Object.values(measurements)) {
			const noFailures = { refused: 0, lost: 0, unstored: 0 };
			expect([inFlight, steady]).toMatchObject([[noFailures], [noFailures]]);
			expect(steady[0]?.acknowledged).toHaveLength(8);
			expect(inFlight[0]?.arrived).toHaveLength(inFlight[0]?.acknowledged.length ?? 0);
			expect(inFlight[0]?.perSecond).toBeGreaterThan(0);
		}
	});

	test('the benchmark measures the memory of a socket in the server and in the baseline', async () => {
		const environment = await benchEnvironment();

		const measurements = await measureSocketMemory({
			...commonOptions,
			environment,
			sockets: 10,
			settleMs: 0,
			collectionWaitMs: 20,
		});

		expect(measurements).toEqual({ server: [expect.any(Number)], baseline: [expect.any(Number)] });
	});
});
