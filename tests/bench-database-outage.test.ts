import { expect, test } from 'vitest';
import { measureOutages } from '../bench/scenarios/database-outage.ts';
import { createTempFolder } from './support/photo-files.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of an outage records that every request is refused while the database hangs',
	async () => {
		const responses = await measureOutages({
			dataDir: await createTempFolder(),
			rounds: 1,
			log: () => undefined,
		});

		// Five kinds, before and after the server has noticed.
		expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(503));
		for (const { ms } of responses) expect(ms).toBeGreaterThan(0);
	},
);
