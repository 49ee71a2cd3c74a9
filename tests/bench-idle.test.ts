import { expect, test } from 'vitest';
import { measureIdle } from '../bench/scenarios/idle.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of an idle server measures the start time and the memory',
	async () => {
		const measurements = await measureIdle({
			program: 'server/main.ts',
			environment: await benchEnvironment(),
			starts: 1,
			restSeconds: 0,
			log: () => undefined,
		});

		expect(measurements.startsMs).toHaveLength(1);
		expect(measurements.startsMs[0]).toBeGreaterThan(0);
		expect(measurements.serverMb).toBeGreaterThan(20);
		expect(measurements.aloneMb).toBeGreaterThanOrEqual(measurements.serverMb);
		// The test's database was not started by this server.
		expect(measurements.databaseMb).toBe(0);
	},
);
