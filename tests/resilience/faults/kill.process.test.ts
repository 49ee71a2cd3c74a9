import { beforeAll, test, vi } from 'vitest';
import { openBusyApp } from '#tests/support/busy-app.ts';
import { expectDurableWrites, expectPhotos } from '#tests/support/durable-writes.ts';
import { FAULT_ROUNDS, type KillTarget, openKillableApp } from '#tests/support/killable-app.ts';

const WAIT = { timeout: 60_000, interval: 5 };
const TARGETS: KillTarget[] = ['the market', 'its database', 'both'];

const killableApp = await openKillableApp();
const busy = await openBusyApp(killableApp);

beforeAll(() => killableApp.restart());

test.each(TARGETS)(
	'after a kill (%s) under load, every acknowledged post, edit, sale and admin action is stored once, and no write partially',
	{ timeout: 90_000 * FAULT_ROUNDS },
	async (target) => {
		for (let round = 0; round < FAULT_ROUNDS; round++) {
			const work = await busy.startRound();
			await vi.waitUntil(() => work.hasAcknowledged(1 + (round % 5)), WAIT);

			await killableApp.kill(target);
			await killableApp.restart();
			await work.ended();

			await expectDurableWrites(killableApp, busy, work);
			await expectPhotos(killableApp, busy);
		}
	},
);
