import { expect, test } from 'vitest';
import { measureDeals } from '../bench/scenarios/deals.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test('the benchmark of deals reserves items concurrently, measures queues and lets offers expire', async () => {
	const environment = await benchEnvironment();
	const sizes = { people: 20, waiting: 20, lapsing: 30, rounds: 5 };

	const measured = await measureDeals({ environment, ...sizes, log: () => undefined });

	expect(measured).toMatchObject({
		doubleReservations: 0,
		openLapsedOffers: 0,
		acknowledgedSteps: 22,
		storedSteps: 22,
	});
	expect([measured.shortMs.length, measured.longMs.length]).toEqual([10, 10]);
}, 90_000);
