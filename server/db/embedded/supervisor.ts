import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** What it said last is waited for so long at most: what it leaves running may hold the line open. */
const STDERR_DRAIN_MS = 100;

export interface RunningProcess {
	child: ChildProcess;
	/** The end of what it has said so far on its standard error. */
	stderrTail: () => string;
}

interface Program {
	spawn: () => Promise<RunningProcess>;
	/** @throws Error when it ends before it is ready */
	waitUntilReady: (running: RunningProcess) => Promise<void>;
	/** Why it ended, as far as it said so; else empty. */
	findFatalError: (stderrTail: string) => string;
	/** Told why it is started again. */
	onRestart: (reason: string) => void;
}

interface Supervisor {
	/** Lets it end, once and for all. */
	stop: () => Promise<void>;
}

/**
 * Starts a program, and again whenever it ends by itself: what it leaves behind may be in the way of the next one for a
 * moment, so that it may take several tries.
 * @throws Error when the first start fails
 */
export async function supervise(program: Program): Promise<Supervisor> {
	const { spawn, waitUntilReady, findFatalError, onRestart } = program;
	const stopping = new AbortController();
	let running = await spawn();
	await waitUntilReady(running);
	let delayMs = FIRST_RETRY_MS;

	/** @returns how it ended, or why it did not start */
	async function restart(): Promise<string> {
		try {
			running = await spawn();
			// Asked to stop while there was nobody to hear it.
			if (stopping.signal.aborted) shutDown(running);
			await waitUntilReady(running);
			delayMs = FIRST_RETRY_MS;
			return await waitForExit(running, findFatalError);
		} catch (error) {
			delayMs = Math.min(delayMs * 2, MAX_RETRY_MS);
			return error instanceof Error ? error.message : String(error);
		}
	}

	async function restartUntilStopped(): Promise<void> {
		let exitReason = await waitForExit(running, findFatalError);
		while (!stopping.signal.aborted) {
			onRestart(exitReason);
			const hasWaited = await wait(delayMs, true, stopping).catch(() => false);
			if (hasWaited) exitReason = await restart();
		}
	}

	const supervision = restartUntilStopped();
	return {
		async stop() {
			stopping.abort();
			shutDown(running);
			await supervision;
		},
	};
}

/** SIGINT is PostgreSQL's fast shutdown: no new clients, open transactions rolled back, a clean checkpoint. */
function shutDown({ child }: RunningProcess): void {
	child.kill('SIGINT');
}

async function waitForExit(
	{ child, stderrTail }: RunningProcess,
	findFatalError: Program['findFatalError'],
): Promise<string> {
	const closed = new Promise((resolve) => child.once('close', resolve));
	if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
	await Promise.race([closed, wait(STDERR_DRAIN_MS)]);
	return `It ended by itself (${child.signalCode ?? child.exitCode}). ${findFatalError(stderrTail())}`.trimEnd();
}
