import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

type Close = () => unknown;

/** Runs `work`, and then the functions that it has passed to `onEnd`, the last one first, even if `work` throws. */
export async function withCleanup<Result>(
	work: (onEnd: (close: Close) => void) => Promise<Result>,
): Promise<Result> {
	const closers: Close[] = [];
	try {
		return await work((close) => closers.push(close));
	} finally {
		for (const close of closers.reverse()) await close();
	}
}

/** Runs `work` with an empty folder that is removed afterwards. */
export async function withTempFolder<Result>(
	work: (folder: string) => Promise<Result>,
): Promise<Result> {
	const folder = await mkdtemp(join(tmpdir(), 'passdown-bench-'));
	try {
		return await work(folder);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}
