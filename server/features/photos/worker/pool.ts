import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ImageError, type ImageErrorReason } from './image-error.ts';
import type { PreparedPhoto } from './sizes.ts';

export interface PhotoTask {
	id: number;
	path: string;
}

/** One of the three. */
export interface PhotoResult {
	id: number;
	photo?: PreparedPhoto;
	imageError?: ImageErrorReason;
	/** Of ours, with the system's word for it where it has one. */
	internalError?: { message: string; code?: string | undefined };
}

export interface PhotoWorkerPool {
	/**
	 * Makes a file into a photo.
	 * @throws Error for what is no fault of the file
	 */
	processPhoto: (path: string) => Promise<PreparedPhoto | ImageError>;
}

interface Options {
	/** What makes the photos. */
	script?: string;
	/** For which it is kept without work. */
	idleMs?: number;
	/** How long one photo may take before its process is ended. */
	timeoutMs?: number;
}

const WORKER_SCRIPT = fileURLToPath(new URL('./worker-process.ts', import.meta.url));
/** Long enough for who posts one thing after the other; then its memory is given back. */
const IDLE_MS = 60_000;
/** No photo takes so long: its reader has limits of its own. */
const TIMEOUT_MS = 60_000;
/** Memory that one photo leaves behind is then good for the next; without it the process grows by half. */
const MALLOC_ENV = { MALLOC_ARENA_MAX: '2' };

/**
 * Photos are made in a process of its own, which is there from the first photo until there are none for a while. It comes
 * after everything else on the computer, so that nobody waits for somebody else's photos; pictures of many megabytes never
 * weigh on the memory that serves people; and a file that brings the reader down brings down nothing else. Of our
 * configuration it knows nothing.
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
			// It ended, because of this file or of another one: nobody else's is at risk now.
			const isolatedWorker = startWorker({ script, idleMs: 0, timeoutMs });
			return (await isolatedWorker.processPhoto(path)) ?? new ImageError('unreadable');
		},
	};
}

/** One process. */
interface PhotoWorker {
	/** Undefined where the process has ended without an answer. */
	processPhoto: (path: string) => Promise<PreparedPhoto | ImageError | undefined>;
}

type ResolveTask = (result: PhotoResult | undefined) => void;

/** @param onExit told once, when it takes no more */
function startWorker(
	{ script, idleMs, timeoutMs }: Required<Options>,
	onExit: () => void = () => undefined,
): PhotoWorker {
	const child = fork(script, [], {
		env: MALLOC_ENV,
		execArgv: [],
		// A session of its own, whose share of the processor is not that of the market and its database.
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
		// Nothing waits for it, so it keeps nobody from ending.
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
				// One that never comes to an end, whatever it was told, is ended.
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

/** One that is just ending takes nothing more: it is gone then, which is heard of anyway. */
function send(child: ChildProcess, task: PhotoTask): void {
	child.send(task, () => undefined);
}

function toOutcome({ photo, imageError, internalError }: PhotoResult): PreparedPhoto | ImageError {
	if (photo) return photo;
	if (imageError) return new ImageError(imageError);
	throw Object.assign(new Error(internalError?.message), { code: internalError?.code });
}
