import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Fastify from 'fastify';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createTempFolder } from '#tests/support/photo-files.ts';
import { openUploadFolder } from './multipart.ts';

const HOUR_MS = 3_600_000;

/** Creates an instance's folder with the file of a request of the given age. */
async function createFolder(dataDir: string, instance: string, ageMs: number) {
	const request = join(dataDir, instance, 'request');
	await mkdir(request, { recursive: true });
	await writeFile(join(request, '0'), 'a photo, and where it was taken');
	const since = new Date(Date.now() - ageMs);
	await utimes(request, since, since);
	return { listRemaining: () => readdir(join(dataDir, instance)) };
}

async function openTestApp(dataDir: string) {
	const app = Fastify();
	onTestFinished(() => app.close());
	await openUploadFolder(app, join(dataDir, 'uploads-this-3000'));
}

test('the start of an instance removes its own temporary uploads and old uploads of other instances', async () => {
	const dataDir = await createTempFolder();
	const orphanFolder = await createFolder(dataDir, 'uploads-gone-3000', 2 * HOUR_MS);
	const other = await createFolder(dataDir, 'uploads-other-3000', 60_000);
	const own = await createFolder(dataDir, 'uploads-this-3000', 60_000);

	await openTestApp(dataDir);

	expect(await orphanFolder.listRemaining()).toEqual([]);
	expect(await other.listRemaining()).toEqual(['request']);
	expect(await own.listRemaining()).toEqual([]);
});

test('a running instance removes the temporary uploads of an ended instance within two hours', async () => {
	vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
	const dataDir = await createTempFolder();
	await openTestApp(dataDir);
	const orphanFolder = await createFolder(dataDir, 'uploads-gone-3000', 0);

	vi.advanceTimersByTime(2 * HOUR_MS);

	await vi.waitUntil(async () => (await orphanFolder.listRemaining()).length === 0, 20_000);
});
