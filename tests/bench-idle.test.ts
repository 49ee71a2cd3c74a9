import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureIdle } from '../bench/measure-idle.ts';
import { cloneDatabase } from './support/clone.ts';

test.skipIf(process.platform !== 'linux')(
	'the benchmark of a market that nobody visits times its starts and looks at its memory',
	async () => {
		const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));

		const figures = await measureIdle({
			program: 'server/main.ts',
			environment: {
				DATA_DIR: folder,
				DATABASE_URL: await cloneDatabase(),
				WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
			},
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
