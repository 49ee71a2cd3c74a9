import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createConcurrencyLimit } from '#server/lib/promises.ts';
import { detectFileType, ImageError, type ImageErrorReason, type ImageType } from './image-file.ts';
import type { PreparedPhoto } from './process-photo.ts';

/** A message to a worker process: the file to turn into a photo. */
export interface PhotoTask {
	path: string;
	type: ImageType;
}

/** The answer of a worker process. Exactly one of the fields is set. */
export interface PhotoResult {
	photo?: PreparedPhoto;
	imageError?: ImageErrorReason;
	/** A failure that the file did not cause, with the system's error code if there is one. */
	internalError?: { message: string; code?: string | undefined };
}

export interface PhotoWorkerPool {
	/**
	 * Turns a file into a photo.
	 * @throws AppError too_many when too many photos are waiting; Error for a failure that the file did not cause
	 */
	processPhoto: (path: string) => Promise<PreparedPhoto | ImageError>;
}

interface Options {
	/** The program of the worker processes. */
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
 * 12 megapixels of an iPhone take libheif about a second, 48 megapixels about four; on a busy machine, several times
 * that. More than the time limit of sharp (process-photo.ts).
 */
const TIMEOUT_MS = 60_000;
/** More photos at once would need more memory without being faster. Waiting files are on disk and not in memory. */
const PHOTO_LIMIT = { maxRunning: 2, waiting: 200 };
/** Types that are decoded as a whole, at up to 18 bytes per pixel, and not row by row: two would need 1.8 GB. */
const FULLY_DECODED_TYPES: ImageType[] = ['avif', 'heic'];
/** Lets the next photo reuse the memory of the last; without it the process grows by half. */
const MALLOC_ENV = { MALLOC_ARENA_MAX: '2' };
/**
 * Prepares photos in two separate processes, which are started for the first photos and stopped when idle. They have a
 * low priority, so that requests do not wait for photos. Large images use their memory and not the server's. A process
 * has one photo at a time: if a file crashes a decoder, only its own process ends. The processes get none of the
 * server's configuration.
 */
export function openPhotoWorkerPool({
	script = WORKER_SCRIPT,
	idleMs = IDLE_MS,
	timeoutMs = TIMEOUT_MS,
}: Options = {}): PhotoWorkerPool {
	const photoLimit = createConcurrencyLimit(PHOTO_LIMIT);
	const fullyDecodedLimit = createConcurrencyLimit({ ...PHOTO_LIMIT, maxRunning: 1 });
	/** The idle processes, with the timers that stop them. */
	const idle = new Map<ChildProcess, NodeJS.Timeout>();

	function takeIdle(): ChildProcess | undefined {
		for (const [worker, timer] of idle) {
			clearTimeout(timer);
			idle.delete(worker);
			if (isRunning(worker)) return worker;
		}
		return undefined;
	}

	function keepIdle(worker: ChildProcess): void {
		// The channel of an idle process must not keep the server process running.
		worker.channel?.unref();
		const timer = setTimeout(() => {
			idle.delete(worker);
			stop(worker);
		}, idleMs).unref();
		idle.set(worker, timer);
	}

	async function processNow(task: PhotoTask): Promise<PreparedPhoto | ImageError> {
		const worker = takeIdle() ?? startWorker(script);
		const result = await runTask(worker, task, timeoutMs);
		// WebAssembly never returns memory, and damage by one HEIC file must not affect the next.
		if (task.type === 'heic') stop(worker);
		else if (isRunning(worker)) keepIdle(worker);
		return toOutcome(result);
	}

	return {
		async processPhoto(path) {
			const type = await detectFileType(path);
			if (!type) return new ImageError('unreadable');
			const work = () => photoLimit.run(() => processNow({ path, type }));
			// Waits outside the common limit, where it would keep a process from the other photos.
			return FULLY_DECODED_TYPES.includes(type) ? fullyDecodedLimit.run(work) : work();
		},
	};
}

function startWorker(script: string): ChildProcess {
	const worker = fork(script, [], {
		env: MALLOC_ENV,
		execArgv: [],
		// A new session, so that Linux does not share the CPU time of the server and the database with it.
		detached: true,
		windowsHide: true,
		serialization: 'advanced',
		stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
	});
	worker.unref();
	// An error without a listener would end the server. `runTask` listens while it waits for the process.
	worker.on('error', () => undefined);
	return worker;
}

function isRunning({ connected, killed, exitCode, signalCode }: ChildProcess): boolean {
	return connected && !killed && exitCode === null && signalCode === null;
}

/** The worker process kills itself when its channel is closed. */
function stop(worker: ChildProcess): void {
	if (worker.connected) worker.disconnect();
}

/** @throws Error when the process cannot be started */
async function runTask(
	worker: ChildProcess,
	task: PhotoTask,
	timeoutMs: number,
): Promise<PhotoResult> {
	const { promise, resolve, reject } = Promise.withResolvers<PhotoResult>();
	// The system kills a process when memory runs out; a file that crashes a decoder causes other signals.
	const onExit = (_code: number | null, signal: NodeJS.Signals | null) =>
		resolve({ imageError: signal === 'SIGKILL' ? 'busy' : 'unreadable' });
	const timer = setTimeout(() => {
		resolve({ imageError: 'busy' });
		worker.kill('SIGKILL');
	}, timeoutMs).unref();
	worker.channel?.ref();
	worker.on('message', resolve).on('exit', onExit).on('error', reject);
	// An error of sending to a process that is just ending is ignored: its exit event resolves the task.
	worker.send(task, () => undefined);
	try {
		return await promise;
	} finally {
		clearTimeout(timer);
		worker.off('message', resolve).off('exit', onExit).off('error', reject);
	}
}

function toOutcome({ photo, imageError, internalError }: PhotoResult): PreparedPhoto | ImageError {
	if (photo) return photo;
	if (imageError) return new ImageError(imageError);
	throw Object.assign(new Error(internalError?.message), { code: internalError?.code });
}
