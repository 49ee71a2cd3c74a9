import { describe, expect, test } from 'vitest';
import { measureChatRate } from '../bench/measure-chat-rate.ts';
import { measureSocketMemory } from '../bench/measure-socket-memory.ts';
import { benchEnvironment } from './support/bench-environment.ts';

const silently = { isPinned: false, rounds: 1, say: () => undefined };

describe.skipIf(process.platform !== 'linux')('the benchmark of the chat’s rate', () => {
	test('measures the market and the relay, of which neither loses anything', async () => {
		const environment = await benchEnvironment();

		const figures = await measureChatRate({
			...{ ...silently, environment, rooms: 3 },
			...{ seconds: 0.4, perSecond: 20 },
		});

		for (const { atOnce, steadily } of Object.values(figures)) {
			const nothing = { refused: 0, lost: 0, unstored: 0 };
			expect([atOnce, steadily]).toMatchObject([[nothing], [nothing]]);
			expect(steadily[0]?.acknowledged).toHaveLength(8);
			expect(atOnce[0]?.arrived).toHaveLength(atOnce[0]?.acknowledged.length ?? 0);
			expect(atOnce[0]?.perSecond).toBeGreaterThan(0);
		}
	});

	test('measures what a socket of each takes', async () => {
		const environment = await benchEnvironment();

		const figures = await measureSocketMemory({
			...{ ...silently, environment, sockets: 10, settledMs: 0, collectedMs: 20 },
		});

		expect(figures).toEqual({ market: [expect.any(Number)], relay: [expect.any(Number)] });
	});
});
