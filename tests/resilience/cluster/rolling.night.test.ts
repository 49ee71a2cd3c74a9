import { expect, test } from 'vitest';
import { cloneDatabase } from '#tests/support/clone-database.ts';
import { describeWithPrograms } from '#tests/support/debian-programs.ts';
import { openRedisServer } from '#tests/support/redis-server.ts';
import {
	killOne,
	measureInterruption,
	restartInTurn,
} from '../../../bench/scenarios/rolling-restart.ts';

// biome-ignore lint/style/noProcessEnv: the caller decides how much is tested
const IS_SHORT = process.env.CLUSTER_ROUNDS === undefined;
/**
 * Light enough for a machine that runs other tests; `npm run bench -- rolling-restart` has a higher load, and measures
 * the durations.
 */
const LOAD = { instances: 2, perSecond: 30, chats: 8, messageIntervalMs: 500 };

const BALANCERS = ['nginx', 'haproxy'] as const;

/** Measures the interruption that clients notice during an event at the instances behind a balancer. */
async function measureEvent(
	balancer: (typeof BALANCERS)[number],
	event: Parameters<typeof measureInterruption>[0]['event'],
) {
	const databaseUrl = await cloneDatabase();
	const { url: redisUrl } = await openRedisServer();
	return measureInterruption({ ...LOAD, balancer, databaseUrl, redisUrl, event });
}

describeWithPrograms(['nginx', 'haproxy', 'redis-server'], 'instances under load', () => {
	test.each(IS_SHORT ? (['nginx'] as const) : BALANCERS)(
		'all instances behind %s are restarted in turn without a failed request',
		async (balancer) => {
			const figures = await measureEvent(balancer, restartInTurn);

			const { requests, written, messages, outagesMs } = figures;
			expect(figures).toMatchObject({
				failures: [],
				errors: [],
				lost: 0,
				duplicated: 0,
				stored: written,
			});
			expect(requests).toBeGreaterThan(100);
			expect(messages).toBeGreaterThan(100);
			// Every client was disconnected at least once, and has reconnected.
			expect(outagesMs.length).toBeGreaterThanOrEqual(2 * LOAD.chats);
		},
		120_000,
	);

	test.each(IS_SHORT ? (['haproxy'] as const) : BALANCERS)(
		'when one instance behind %s is killed, the other instance serves and the users reconnect',
		async (balancer) => {
			const figures = await measureEvent(balancer, killOne);

			const { failures, written, outagesMs } = figures;
			// A write in progress on the killed instance may or may not be stored, and is not retried by the balancer.
			expect(failures.filter((failure) => failure !== '/api/feedback/submit: 502')).toEqual([]);
			expect(figures).toMatchObject({ errors: [], lost: 0, duplicated: 0, stored: written });
			expect(outagesMs.length).toBe(LOAD.chats);
		},
		120_000,
	);
});
