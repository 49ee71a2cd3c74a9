import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createTempFolder, createUploadFolder } from '#tests/support/photo-files.ts';
import { jpeg } from '#tests/support/test-images.ts';
import { ImageError } from './image-file.ts';
import { openPhotoWorkerPool } from './pool.ts';

const upload = await createUploadFolder();
const folder = await createTempFolder();
const good = (await upload(await jpeg())).path;

/** The ids of processes that run this program. */
async function processesOf(program: string): Promise<number[]> {
	const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
	const commandLines = await Promise.all(
		ids.map((id) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')),
	);
	return ids.filter((_, index) => commandLines[index]?.includes(program)).map(Number);
}

/** The CPU scheduling group of a process with its niceness; 'shared' on kernels without such groups. */
async function autogroupOf(id: number): Promise<string> {
	const autogroup = await readFile(`/proc/${id}/autogroup`, 'utf8').catch(() => 'shared');
	return autogroup.trim();
}

/** Writes a worker program that runs `faultyCode` for each path before the real worker. @returns its path */
async function writeFaultyWorker(name: string, faultyCode: string): Promise<string> {
	const program = join(folder, `${name}.mts`);
	const real = join(import.meta.dirname, 'worker-process.ts');
	const source = `process.on('message', ({ path }) => { ${faultyCode} });\nawait import(${JSON.stringify(real)});\n`;
	await writeFile(program, source);
	return program;
}

test('a file that crashes the worker is refused, one whose worker the system kills may be sent again, and a photo processed at the same time succeeds', async () => {
	const program = await writeFaultyWorker(
		'crashing',
		`if (path.endsWith('bomb')) process.kill(process.pid, 'SIGSEGV');
		if (path.endsWith('large')) process.kill(process.pid, 'SIGKILL');`,
	);
	const [bombPath, largePath] = [join(folder, 'bomb'), join(folder, 'large')];
	for (const path of [bombPath, largePath]) await copyFile(good, path);
	const workerPool = openPhotoWorkerPool({ script: program });
	const before = await workerPool.processPhoto(good);

	const [bomb, otherPhoto] = await Promise.all([
		workerPool.processPhoto(bombPath),
		workerPool.processPhoto(good),
	]);
	const large = await workerPool.processPhoto(largePath);
	const after = await workerPool.processPhoto(good);

	expect(bomb).toMatchObject({ reason: 'unreadable' });
	expect(large).toMatchObject({ reason: 'busy' });
	expect(bomb).toBeInstanceOf(ImageError);
	for (const photo of [before, otherPhoto, after]) expect(photo).toMatchObject({ width: 480 });
});

// Only Linux provides this information about processes.
test.skipIf(process.platform !== 'linux')(
	'three photos share two low-priority processes, which have no environment variables of the server and stop when idle',
	async () => {
		// Fake timers: the process stops when the test advances the clock, however long the checks take.
		vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
		const program = await writeFaultyWorker('counted', '');
		const workerPool = openPhotoWorkerPool({ script: program, idleMs: 500 });

		await Promise.all([good, good, good].map(workerPool.processPhoto));
		const ids = await processesOf(program);
		const [id = 0] = ids;
		const environment = await readFile(`/proc/${id}/environ`, 'utf8');
		const threads = await readdir(`/proc/${id}/task`);
		const stats = await Promise.all(
			threads.map((thread) => readFile(`/proc/${id}/task/${thread}/stat`, 'utf8')),
		);

		expect(ids).toHaveLength(2);
		expect(
			environment
				.split('\0')
				.filter(Boolean)
				.map((pair) => pair.split('=')[0]),
		).toEqual(['MALLOC_ARENA_MAX', 'NODE_CHANNEL_FD', 'NODE_CHANNEL_SERIALIZATION_MODE']);
		// The niceness is field 19 (proc(5)); the slice begins with the end of field 2.
		const nice = stats.map((stat) => Number(stat.slice(stat.lastIndexOf(')')).split(' ')[17]));
		expect(new Set(nice)).toEqual(new Set([10]));
		expect(await autogroupOf(id)).toMatch(/nice 10$|^shared$/);
		vi.advanceTimersByTime(499);
		expect(await processesOf(program)).toEqual(ids);
		vi.advanceTimersByTime(1);
		await vi.waitUntil(async () => (await processesOf(program)).length === 0, 20_000);
		expect(await workerPool.processPhoto(good)).toMatchObject({ width: 480 });
	},
);

test('a failure that the file did not cause is thrown with its error code', async () => {
	await expect(openPhotoWorkerPool().processPhoto(join(folder, 'gone'))).rejects.toMatchObject({
		message: expect.stringContaining('no such file'),
		code: 'ENOENT',
	});
});
