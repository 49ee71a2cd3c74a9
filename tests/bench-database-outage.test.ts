import { expect, test } from 'vitest';
import { measureOutages } from '../bench/scenarios/database-outage.ts';
import { createTempFolder } from './support/photo-files.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of a database outage records that every request is refused while the database hangs',
	async () => {
		const responses = await measureOutages({
			dataDir: await createTempFolder(),
			rounds: 1,
			log: () => undefined,
		});

		// Five kinds of requests, before and after the server has noticed the outage.
		expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(503));
		for (const { ms } of responses) expect(ms).toBeGreaterThan(0);
	},
);
