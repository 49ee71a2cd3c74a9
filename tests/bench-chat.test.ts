import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { measureChat } from '../bench/chat-measure.ts';
import { cloneDatabase } from './support/clone.ts';

test('the benchmark of the chat loses nothing, counts nothing twice, and measures each message', async () => {
	const folder = await mkdtemp(join(tmpdir(), 'market-bench-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const environment = {
		DATA_DIR: folder,
		DATABASE_URL: await cloneDatabase(),
		WEB_FOLDER: join(import.meta.dirname, 'support', 'pages'),
	};

	const figures = await measureChat({
		environment,
		sockets: 6,
		seconds: 1,
		say: () => undefined,
	});

	expect(figures).toMatchObject({ sent: 6, lost: 0, duplicated: 0 });
	expect(figures.latencies).toHaveLength(6);
	expect(figures.memoryMb).toBeGreaterThan(30);
});
