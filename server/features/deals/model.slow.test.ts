import { test } from 'vitest';
import { openHttpDrivers } from '#tests/support/deal-model/http-driver.ts';
import { runSequence } from '#tests/support/deal-model/sequence.ts';

/** `DEAL_SEQUENCES=2000` checks for many minutes. */
// biome-ignore lint/style/noProcessEnv: an option of the test run
const SEQUENCES = Number(process.env.DEAL_SEQUENCES ?? 150);
/** A sequence mostly waits for the database. */
const CONCURRENCY = 4;

const openDriver = await openHttpDrivers();

test('random sequences of steps on a server break no rule of deals', {
	timeout: 7_200_000,
}, async () => {
	const seeds = Array.from({ length: SEQUENCES }, (_, index) => index + 1).values();
	const worker = async () => {
		for (const seed of seeds) await runSequence(await openDriver(3), seed, 22);
	};
	await Promise.all(Array.from({ length: CONCURRENCY }, worker));
});
