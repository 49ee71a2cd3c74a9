import { expect, test } from 'vitest';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { measureCrossInstanceDelays } from '../../bench/scenarios/cross-instance-delay.ts';

/** Repetitions of each action. `npm run bench -- cross-instance-delay` has more of them and measures the times. */
const ROUNDS = 3;

describeWithPrograms(['nginx', 'redis-server'], 'Two server instances', () => {
	test('a change made on one instance reaches pages of the other: messages, notifications, maintenance, bans, sessions, listings, rate limits', async () => {
		const delaysByAction = await measureCrossInstanceDelays({ balancer: 'nginx', rounds: ROUNDS });

		expect(Object.keys(delaysByAction)).toHaveLength(7);
		for (const [name, durationsMs] of Object.entries(delaysByAction)) {
			expect(durationsMs, name).toHaveLength(ROUNDS);
			for (const milliseconds of durationsMs) expect(milliseconds, name).toBeGreaterThan(0);
		}
	});
});
