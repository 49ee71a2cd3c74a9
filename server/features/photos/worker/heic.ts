import { Worker } from 'node:worker_threads';
import { timeoutReason } from './decoding-time.ts';
import { ImageError, type ImageErrorReason } from './image-error.ts';

/** Input of the worker. */
export interface HeicTask {
	path: string;
	maxPixels: number;
	/** Maximum size of the PNG in pixels. */
	bounds: { width: number; height: number };
}

/** Output of the worker: a PNG with the file's colour profile, or the reason of the failure. */
export type HeicResult = { png: Uint8Array<ArrayBuffer> } | { reason: ImageErrorReason };

/** 12 megapixels of an iPhone take about a second, 48 megapixels about four; on a busy machine, several times that. */
const TIMEOUT_MS = 30_000;
/** JavaScript heap in megabytes; the pixel limit bounds the decoder's own memory. */
const HEAP_MB = 64;

/**
 * Decodes a HEIC still into an uncompressed PNG, upright and within bounds. Each file gets its own worker: WebAssembly
 * never releases memory, damage by one file cannot affect the next, and terminating the worker stops a file that takes
 * too long.
 * @throws ImageError
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
			fail(new Error('the worker exited without a result'));
		});
	});
	return outcome.finally(() => worker.terminate());
}
