import { Worker } from 'node:worker_threads';
import { timeoutReason } from './decoding-time.ts';
import { ImageError, type ImageErrorReason } from './image-error.ts';

/** What the worker is given. */
export interface HeicTask {
	path: string;
	maxPixels: number;
	/** Room for the PNG, in pixels. */
	bounds: { width: number; height: number };
}

/** What the worker answers: a PNG with the file's colour profile, or why there is none. */
export type HeicResult = { png: Uint8Array<ArrayBuffer> } | { reason: ImageErrorReason };

/** An iPhone's 12 megapixels take about a second, 48 about four, several times that on a busy machine. */
const TIMEOUT_MS = 30_000;
/** Megabytes of JavaScript; the decoder's own memory is bounded by what it is told of pixels. */
const HEAP_MB = 64;

/**
 * Decodes a HEIC still into an uncompressed PNG, upright and within bounds. Every file has a worker of its own: WebAssembly never gives memory
 * back, one file's damage cannot reach the next, and a file that takes too long ends with its worker.
 * @throws PictureFault
 */
export function decodeHeic(task: HeicTask, timeoutMs = TIMEOUT_MS): Promise<Buffer> {
	const worker = new Worker(new URL('./heic-worker.ts', import.meta.url), {
		workerData: task,
		resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
		env: {},
		execArgv: [],
	});
	const outcome = new Promise<Buffer>((resolve, reject) => {
		const fail = (cause: unknown) => reject(new ImageError('unreadable', cause));
		const start = process.cpuUsage();
		const timer = setTimeout(() => reject(new ImageError(timeoutReason(start))), timeoutMs);
		worker.on('message', (result: HeicResult) => {
			if ('png' in result) resolve(Buffer.from(result.png.buffer));
			else reject(new ImageError(result.reason));
		});
		worker.on('error', fail);
		worker.on('exit', () => {
			clearTimeout(timer);
			fail(new Error('it ended without an answer'));
		});
	});
	return outcome.finally(() => worker.terminate());
}
