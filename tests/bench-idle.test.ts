import { expect, test } from 'vitest';
import { measureIdle } from '../bench/measure-idle.ts';
import { benchEnvironment } from './support/bench-environment.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of a market that nobody visits times its starts and looks at its memory',
	async () => {
		const figures = await measureIdle({
			program: 'server/main.ts',
			environment: await benchEnvironment(),
			...{ starts: 1, restSeconds: 0 },
			say: () => undefined,
		});

		expect(figures.starts).toHaveLength(1);
		expect(figures.starts[0]).toBeGreaterThan(0);
		expect(figures.serverMb).toBeGreaterThan(20);
		expect(figures.aloneMb).toBeGreaterThanOrEqual(figures.serverMb);
		// Another one's database is nothing that this market has started.
		expect(figures.databaseMb).toBe(0);
	},
);
