import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ImageError, type ImageErrorReason } from './image-error.ts';
import type { PreparedPhoto } from './sizes.ts';

/** A message to the worker process: the file to turn into a photo. */
export interface PhotoTask {
	id: number;
	path: string;
}

/** The worker process's answer to the task with the same id. Exactly one of the other three fields is set. */
export interface PhotoResult {
	id: number;
	photo?: PreparedPhoto;
	imageError?: ImageErrorReason;
	/** A failure that the file did not cause, with the system's error code if there is one. */
	internalError?: { message: string; code?: string | undefined };
}

export interface PhotoWorkerPool {
	/**
	 * Turns a file into a photo.
	 * @throws Error for a failure that the file did not cause
	 */
	processPhoto: (path: string) => Promise<PreparedPhoto | ImageError>;
}

interface Options {
	/** The program of the worker process. */
	script?: string;
	/** How long an idle worker process is kept. */
	idleMs?: number;
	/** The time limit for one photo; after it the worker process is killed. */
	timeoutMs?: number;
}

const WORKER_SCRIPT = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
/** Long enough for a user who posts several items; then the memory is released. */
const IDLE_MS = 60_000;
/**
 * More than the time limits of the decoders, 30 and 20 seconds, for two photos: two are prepared at once
 * (`preparationLimit`), and a large one waits until another large one is decoded (`largeImageLimit`).
 */
const TIMEOUT_MS = 120_000;
/** Lets the next photo reuse the memory of the last; without it the process grows by half. */
const MALLOC_ENV = { MALLOC_ARENA_MAX: '2' };

/**
 * Prepares photos in a separate process, which is started for the first photo and stopped when idle. The process has
 * a low priority, so that requests do not wait for photos (bench/RESULTS.md, "other requests while four people post:
 * p99"). Large images use its memory and not the server's, and a file that crashes a decoder does not crash the
 * server. The process gets none of the server's configuration.
 */
export function openPhotoWorkerPool({
	script = WORKER_SCRIPT,
	idleMs = IDLE_MS,
	timeoutMs = TIMEOUT_MS,
}: Options = {}): PhotoWorkerPool {
	let sharedWorker: PhotoWorker | undefined;
	return {
		async processPhoto(path) {
			sharedWorker ??= startWorker({ script, idleMs, timeoutMs }, () => {
				sharedWorker = undefined;
			});
			const photo = await sharedWorker.processPhoto(path);
			if (photo) return photo;
			// The process died because of this file or another one. Retry the file in a process of its own, where a crash
			// affects no other file.
			const isolatedWorker = startWorker({ script, idleMs: 0, timeoutMs });
			return (await isolatedWorker.processPhoto(path)) ?? new ImageError('unreadable');
		},
	};
}

/** One worker process. */
interface PhotoWorker {
	/** Returns undefined when the process ended without a result. */
	processPhoto: (path: string) => Promise<PreparedPhoto | ImageError | undefined>;
}

type ResolveTask = (result: PhotoResult | undefined) => void;

/** @param onExit called once when the process accepts no more tasks */
function startWorker(
	{ script, idleMs, timeoutMs }: Required<Options>,
	onExit: () => void = () => undefined,
): PhotoWorker {
	const child = fork(script, [], {
		env: MALLOC_ENV,
		execArgv: [],
		// A new session, so that Linux does not share the CPU time of the server and the database with it.
		detached: true,
		windowsHide: true,
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	const pendingTasks = new Map<number, ResolveTask>();
	let nextId = 0;
	let idleTimer: NodeJS.Timeout | undefined;

	function stop(): void {
		clearTimeout(idleTimer);
		onExit();
		child.removeAllListeners();
		child.on('error', () => undefined);
		for (const resolveTask of pendingTasks.values()) resolveTask(undefined);
		pendingTasks.clear();
		if (child.connected) child.disconnect();
	}
	child.unref();
	child.on('exit', stop);
	child.on('error', stop);
	child.on('message', (result: PhotoResult) => {
		pendingTasks.get(result.id)?.(result);
		pendingTasks.delete(result.id);
		if (pendingTasks.size > 0) return;
		// No task is pending, so the channel must not keep the server process running.
		child.channel?.unref();
		idleTimer = setTimeout(stop, idleMs).unref();
	});

	return {
		async processPhoto(path) {
			clearTimeout(idleTimer);
			child.channel?.ref();
			const id = nextId++;
			let timeoutTimer: NodeJS.Timeout | undefined;
			const result = await new Promise<PhotoResult | undefined>((resolveTask) => {
				pendingTasks.set(id, resolveTask);
				// Kills a process that ignores its own time limits.
				timeoutTimer = setTimeout(() => {
					resolveTask({ id, imageError: 'busy' });
					child.kill('SIGKILL');
				}, timeoutMs).unref();
				send(child, { id, path });
			});
			clearTimeout(timeoutTimer);
			return result && toOutcome(result);
		},
	};
}

/** Ignores the error of sending to a process that is just ending: its exit event resolves the task. */
function send(child: ChildProcess, task: PhotoTask): void {
	child.send(task, () => undefined);
}

function toOutcome({ photo, imageError, internalError }: PhotoResult): PreparedPhoto | ImageError {
	if (photo) return photo;
	if (imageError) return new ImageError(imageError);
	throw Object.assign(new Error(internalError?.message), { code: internalError?.code });
}
