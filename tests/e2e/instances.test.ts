import { expect, test } from 'vitest';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { measureCrossInstanceDelays } from '../../bench/scenarios/cross-instance-delay.ts';

/** Repetitions of each action. `npm run bench -- cross-instance-delay` has more of them and measures the times. */
const ROUNDS = 3;

describeWithPrograms(['nginx', 'redis-server'], 'Two server instances', () => {
	test('a change made on one instance reaches pages of the other: messages, notifications, maintenance, bans, sessions, listings, rate limits', async () => {
		const seen = await measureCrossInstanceDelays({ balancer: 'nginx', rounds: ROUNDS });

		expect(Object.keys(seen)).toHaveLength(7);
		for (const [name, taken] of Object.entries(seen)) {
			expect(taken, name).toHaveLength(ROUNDS);
			for (const milliseconds of taken) expect(milliseconds, name).toBeGreaterThan(0);
		}
	});
});
