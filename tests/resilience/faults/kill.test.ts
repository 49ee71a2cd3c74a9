import { beforeAll, test, vi } from 'vitest';
import { openBusyMarket } from '#tests/support/busy-market.ts';
import { expectKeptWork, expectPhotos } from '#tests/support/kept-work.ts';
import { FAULT_ROUNDS, openKillableMarket, type Victim } from '#tests/support/killable-market.ts';

const WAIT = { timeout: 60_000, interval: 5 };
const VICTIMS: Victim[] = ['the market', 'its database', 'both'];

const market = await openKillableMarket();
const busy = await openBusyMarket(market);

beforeAll(() => market.comeBack());

test.each(VICTIMS)(
	'when %s is killed under posts, edits, sales, chat and administration, acknowledged writes are there once and nothing is partial',
	{ timeout: 90_000 * FAULT_ROUNDS },
	async (victim) => {
		for (let round = 0; round < FAULT_ROUNDS; round++) {
			const work = await busy.begin();
			await vi.waitUntil(() => work.hasDone(1 + (round % 5)), WAIT);

			await market.kill(victim);
			await market.comeBack();
			await work.over();

			await expectKeptWork(market, busy, work);
			await expectPhotos(market, busy);
		}
	},
);
