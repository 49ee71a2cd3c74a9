import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { requireUsableConfig } from './preflight.ts';

const base = await createTempFolder();
const check = (dataDir: string) =>
	requireUsableConfig({
		dataDir,
		host: '127.0.0.1',
		port: 0,
		metricsPort: undefined,
		webFolder: undefined,
	});

test('several first starts at the same time create the same nested data folder', async () => {
	const dataDir = join(base, 'srv', 'market', 'data');

	for (let round = 0; round < 10; round += 1) {
		await Promise.all([check(dataDir), check(dataDir), check(dataDir)]);
		await rm(join(base, 'srv'), { recursive: true });
	}
});

test.runIf(process.platform === 'linux')(
	'a data folder below a folder in which no folder can be created is refused at once',
	async () => {
		await expect(check('/proc/market/data')).rejects.toThrow(
			'DATA_DIR: /proc/market/data is not a writable folder (ENOENT)',
		);
	},
);
