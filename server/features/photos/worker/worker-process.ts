import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { ImageError } from './image-error.ts';
import type { PhotoResult, PhotoTask } from './pool.ts';

// Runs as a process of its own (see workshop.ts).
/**
 * Of Unix: people who look around come before photos that are being made. A tenth of a busy core is left to them: with less an
 * honest photo could take longer than it may.
 */
const NICENESS = 10;
const THREADS_DIR = '/proc/self/task';
/** Linux shares a core between sessions first, and between the threads of each then (sched(7), "The autogroup feature"). */
const AUTOGROUP_FILE = '/proc/self/autogroup';

process.on('message', (task: PhotoTask) => void handleTask(task));
// Whoever had photos made is gone, and an orderly exit would wait for the one under way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
lowerPriority();

async function handleTask({ id, path }: PhotoTask): Promise<void> {
	const result: PhotoResult = { id, ...(await runTask(path)) };
	// Where nobody is there any more to take it, that is heard of anyway.
	process.send?.(result, undefined, undefined, () => undefined);
}

async function runTask(path: string): Promise<Omit<PhotoResult, 'id'>> {
	try {
		// Not before: the threads that it starts are to yield as well.
		const { processPhoto } = await import('./process-photo.ts');
		const photo = await processPhoto(path);
		return photo instanceof ImageError ? { imageError: photo.reason } : { photo };
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException;
		return { internalError: { message, code } };
	}
}

/** Linux knows the priority of each thread, and gives those that are there already no part in that of the first. */
function lowerPriority(): void {
	try {
		const threads = process.platform === 'linux' ? readdirSync(THREADS_DIR).map(Number) : [0];
		for (const thread of threads) setPriority(thread, Math.max(NICENESS, getPriority(thread)));
		// The session is the workshop's own.
		if (existsSync(AUTOGROUP_FILE)) writeFileSync(AUTOGROUP_FILE, String(NICENESS));
	} catch {
		// Where nobody may do so, photos are made all the same.
	}
}
