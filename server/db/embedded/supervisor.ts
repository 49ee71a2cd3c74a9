import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { hasExited } from '#server/lib/processes.ts';

const FIRST_RETRY_MS = 100;
const MAX_RETRY_MS = 5000;
/** How long to wait for the rest of stderr: surviving child processes may keep the pipe open. */
const STDERR_DRAIN_MS = 100;

export interface RunningProcess {
	child: ChildProcess;
	/** The last part of its stderr output so far. */
	stderrTail: () => string;
}

interface Program {
	/** @throws Error when the process cannot be started */
	spawn: () => Promise<RunningProcess>;
	/** @throws Error when the program ends before it is ready */
	waitUntilReady: (running: RunningProcess) => Promise<void>;
	/** Returns the reason found in stderr, or an empty string. */
	findFatalError: (stderrTail: string) => string;
	/** Called with the reason of each restart. */
	onRestart: (reason: string) => void;
}

interface Supervisor {
	/** Stops the program for good. */
	stop: () => Promise<void>;
}

/**
 * Starts a program and restarts it whenever it ends by itself. Remains of the previous run may block the next one for a
 * moment, so a restart may take several tries.
 * @throws Error when the first start fails
 */
export async function supervise(program: Program): Promise<Supervisor> {
	const { spawn, waitUntilReady, findFatalError, onRestart } = program;
	const stopping = new AbortController();
	let running = await spawn();
	await waitUntilReady(running);
	let delayMs = FIRST_RETRY_MS;

	/** Runs the program again until it ends. @returns why it ended or did not start */
	async function restart(): Promise<string> {
		try {
			running = await spawn();
			// stop() was called while no process was running.
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
			// `stopping` serves as the options, because it has their `signal`.
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
	if (!hasExited(child)) await once(child, 'exit');
	await Promise.race([closed, wait(STDERR_DRAIN_MS)]);
	return `It ended by itself (${child.signalCode ?? child.exitCode}). ${findFatalError(stderrTail())}`.trimEnd();
}
