import { test } from 'vitest';
import { openPureDriver } from '#tests/support/deal-model/pure-driver.ts';
import { runSequence } from '#tests/support/deal-model/sequence.ts';

/** `DEAL_SEQUENCES=100000` checks for some minutes. */
// biome-ignore lint/style/noProcessEnv: an option of the test run
const SEQUENCES = Number(process.env.DEAL_SEQUENCES ?? 10_000);

test('random sequences of steps break no rule of deals', { timeout: 3_600_000 }, async () => {
	for (let seed = 1; seed <= SEQUENCES; seed += 1)
		await runSequence(openPureDriver(seed % 3 === 0 ? 10 : 4), seed, 25);
});
