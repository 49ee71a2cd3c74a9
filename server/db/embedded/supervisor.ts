import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 5000;
/** What it said last is waited for so long at most: what it leaves running may hold the line open. */
const LAST_WORDS_MS = 100;

export interface Running {
	child: ChildProcess;
	/** The end of what it has said so far on its standard error. */
	said: () => string;
}

interface Program {
	spawn: () => Promise<Running>;
	/** @throws Error when it ends before it is ready */
	untilReady: (running: Running) => Promise<void>;
	/** Why it ended, as far as it said so; else empty. */
	faultIn: (said: string) => string;
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
export async function keepRunning(program: Program): Promise<KeptProgram> {
	const { spawn, untilReady, faultIn, onTrouble } = program;
	const stopping = new AbortController();
	let running = await spawn();
	await untilReady(running);
	let delayMs = FIRST_RETRY_MS;

	/** @returns how it ended, or why it did not start */
	async function startAgain(): Promise<string> {
		try {
			running = await spawn();
			// Asked to stop while there was nobody to hear it.
			if (stopping.signal.aborted) end(running);
			await untilReady(running);
			delayMs = FIRST_RETRY_MS;
			return await ending(running, faultIn);
		} catch (error) {
			delayMs = Math.min(delayMs * 2, LONGEST_RETRY_MS);
			return error instanceof Error ? error.message : String(error);
		}
	}

	async function keep(): Promise<void> {
		let how = await ending(running, faultIn);
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
			end(running);
			await kept;
		},
	};
}

/** SIGINT is PostgreSQL's fast shutdown: no new clients, open transactions rolled back, a clean checkpoint. */
function end({ child }: Running): void {
	child.kill('SIGINT');
}

async function ending({ child, said }: Running, faultIn: Program['faultIn']): Promise<string> {
	const isClosed = new Promise((resolve) => child.once('close', resolve));
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	await Promise.race([isClosed, wait(LAST_WORDS_MS)]);
	return `It ended by itself (${child.signalCode ?? child.exitCode}). ${faultIn(said())}`.trimEnd();
}
