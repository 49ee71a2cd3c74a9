import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { ImageError } from './image-file.ts';
import type { PhotoResult, PhotoTask } from './pool.ts';

// Runs as a separate process (see pool.ts).

/**
 * Unix niceness: requests take precedence over photos. On a busy core about a tenth of the CPU time remains; with
 * less, a valid photo could exceed its time limit.
 */
const NICENESS = 10;
const THREADS_DIR = '/proc/self/task';
/**
 * Niceness ranks threads within a session only; this file sets the niceness of the session itself (sched(7), "The
 * autogroup feature").
 */
const AUTOGROUP_FILE = '/proc/self/autogroup';

process.on('message', (task: PhotoTask) => void handleTask(task));
// The server has ended; a normal exit would wait for the photo in progress.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
lowerPriority();

async function handleTask(task: PhotoTask): Promise<void> {
	const result = await runTask(task);
	// Ignores the error when the server has ended: the disconnect event ends this process.
	process.send?.(result, undefined, undefined, () => undefined);
}

async function runTask({ path, type }: PhotoTask): Promise<PhotoResult> {
	try {
		// Imported after lowerPriority(), so that the threads it starts inherit the low priority.
		const { processPhoto } = await import('./process-photo.ts');
		const photo = await processPhoto(path, type);
		return photo instanceof ImageError ? { imageError: photo.reason } : { photo };
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException;
		return { internalError: { message, code } };
	}
}

/** Linux has a priority per thread, and existing threads do not follow the main thread's, so each is set. */
function lowerPriority(): void {
	try {
		const threads = process.platform === 'linux' ? readdirSync(THREADS_DIR).map(Number) : [0];
		for (const thread of threads) setPriority(thread, Math.max(NICENESS, getPriority(thread)));
		// The session contains only this process.
		if (existsSync(AUTOGROUP_FILE)) writeFileSync(AUTOGROUP_FILE, String(NICENESS));
	} catch {
		// Without the permission, photos are prepared at normal priority.
	}
}
