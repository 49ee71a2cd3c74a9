import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';
import { PictureFault } from './image-error.ts';
import type { WorkshopAnswer, WorkshopTask } from './pool.ts';

// Runs as a process of its own (see workshop.ts).
/**
 * Of Unix: people who look around come before photos that are being made. A tenth of a busy core is left to them: with less an
 * honest photo could take longer than it may.
 */
const NICE = 10;
const ALL_THREADS = '/proc/self/task';
/** Linux shares a core between sessions first, and between the threads of each then (sched(7), "The autogroup feature"). */
const SESSION = '/proc/self/autogroup';

process.on('message', (task: WorkshopTask) => void answer(task));
// Whoever had photos made is gone, and an orderly exit would wait for the one under way.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
yieldToOthers();

async function answer({ id, path }: WorkshopTask): Promise<void> {
	const made: WorkshopAnswer = { id, ...(await make(path)) };
	// Where nobody is there any more to take it, that is heard of anyway.
	process.send?.(made, undefined, undefined, () => undefined);
}

async function make(path: string): Promise<Omit<WorkshopAnswer, 'id'>> {
	try {
		// Not before: the threads that it starts are to yield as well.
		const { makePhoto } = await import('./make-photo.ts');
		const photo = await makePhoto(path);
		return photo instanceof PictureFault ? { fault: photo.reason } : { photo };
	} catch (error) {
		const { message, code } = error as NodeJS.ErrnoException;
		return { trouble: { message, code } };
	}
}

/** Linux knows the priority of each thread, and gives those that are there already no part in that of the first. */
function yieldToOthers(): void {
	try {
		const threads = process.platform === 'linux' ? readdirSync(ALL_THREADS).map(Number) : [0];
		for (const thread of threads) setPriority(thread, Math.max(NICE, getPriority(thread)));
		// The session is the workshop's own.
		if (existsSync(SESSION)) writeFileSync(SESSION, String(NICE));
	} catch {
		// Where nobody may do so, photos are made all the same.
	}
}
