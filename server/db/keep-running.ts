import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;

interface Program {
	spawn: () => Promise<ChildProcess>;
	/** @throws Error when it ends before it is ready */
	untilReady: (child: ChildProcess) => Promise<void>;
	/** Told why it is started again. */
	onTrouble: (reason: string) => void;
}

interface KeptProgram {
	/** Lets it end, once and for all. */
	stop: () => Promise<void>;
}

/**
 * Starts a program, and again whenever it ends by itself: what it leaves behind may be in the way of the next one for a
 * moment, so that it may take several tries.
 * @throws Error when the first start fails
 */
export async function keepRunning({ spawn, untilReady, onTrouble }: Program): Promise<KeptProgram> {
	const stopping = new AbortController();
	let child = await spawn();
	await untilReady(child);
	let delayMs = FIRST_RETRY_MS;

	/** @returns how it ended, or why it did not start */
	async function startAgain(): Promise<string> {
		try {
			child = await spawn();
			// Asked to stop while there was nobody to hear it.
			if (stopping.signal.aborted) end(child);
			await untilReady(child);
			delayMs = FIRST_RETRY_MS;
			return await ending(child);
		} catch (error) {
			delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS);
			return error instanceof Error ? error.message : String(error);
		}
	}

	async function keep(): Promise<void> {
		let how = await ending(child);
		while (!stopping.signal.aborted) {
			onTrouble(how);
			const hasWaited = await wait(delayMs, true, stopping).catch(() => false);
			if (hasWaited) how = await startAgain();
		}
	}

	const kept = keep();
	return {
		async stop() {
			stopping.abort();
			end(child);
			await kept;
		},
	};
}

/** SIGINT is PostgreSQL's fast shutdown: no new clients, open transactions rolled back, a clean checkpoint. */
function end(child: ChildProcess): void {
	child.kill('SIGINT');
}

async function ending(child: ChildProcess): Promise<string> {
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	return `It ended by itself (${child.signalCode ?? child.exitCode}).`;
}
