import { expect, test } from 'vitest';
import { measureIdle } from '../bench/scenarios/idle.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of a server at rest measures its starts and its memory',
	async () => {
		const figures = await measureIdle({
			program: 'server/main.ts',
			environment: await benchEnvironment(),
			...{ starts: 1, restSeconds: 0 },
			log: () => undefined,
		});

		expect(figures.starts).toHaveLength(1);
		expect(figures.starts[0]).toBeGreaterThan(0);
		expect(figures.serverMb).toBeGreaterThan(20);
		expect(figures.aloneMb).toBeGreaterThanOrEqual(figures.serverMb);
		// The test's database was not started by this server.
		expect(figures.databaseMb).toBe(0);
	},
);
